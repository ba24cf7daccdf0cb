// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step (step.h) of an operation's result, from the steps of its operands. Each analysis adds
// where steps begin, what phis and choices do, and which promises hold.
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

struct StepRules {
  llvm::function_ref<Step(const llvm::Value&)> of;  // an operand
  /// How many items there are, if that is known: see Step::isAligned.
  unsigned items = 1;
  /// Flags of instructions that are trusted: nsw, disjoint and nneg, and nuw. A flag need not hold
  /// where the instruction does not run for item 0, of which the others are made.
  NoWrap trusted = {};
};

/// The constant, as a signed number of up to 64 bits.
std::optional<int64_t> signedConstant(const llvm::Value& value);

/// \pre The result is an integer or a pointer.
/// Arithmetic, conversions and addresses. All other instructions vary, or are unknown as long as an
/// operand is.
Step stepThrough(const llvm::Instruction& instruction, const StepRules& rules);

/// One of the operands from `first` on, for all items: a phi or a select.
Step stepOfChoice(const llvm::Instruction& instruction, unsigned first, const StepRules& rules);

}  // namespace lanewise
