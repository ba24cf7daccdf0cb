// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses at assumed strides (assumed_strides.h) are written one by one, each with its test and
// two forms. Here accesses that follow each other get one common test, in front of a copy of the
// code in which all strides are as assumed.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Function;
}  // namespace llvm

namespace lanewise {

/// Metadata of a branch: to the form for the assumed stride, or to the other one. Both consist of
/// one block, which leads to the same block behind.
inline constexpr llvm::StringLiteral kAssumption = "lanewise.assumption";

/// Metadata of such a branch, or of a common one: the assumption fails for arrays of billions of
/// elements, or where the index of an idle lane wraps. What is executed then should be small, not
/// fast.
inline constexpr llvm::StringLiteral kSafeAssumption = "lanewise.safe-assumption";

/// Takes time in proportion to the code. No branch has kAssumption afterwards.
void mergeAssumptions(llvm::Function& kernel);

}  // namespace lanewise
