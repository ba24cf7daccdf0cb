// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mark of a private variable whose contents never matter: what inactive lanes write goes there.
// lanes makes such variables, and group need not keep them across barriers.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Metadata of an alloca.
inline constexpr llvm::StringLiteral kScratch = "lanewise.scratch";

}  // namespace lanewise
