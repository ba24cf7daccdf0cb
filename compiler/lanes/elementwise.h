// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that compute each component of an OpenCL vector from the same component of the
// operands: arithmetic, comparisons, conversions, selections, most intrinsics. A scalar operand
// serves all components. They work on lanes in any order (vector_order.h).
#pragma once

namespace llvm {
class Instruction;
}

namespace lanewise {

class Widening;

bool isElementwise(const llvm::Instruction& instruction);

/// False if the instruction has an operand that must be the same for all lanes, and is not.
/// \pre isElementwise(instruction), and the result is varying.
bool widenElementwise(Widening& widening, llvm::Instruction& instruction);

/// A conversion that keeps the bits, between numbers and vectors of any number of components.
void widenBitCast(Widening& widening, llvm::Instruction& instruction);

}  // namespace lanewise
