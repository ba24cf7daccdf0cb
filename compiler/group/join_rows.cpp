// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of row 0 stay; those of other rows follow each. A strided value of another row
// is a sum, so that LLVM finds out which rows have the same address. Guards become those of row 0,
// or constants.
#include "compiler/group/join_rows.h"

#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/group/region_marks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

namespace lanewise {
namespace {

using Builder = llvm::IRBuilder<>;

// The values of the other rows.
class RowValues {
 public:
  RowValues(const RowShapes& shapes, unsigned rows, CallOfRow callOfRow)
      : shapes_(shapes), callOfRow_(callOfRow), values_(rows) {}

  llvm::Value* of(llvm::Value* value, unsigned row) const {
    const auto found = values_[row].find(value);
    return found == values_[row].end() ? value : found->second;
  }
  void set(llvm::Value* value, unsigned row, llvm::Value* ofRow) { values_[row][value] = ofRow; }

  /// The value of a row, from that of row 0, if it is a sum or a call; or null.
  llvm::Value* derive(Builder& builder, llvm::Instruction& ofRow0, const llvm::Instruction& source,
                      unsigned row) const {
    const Step shape = shapes_.of(source);
    if (shape.kind == Step::Strided)
      return builder.CreateAdd(
          &ofRow0,
          llvm::ConstantInt::get(ofRow0.getType(), static_cast<uint64_t>(shape.stride) * row,
                                 /*IsSigned=*/true));
    if (kernelCallOf(source)) return callOfRow_(builder, llvm::cast<llvm::CallInst>(ofRow0), row);
    return nullptr;
  }

  llvm::Instruction* copy(const llvm::Instruction& instruction, unsigned row) const {
    llvm::Instruction* result = instruction.clone();
    for (llvm::Use& operand : result->operands()) operand.set(of(operand.get(), row));
    return result;
  }

 private:
  const RowShapes& shapes_;
  const CallOfRow callOfRow_;
  std::vector<llvm::DenseMap<llvm::Value*, llvm::Value*>> values_;  // by row
};

class Joining {
 public:
  Joining(const RegionBlocks& region, const RowShapes& shapes, unsigned rows, CallOfRow callOfRow)
      : region_(region), shapes_(shapes), rows_(rows), values_(shapes, rows, callOfRow) {}

  void run() {
    copyVariables();
    dropFlags();
    llvm::SmallVector<llvm::PHINode*> phis;  // whose copies have no operands yet
    for (llvm::Instruction* instruction : differingInOrder()) {
      write(*instruction);
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction); phi && isCopied(*phi))
        phis.push_back(phi);
    }
    for (llvm::PHINode* phi : phis) fill(*phi);
    for (const RowGuard& guard : shapes_.guards())
      if (guard.expected)
        guard.condition->replaceAllUsesWith(
            llvm::ConstantInt::getBool(guard.condition->getContext(), *guard.expected));
  }

 private:
  // Each definition before its uses, but for phis.
  std::vector<llvm::Instruction*> differingInOrder() const {
    std::vector<llvm::Instruction*> order;
    llvm::Function& kernel = *region_.front()->getParent();
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&kernel))
      if (region_.contains(block))
        for (llvm::Instruction& instruction : *block)
          if (!shapes_.isSame(instruction)) order.push_back(&instruction);
    return order;
  }

  bool isCopied(const llvm::PHINode& phi) const { return shapes_.of(phi).kind == Step::Varying; }

  // Private variables of the region, of which each row has one.
  void copyVariables() {
    llvm::BasicBlock& entry = region_.front()->getParent()->getEntryBlock();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(entry)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!variable || shapes_.isSame(*variable) || !isUsed(*variable)) continue;
      for (unsigned row = 1; row < rows_; ++row) {
        llvm::Instruction* copy = variable->clone();
        copy->insertAfter(variable);
        mark(*copy, kCopyForRowMark);
        values_.set(variable, row, copy);
      }
    }
  }

  // What row 0 computes for all rows must not be poison where only its own value would be.
  void dropFlags() {
    for (llvm::BasicBlock* block : region_)
      for (llvm::Instruction& instruction : *block)
        if (shapes_.of(instruction).kind != Step::Varying &&
            llvm::any_of(instruction.operand_values(),
                         [&](const llvm::Value* operand) { return !shapes_.isSame(*operand); }))
          instruction.dropPoisonGeneratingFlags();
  }

  bool isUsed(const llvm::AllocaInst& variable) const {
    return llvm::any_of(variable.users(), [&](const llvm::User* user) {
      return region_.contains(
          const_cast<llvm::BasicBlock*>(llvm::cast<llvm::Instruction>(user)->getParent()));
    });
  }

  void write(llvm::Instruction& instruction) {
    const bool isPhi = llvm::isa<llvm::PHINode>(instruction);
    Builder builder(instruction.getParent(), isPhi ? instruction.getParent()->getFirstInsertionPt()
                                                   : std::next(instruction.getIterator()));
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    llvm::Instruction* last = &instruction;
    for (unsigned row = 1; row < rows_; ++row) {
      llvm::Value* ofRow = values_.derive(builder, instruction, instruction, row);
      if (!ofRow) {
        llvm::Instruction* copy = values_.copy(instruction, row);
        if (isPhi)
          copy->insertAfter(last);
        else
          builder.Insert(copy);
        last = copy;
        ofRow = copy;
      }
      values_.set(&instruction, row, ofRow);
    }
  }

  void fill(llvm::PHINode& phi) {
    for (unsigned row = 1; row < rows_; ++row) {
      auto& copy = llvm::cast<llvm::PHINode>(*values_.of(&phi, row));
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
        copy.setIncomingValue(i, values_.of(phi.getIncomingValue(i), row));
    }
  }

  const RegionBlocks& region_;
  const RowShapes& shapes_;
  const unsigned rows_;
  RowValues values_;
};

