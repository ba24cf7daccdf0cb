// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one container of what is kept of a build: an entry of the disk cache, and what
// CL_PROGRAM_BINARIES holds. A version, a checksum over everything, a StoredBuild.
#pragma once

#include "compiler/message.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

std::vector<uint8_t> seal(const StoredBuild& build);
/// None for bytes that are not of this version, or are damaged.
std::optional<StoredBuild> unseal(std::span<const uint8_t> bytes);

/// The reply of `maker`, if all that it was made from is still as it was; else null.
const CompileReply* findReply(std::span<const StoredReply> replies, const std::string& maker);

/// A reply as it is kept: without what tells one run of the compiler from another.
CompileReply keepsake(CompileReply reply);

}  // namespace lanewise
