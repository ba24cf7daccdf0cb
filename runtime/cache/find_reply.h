// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the replies of a cache entry or of a program binary may be used. For the code cache and
// the disk cache.
#pragma once

#include "interface/stored_build.h"

#include <span>
#include <string>

namespace lanewise {

/// The reply of that compiler, if everything that it was made from is unchanged; else null. Null,
/// too, if it is not optimized for a limit of time that is higher now.
const CompileReply* findReply(std::span<const StoredReply> replies,
                              const std::string& compilerIdentity);

/// A reply that the offline compiler of this version has made for a microarchitecture level of this
/// CPU, the highest one, but none above `request.level`. Null if there is none.
const CompileReply* findPortableReply(std::span<const StoredReply> replies,
                                      const CompileRequest& request);

}  // namespace lanewise