// Conditions for each row.
class GuardWriter {
 public:
  GuardWriter(Builder& builder, const RegionBlocks& region, const RowShapes& shapes, unsigned rows,
              CallOfRow callOfRow)
      : builder_(builder),
        region_(region),
        shapes_(shapes),
        rows_(rows),
        values_(shapes, rows, callOfRow) {}

  llvm::Value* write() {
    llvm::Value* result = idsAreNear();
    for (const RowGuard& guard : shapes_.guards()) {
      for (llvm::Instruction* instruction : sliceOf(*guard.condition, region_)) copy(*instruction);
      result = builder_.CreateAnd(result, holds(guard));
    }
    return result;
  }

 private:
  llvm::Value* idsAreNear() {
    llvm::Value* first = emitKernelCall(builder_, KernelCall::GlobalId, 1);
    llvm::Value* last = builder_.CreateAdd(first, builder_.getInt64(rows_ - 1));
    return builder_.CreateICmpEQ(builder_.CreateLShr(first, 31), builder_.CreateLShr(last, 31));
  }

  void copy(llvm::Instruction& instruction) {
    if (values_.of(&instruction, 0) != &instruction) return;  // in the slice of another guard
    llvm::Instruction* first = values_.copy(instruction, 0);
    first->dropPoisonGeneratingFlags();
    builder_.Insert(first);
    values_.set(&instruction, 0, first);
    for (unsigned row = 1; row < rows_; ++row) {
      llvm::Value* ofRow = first;
      if (isOfRow(instruction)) ofRow = values_.derive(builder_, *first, instruction, row);
      if (!ofRow) {
        llvm::Instruction* copied = values_.copy(instruction, row);
        copied->dropPoisonGeneratingFlags();
        ofRow = builder_.Insert(copied);
      }
      values_.set(&instruction, row, ofRow);
    }
  }

  // A guard's shape is the same for all rows, and its value is to be compared here.
  bool isOfRow(const llvm::Instruction& instruction) const {
    return !shapes_.isSame(instruction) ||
           llvm::any_of(shapes_.guards(),
                        [&](const RowGuard& guard) { return guard.condition == &instruction; });
  }

  // A condition in code that rows do not reach may be poison. Then it may have any value.
  llvm::Value* holds(const RowGuard& guard) {
    llvm::SmallVector<llvm::Value*> values;
    for (unsigned row = 0; row < rows_; ++row)
      values.push_back(builder_.CreateFreeze(values_.of(guard.condition, row)));
    llvm::Value* result = builder_.getTrue();
    for (unsigned row = 0; row < rows_; ++row) {
      llvm::Value* wanted = guard.expected ? builder_.getInt1(*guard.expected) : values.front();
      result = builder_.CreateAnd(result, builder_.CreateICmpEQ(values[row], wanted));
    }
    return result;
  }

  Builder& builder_;
  const RegionBlocks& region_;
  const RowShapes& shapes_;
  const unsigned rows_;
  RowValues values_;
};

}  // namespace

llvm::Value* writeGuards(Builder& builder, const RegionBlocks& region, const RowShapes& shapes,
                         unsigned rows, CallOfRow callOfRow) {
  return GuardWriter(builder, region, shapes, rows, callOfRow).write();
}

void joinRows(const RegionBlocks& region, const RowShapes& shapes, unsigned rows,
              CallOfRow callOfRow) {
  Joining(region, shapes, rows, callOfRow).run();
}

}  // namespace lanewise
