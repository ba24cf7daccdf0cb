// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   before: any ? inside : around        before: any ? choice : around
//                                        choice: all & lanewise.may_be_full ? copy : inside
//
// Where ids tell without a mask (end_lanes.h), the test is for all lanes, and that for any is
// behind:
//
//   before: all ? inside : masked        before: all ? copy : masked
//   masked: any ? inside : around        masked: any ? inside : around
//
// The code for vectors that are not full has no copy, if it is not the code for full vectors, too.
// Safe assumptions (merge_assumptions.h) are tested in the choice, too, so that there is no copy of
// the code for those that fail, unless their tests need what is loaded or a loop counts.
// What the code defines reaches the code behind it by phis, because there is a way around it.
#include "compiler/lanes/write/copy_guarded.h"

#include "compiler/analysis/early_computation.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/lanes/write/merge_assumptions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
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

#include <optional>

namespace lanewise {
namespace {

using Block = llvm::BasicBlock;

constexpr size_t kMostInstructions = 450;
constexpr size_t kMostMoved = 64;  // for one test

using GuardsByBlock = llvm::DenseMap<const Block*, const Guard*>;  // by that of the test

// Code behind a test, if a copy of it is worth its build time.
class Guarded {
 public:
  Guarded(const Guard& guard, const GuardsByBlock& forMostLanes,
          const llvm::DominatorTree& dominators)
      : guard_(guard), first_(*guard.test->getSuccessor(0)), dominators_(dominators) {
    if (!isOnlyWayIn()) return;
    collect();
    if (instructions_ > kMostInstructions) return;
    for (Block* block : blocks_)
      if (const Guard* inner = forMostLanes.lookup(block); inner && earlyPart(conditionOf(*inner)))
        inner_.push_back(inner);
    isWorthwhile_ = llvm::any_of(blocks_, [&](const Block* block) {
      return llvm::any_of(*block, [&](const auto& access) { return isUnderMask(access); });
    });
  }

  bool isWorthwhile() const { return isWorthwhile_; }

  /// Adds the blocks behind the test, also those for assumptions that fail.
  void addTo(llvm::SmallPtrSetImpl<Block*>& blocks) const {
    llvm::SmallVector<Block*> inside;
    dominators_.getDescendants(&first_, inside);
    blocks.insert(inside.begin(), inside.end());
  }

  void copy(llvm::Value& live) {
    llvm::Function& kernel = *first_.getParent();
    Block* const before = guard_.test->getParent();
    const bool isForAll = isTestForAll();
    Block* const other = isForAll ? guard_.test->getSuccessor(1) : &first_;
    Block* const choice =
        isForAll ? before : Block::Create(kernel.getContext(), "choice", &kernel, &first_);
    if (isForAll) guard_.test->eraseFromParent();
    llvm::IRBuilder<> builder(choice);
    llvm::Value* copied = guard_.all ? guard_.all : allOf(builder, guard_.mask);
    moveTests(builder, copied);
    for (const Guard* inner : inner_) {
      moveTo(*choice, conditionOf(*inner));
      llvm::Value* isAll = inner->all ? inner->all : builder.CreateAndReduce(inner->mask);
      // The value of a vector that does not come to the inner guard may be poison.
      copied = builder.CreateAnd(copied, builder.CreateFreeze(isAll));
    }
    llvm::SmallVector<Block*> copies;
    for (Block* block : blocks_) {
      Block* copy = llvm::CloneBasicBlock(block, map_, ".all", &kernel);
      copy->moveBefore(&first_);
      map_[block] = copy;
      copies.push_back(copy);
    }
    llvm::Constant* all = llvm::Constant::getAllOnesValue(guard_.mask->getType());
    map_[guard_.mask] = all;
    map_[&live] = all;
    for (const Guard* inner : inner_) map_[inner->mask] = all;
    llvm::remapInstructionsInBlocks(copies, map_);
    for (Block* block : blocks_) addWaysOut(*block);
    auto* firstCopy = llvm::cast<Block>(mapped(&first_));
    builder.CreateCondBr(copied, firstCopy, other);
    if (isForAll) {
      first_.removePredecessor(choice);
    } else {
      guard_.test->setSuccessor(0, choice);
      first_.replacePhiUsesWith(before, choice);
      firstCopy->replacePhiUsesWith(before, choice);
    }
    llvm::SmallVector<llvm::BranchInst*> decided = tests_;
    for (const Guard* inner : inner_) decided.push_back(inner->test);
    for (llvm::BranchInst* test : decided) {
      auto* copy = llvm::cast<llvm::BranchInst>(mapped(test));
      copy->setCondition(builder.getTrue());
      llvm::ConstantFoldTerminator(copy->getParent());
    }
    for (Block* copy : copies) dropOtherWaysIn(*copy);
  }

 private:
  // Also of the block that tests for any lane behind a test for all.
  bool isOnlyWayIn() const {
    const Block* test = guard_.test->getParent();
    return llvm::all_of(llvm::predecessors(&first_), [&](const Block* before) {
      return before == test || (isTestForAll() && before->getSinglePredecessor() == test);
    });
  }

  static llvm::Value* allOf(llvm::IRBuilder<>& builder, llvm::Value* mask) {
    return builder.CreateAnd(builder.CreateAndReduce(mask),
                             emitKernelCall(builder, KernelCall::MayBeFull));
  }

