// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ValueShadows: for each value of a function, which of its bits depend on memory that nobody has
// written: a value of the same shape, of integers. Only values that may have such bits get code.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class Function;
class Instruction;
class PHINode;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

class ValueShadows {
 public:
  /// `sources`: loads and others whose shadow the caller sets.
  ValueShadows(llvm::Function& function, llvm::ArrayRef<llvm::Value*> sources);

  /// The value may have bits that nobody has written.
  bool mayBeUnwritten(const llvm::Value* value) const { return tainted_.contains(value); }
  /// Zero for values of which nothing is unwritten. \pre the definition was visited.
  llvm::Value* of(llvm::Value* value);
  void set(llvm::Value* value, llvm::Value* shadow) { shadows_[value] = shadow; }
  /// Emits the shadow of the instruction behind it, unless it is a source. In an order in which
  /// definitions come before uses.
  void visit(llvm::Instruction& instruction);
  /// Gives the phis of shadows their operands. After all visits.
  void finish();

  /// An i1: whether any bit of the shadow is unwritten. Null if none is.
  static llvm::Value* any(llvm::IRBuilderBase& builder, llvm::Value* shadow);
  static llvm::Type* typeOf(llvm::Type* type);

 private:
  llvm::Value* compute(llvm::IRBuilderBase& builder, llvm::Instruction& instruction);
  llvm::Value* join(llvm::IRBuilderBase& builder, llvm::Value* a, llvm::Value* b);
  llvm::Value* spread(llvm::IRBuilderBase& builder, llvm::Instruction& instruction);
  llvm::Value* ofComparison(llvm::IRBuilderBase& builder, llvm::Instruction& comparison);
  llvm::Value* ofSelect(llvm::IRBuilderBase& builder, llvm::Instruction& select);
  llvm::Value* ofLogic(llvm::IRBuilderBase& builder, llvm::Instruction& logic);

  llvm::DenseSet<const llvm::Value*> tainted_;
  llvm::DenseSet<const llvm::Value*> sources_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> shadows_;
};

}  // namespace lanewise
