// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over the active lanes of an access that the processor has no instruction for.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace lanewise {

inline constexpr unsigned kMostActiveLanes = 64;

/// Writes in front of `at`:
///
///   for (bits = active; bits; bits &= bits - 1) visit(first(bits));
///
/// `active` is a number with a bit for each lane. `visit` writes code for one lane, whose number it
/// gets as i64.
/// \pre There are kMostActiveLanes lanes at most.
void visitActiveLanes(
    llvm::Value& active, llvm::Instruction& at,
    llvm::function_ref<void(llvm::IRBuilder<>& builder, llvm::Value& lane)> visit);

/// Memory through which lanes exchange values with vectors. One for all accesses of a function:
/// none needs it before or behind its loop.
class LaneVariable {
 public:
  static constexpr auto kAlign = llvm::Align::Constant<16>();

  explicit LaneVariable(llvm::Function& function) : function_(function) {}

  llvm::AllocaInst* ofBytes(uint64_t bytes);

 private:
  llvm::Function& function_;
  llvm::AllocaInst* variable_ = nullptr;
};

}  // namespace lanewise