  // What says that all lanes of a guard are active.
  static llvm::Value& conditionOf(const Guard& guard) {
    return guard.all ? *guard.all : *guard.mask;
  }

  bool isTestForAll() const { return guard_.test->getCondition() == guard_.all; }

  // What a copy consists of: not the code for assumptions whose tests are made in the choice. Stops
  // where it is too much.
  void collect() {
    llvm::SmallVector<Block*> waiting = {&first_};
    while (!waiting.empty() && instructions_ <= kMostInstructions) {
      Block* block = waiting.pop_back_val();
      blocks_.insert(block);
      for (const llvm::Instruction& instruction : *block) count(instruction);
      llvm::BranchInst* test = movableTest(*block);
      if (test) tests_.push_back(test);
      for (const llvm::DomTreeNode* inside : llvm::reverse(*dominators_.getNode(block)))
        if (!test || inside->getBlock() != test->getSuccessor(1))
          waiting.push_back(inside->getBlock());
    }
  }

  void count(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const bool isFixed = call && (call->isConvergent() || call->cannotDuplicate());
    instructions_ += isFixed ? kMostInstructions + 1 : 1;
  }

  // Not true for blocks of earlier copies, which the tree does not have.
  bool isInside(Block* block) const {
    return dominators_.getNode(block) && dominators_.dominates(&first_, block);
  }

  // What has to move to the choice with the value, if that is possible.
  std::optional<llvm::SmallVector<llvm::Instruction*>> earlyPart(llvm::Value& value) const {
    return earlyComputation(value, [&](Block* place) { return isInside(place); }, kMostMoved);
  }

  void moveTo(Block& choice, llvm::Value& value) const {
    const auto early = earlyPart(value);
    for (llvm::Instruction* instruction : *early) {
      instruction->dropUBImplyingAttrsAndMetadata();
      instruction->moveBefore(choice, choice.end());
    }
  }

  llvm::BranchInst* movableTest(Block& block) const {
    auto* test = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!test || !test->hasMetadata(kSafeAssumption)) return nullptr;
    return test->getSuccessor(1)->getSinglePredecessor() && earlyPart(*test->getCondition())
               ? test
               : nullptr;
  }

  // Whether lanes lie side by side, for which the mask is all there is between them and a plain
  // access.
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
    return value == guard_.mask ||
           llvm::any_of(inner_, [&](const Guard* inner) { return value == inner->mask; });
  }

  // The choice makes the tests of safe assumptions: `copied` becomes false if one fails.
  void moveTests(llvm::IRBuilder<>& choice, llvm::Value*& copied) const {
    for (const llvm::BranchInst* test : tests_) {
      moveTo(*choice.GetInsertBlock(), *test->getCondition());
      // The value may be poison where the code does not come to the test.
      copied = choice.CreateAnd(copied, choice.CreateFreeze(test->getCondition()));
    }
  }

  llvm::Value* mapped(llvm::Value* value) const {
    const auto found = map_.find(value);
    return found == map_.end() ? value : static_cast<llvm::Value*>(found->second);
  }

  void addWaysOut(Block& block) {
    for (Block* behind : llvm::successors(&block)) {
      if (blocks_.contains(behind)) continue;
      for (llvm::PHINode& phi : behind->phis())
        phi.addIncoming(mapped(phi.getIncomingValueForBlock(&block)),
                        llvm::cast<Block>(mapped(&block)));
    }
  }

  // From code that has no copy.
  static void dropOtherWaysIn(Block& copy) {
    const llvm::SmallPtrSet<Block*, 4> before(llvm::pred_begin(&copy), llvm::pred_end(&copy));
    for (llvm::PHINode& phi : copy.phis())
      phi.removeIncomingValueIf(
          [&](unsigned i) { return !before.contains(phi.getIncomingBlock(i)); },
          /*DeletePHIIfEmpty=*/false);
  }

  const Guard& guard_;
  Block& first_;
  const llvm::DominatorTree& dominators_;
  llvm::SmallVector<const Guard*> inner_;  // for most lanes
  llvm::SmallSetVector<Block*, 16> blocks_;
  llvm::SmallVector<llvm::BranchInst*> tests_;
  size_t instructions_ = 0;
  bool isWorthwhile_ = false;
  llvm::ValueToValueMapTy map_;
};

}  // namespace

bool copyGuarded(llvm::Function& kernel, llvm::Value& live, llvm::ArrayRef<Guard> guards) {
  // Copies leave the trees behind other tests as they are.
  llvm::DominatorTree dominators(kernel);
  dominators.updateDFSNumbers();
  GuardsByBlock forMostLanes;
  for (const Guard& guard : guards)
    if (guard.isForMostLanes) forMostLanes[guard.test->getParent()] = &guard;
  llvm::SmallPtrSet<Block*, 16> copied;  // guards in other ones come behind them
  bool any = false;
  for (const Guard& guard : guards) {
    if (copied.contains(guard.test->getParent())) continue;
    Guarded code(guard, forMostLanes, dominators);
    if (!code.isWorthwhile()) continue;
    any = true;
    code.addTo(copied);
    code.copy(live);
  }
  llvm::EliminateUnreachableBlocks(kernel);
  return any;
}

}  // namespace lanewise
