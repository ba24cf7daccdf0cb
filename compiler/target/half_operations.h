// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on half precision where the processor has conversions at most.
#pragma once

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

/// Whether the value is a half, or a vector of them.
bool isHalf(const llvm::Value& value);

/// Arithmetic, comparisons and conversions of half, or vectors of it, which are computed in float
/// where the processor has no arithmetic on half. Not operations on bits (fneg, select), and not
/// calls of functions (frem, fma).
bool isComputedInFloat(const llvm::Instruction& instruction);

}  // namespace lanewise
