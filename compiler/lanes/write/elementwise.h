// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that compute each component of an OpenCL vector from the same component of the
// operands: arithmetic, comparisons, conversions, selections, most intrinsics. A scalar operand
// serves all components. They work with both orders of components (vector_order.h).
#pragma once

namespace llvm {
class Instruction;
}

namespace lanewise {

class Shapes;
class Widening;

/// Whether the instruction is such an operation.
bool isElementwise(const llvm::Instruction& instruction);

/// Whether the operands that must be the same for all lanes, as the exponent of powi, are.
bool hasElementwiseOperands(const llvm::Instruction& instruction, const Shapes& shapes);

/// Writes the instruction for all lanes.
/// \pre isElementwise(instruction), hasElementwiseOperands(), and the result is varying.
void widenElementwise(Widening& widening, llvm::Instruction& instruction);

/// A division of integers that code generation does in floating-point numbers, for all lanes
/// (legalize/expand_divisions.cpp).
bool isDividedInFloats(const llvm::Instruction& instruction);

/// A conversion that keeps the bits, between numbers and vectors of any number of components.
void widenBitCast(Widening& widening, llvm::Instruction& instruction);

}  // namespace lanewise
