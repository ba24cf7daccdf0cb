// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes elementwise operations (elementwise_operations.h) and conversions that keep the bits, in
// either order of components (vector_order.h).
#pragma once

namespace llvm {
class Instruction;
}

namespace lanewise {

class Widening;

/// Writes the instruction for all lanes.
/// \pre isElementwise(instruction), hasElementwiseOperands(), and the result is varying.
void widenElementwise(Widening& widening, llvm::Instruction& instruction);

/// A conversion that keeps the bits, between numbers and vectors of any number of components.
void widenBitCast(Widening& widening, llvm::Instruction& instruction);

}  // namespace lanewise
