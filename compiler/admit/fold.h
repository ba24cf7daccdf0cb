// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on constants, for OpSpecConstantOp. Scalars and vectors of booleans, integers and
// floats; pointers are left to LLVM.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compiler/admit/module.h"

namespace lanewise::admit {

/// The component type of a constant that can be folded.
struct NumberType {
  enum class Kind { Bool, Int, Float } kind = Kind::Int;
  uint32_t width = 32;  // bits
};

/// A scalar (one element) or a vector; each element's bits, zero-extended.
struct Number {
  NumberType type;
  std::vector<uint64_t> elements;
};

/// Applies `opcode` element by element; nothing for opcodes other than arithmetic, comparison,
/// logic, conversion and OpSelect. Division by zero and too large shift amounts give 0.
std::optional<Number> foldElements(spv::Op opcode, NumberType result,
                                   std::span<const Number> operands);

}  // namespace lanewise::admit
