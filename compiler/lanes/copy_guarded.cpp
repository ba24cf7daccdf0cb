// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   before: any ? inside : around        before: any ? choice : around
//                                        choice: all ? copy : inside
//
// Safe assumptions (merge_assumptions.h) are tested in the choice, too, so that there is no copy of
// the code for those that fail, unless their tests need what is loaded or a loop counts.
// What the code defines reaches the code behind it by phis, because there is a way around it.
#include "compiler/lanes/copy_guarded.h"

#include "compiler/ir/early_computation.h"
#include "compiler/lanes/merge_assumptions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise {
namespace {

constexpr size_t kMostInstructions = 400;
constexpr size_t kMostMoved = 64;  // for one test

// Code behind a test, if a copy of it is worth its build time.
class Guarded {
 public:
  Guarded(const Guard& guard, const llvm::DominatorTree& dominators)
      : guard_(guard), first_(*guard.test->getSuccessor(0)) {
    if (!first_.getSinglePredecessor()) return;
    llvm::SmallVector<llvm::BasicBlock*> inside;
    dominators.getDescendants(&first_, inside);
    blocks_.insert(inside.begin(), inside.end());
  }

  bool isWorthwhile() const {
    size_t instructions = 0;
    bool needsMask = false;
    for (const llvm::BasicBlock* block : blocks_) {
      instructions += block->size();
      for (const llvm::Instruction& instruction : *block) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call && (call->isConvergent() || call->cannotDuplicate())) return false;
        needsMask |= isUnderMask(instruction);
      }
    }
    return needsMask && instructions <= kMostInstructions;
  }

  const llvm::SmallPtrSetImpl<llvm::BasicBlock*>& blocks() const { return blocks_; }

  void copy(llvm::Value& live) {
    llvm::Function& kernel = *first_.getParent();
    auto* choice = llvm::BasicBlock::Create(kernel.getContext(), "choice", &kernel, &first_);
    llvm::IRBuilder<> builder(choice);
    llvm::Value* copied = builder.CreateAndReduce(guard_.mask);
    const auto tests = moveSafeTests(builder, copied);
    llvm::Constant* all = llvm::Constant::getAllOnesValue(guard_.mask->getType());
    map_[guard_.mask] = all;
    map_[&live] = all;
    llvm::SmallVector<llvm::BasicBlock*> copies;
    for (llvm::BasicBlock& block : kernel) {
      if (!blocks_.contains(&block)) continue;
      llvm::BasicBlock* copy = llvm::CloneBasicBlock(&block, map_, ".all");
      map_[&block] = copy;
      copies.push_back(copy);
    }
    for (llvm::BasicBlock* copy : copies) copy->insertInto(&kernel, &first_);
    llvm::remapInstructionsInBlocks(copies, map_);
    for (llvm::BasicBlock* block : blocks_) addWaysOut(*block);
    auto* firstCopy = llvm::cast<llvm::BasicBlock>(mapped(&first_));
    builder.CreateCondBr(copied, firstCopy, &first_);
    guard_.test->setSuccessor(0, choice);
    first_.replacePhiUsesWith(guard_.test->getParent(), choice);
    firstCopy->replacePhiUsesWith(guard_.test->getParent(), choice);
    for (llvm::BranchInst* test : tests) {
      auto* copy = llvm::cast<llvm::BranchInst>(mapped(test));
      copy->setCondition(builder.getTrue());
      llvm::ConstantFoldTerminator(copy->getParent());
    }
  }

 private:
  // Of lanes side by side, for which the mask is all there is between them and a plain access.
  bool isUnderMask(const llvm::Instruction& instruction) const {
    const auto* access = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!access) return false;
    switch (access->getIntrinsicID()) {
      case llvm::Intrinsic::masked_load: return isMask(access->getArgOperand(2));
      case llvm::Intrinsic::masked_store: return isMask(access->getArgOperand(3));
      default: return false;
    }
  }

  // Also repeated for the components of OpenCL vectors, or reversed.
  bool isMask(const llvm::Value* value) const {
    while (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value))
      value = shuffle->getOperand(0);
    return value == guard_.mask;
  }

  // Tests of safe assumptions as far as they can be made in the choice, where `copied` becomes
  // false if one fails.
  llvm::SmallVector<llvm::BranchInst*> moveSafeTests(llvm::IRBuilder<>& choice,
                                                     llvm::Value*& copied) const {
    llvm::SmallVector<llvm::BranchInst*> moved;
    for (llvm::BasicBlock& block : *first_.getParent()) {
      if (!blocks_.contains(&block)) continue;
      auto* test = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (!test || !test->hasMetadata(kSafeAssumption)) continue;
      const auto order = earlyComputation(
          *test->getCondition(), [&](llvm::BasicBlock* place) { return blocks_.contains(place); },
          kMostMoved);
      if (!order) continue;
      for (llvm::Instruction* instruction : *order)
        instruction->moveBefore(*choice.GetInsertBlock(), choice.GetInsertPoint());
      // The value may be poison where the code does not come to the test.
      copied = choice.CreateAnd(copied, choice.CreateFreeze(test->getCondition()));
      moved.push_back(test);
    }
    return moved;
  }

  llvm::Value* mapped(llvm::Value* value) const {
    const auto found = map_.find(value);
    return found == map_.end() ? value : static_cast<llvm::Value*>(found->second);
  }

  void addWaysOut(llvm::BasicBlock& block) {
    for (llvm::BasicBlock* behind : llvm::successors(&block)) {
      if (blocks_.contains(behind)) continue;
      for (llvm::PHINode& phi : behind->phis())
        phi.addIncoming(mapped(phi.getIncomingValueForBlock(&block)),
                        llvm::cast<llvm::BasicBlock>(mapped(&block)));
    }
  }

  const Guard& guard_;
  llvm::BasicBlock& first_;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> blocks_;
  llvm::ValueToValueMapTy map_;
};

}  // namespace

bool copyGuarded(llvm::Function& kernel, llvm::Value& live, llvm::ArrayRef<Guard> guards) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> copied;  // guards in other ones come behind them
  for (const Guard& guard : guards) {
    if (copied.contains(guard.test->getParent())) continue;
    Guarded code(guard, llvm::DominatorTree(kernel));
    if (!code.isWorthwhile()) continue;
    copied.insert(code.blocks().begin(), code.blocks().end());
    code.copy(live);
  }
  llvm::EliminateUnreachableBlocks(kernel);
  return !copied.empty();
}

}  // namespace lanewise
