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

/// Whether the instruction is such an operation.
bool isElementwise(const llvm::Instruction& instruction);

/// The operand must be the same for all lanes, as the exponent of powi.
bool isSharedOperand(const llvm::Instruction& instruction, unsigned operand);

/// Whether all operands are the same for all lanes that must be.
bool hasElementwiseOperands(const llvm::Instruction& instruction, const Shapes& shapes);

/// A division of integers that code generation does in floating-point numbers, for all lanes
/// (legalize/expand_divisions.cpp).
bool isDividedInFloats(const llvm::Instruction& instruction);

}  // namespace lanewise
