// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before and after, for two accesses; test 2 has moved in front of test 1:
//
//   start: test 1 ? s1 : t1            start: test 1 and test 2 ? s1' : slow
//   s1, t1 -> m1: test 2 ? s2 : t2     s1' -> m1' -> s2' -> end
//   s2, t2 -> end                      slow: test 1 ? s1 : t1, and so on as before
#include "compiler/lanes/write/merge_assumptions.h"

#include "compiler/analysis/early_computation.h"
#include "compiler/contract/instruction_marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cassert>
#include <vector>

namespace lanewise {
namespace {

using Block = llvm::BasicBlock;

llvm::BranchInst* testOf(Block& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch && branch->hasMetadata(kAssumption) ? branch : nullptr;
}

// Behind both forms of the access.
Block* endOf(const llvm::BranchInst& test) {
  Block* end = test.getSuccessor(0)->getSingleSuccessor();
  assert(end && end == test.getSuccessor(1)->getSingleSuccessor() && "two forms of one access");
  return end;
}

// All vectors of a group pass the same barrier, not a copy of it.
bool mayBeCopied(const Block& block) {
  return llvm::none_of(block, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && (call->isConvergent() || call->cannotDuplicate());
  });
}

// A copy of more code is not worth its build time.
constexpr size_t kMostCopied = 1'000;

class Chain {
 public:
  explicit Chain(llvm::BranchInst& first) : start_(*first.getParent()) {
    add(first);
    for (size_t copied = 0; llvm::BranchInst* next = testOf(*end_); add(*next)) {
      copied += end_->size();
      if (copied > kMostCopied || !mayBeCopied(*end_) || !hoist(*next)) break;
    }
  }

  /// Whether there is more than one test.
  bool isWorthwhile() const { return tests_.size() > 1; }

  void merge() {
    llvm::IRBuilder<> builder(tests_.front());
    llvm::Value* all = tests_.front()->getCondition();
    for (llvm::BranchInst* test : llvm::drop_begin(tests_))
      all = builder.CreateAnd(all, test->getCondition());
    Block* slow = Block::Create(start_.getContext(), "slow", start_.getParent(), strided(0));
    tests_.front()->removeFromParent();
    tests_.front()->insertInto(slow, slow->end());
    Block* fast = writeFast();
    builder.SetInsertPoint(&start_);
    llvm::BranchInst* common = builder.CreateCondBr(all, fast, slow);
    joinValues();
    const auto isSafe = [](const llvm::BranchInst* test) {
      return test->hasMetadata(kSafeAssumption);
    };
    if (!llvm::all_of(tests_, isSafe)) return;
    common->copyMetadata(*tests_.front(), common->getContext().getMDKindID(kSafeAssumption));
    for (llvm::BranchInst* test : tests_)
      test->setCondition(llvm::ConstantInt::getFalse(test->getContext()));
  }

  void unmark() {
    for (llvm::BranchInst* test : tests_) test->setMetadata(kAssumption, nullptr);
  }

 private:
  Block* strided(size_t i) const { return tests_[i]->getSuccessor(0); }

  void add(llvm::BranchInst& test) {
    if (end_) inside_.insert(end_);
    tests_.push_back(&test);
    inside_.insert(test.getSuccessor(0));
    inside_.insert(test.getSuccessor(1));
    end_ = endOf(test);
  }

  // In front of the first test, with all that the condition is computed from.
  bool hoist(llvm::BranchInst& test) {
    constexpr size_t kMostInstructions = 64;
    const auto order = earlyComputation(
        *test.getCondition(),
        [&](Block* block) { return inside_.contains(block) || block == end_; }, kMostInstructions);
    if (!order) return false;
    for (llvm::Instruction* instruction : *order) instruction->moveBefore(tests_.front());
    return true;
  }

  Block* copy(Block* block) {
    Block* result = llvm::CloneBasicBlock(block, map_, ".fast", start_.getParent());
    result->moveBefore(end_);
    map_[block] = result;
    copies_.push_back(result);
    return result;
  }

  // The form for strides of each access, and the code between them.
  Block* writeFast() {
    for (size_t i = 0; i < tests_.size(); ++i) {
      copy(strided(i));
      if (i + 1 < tests_.size()) copyWithoutPhis(*tests_[i + 1]->getParent(), *strided(i));
    }
    llvm::remapInstructionsInBlocks(copies_, map_);
    for (size_t i = 1; i < copies_.size(); i += 2) {
      copies_[i]->getTerminator()->eraseFromParent();
      llvm::BranchInst::Create(copies_[i + 1], copies_[i]);
    }
    return copies_.front();
  }

  // Copies a block between two accesses, of which one form leads to it.
  void copyWithoutPhis(Block& block, const Block& from) {
    Block* copied = copy(&block);
    for (llvm::PHINode& phi : block.phis())
      map_[&phi] = mapped(phi.getIncomingValueForBlock(&from));
    for (llvm::PHINode& phi : llvm::make_early_inc_range(copied->phis())) phi.eraseFromParent();
  }

  llvm::Value* mapped(llvm::Value* value) const {
    const auto found = map_.find(value);
    return found == map_.end() ? value : static_cast<llvm::Value*>(found->second);
  }

  // What is used behind the accesses comes from one or the other copy.
  void joinValues() {
    Block* last = copies_.back();
    for (llvm::PHINode& phi : end_->phis())
      phi.addIncoming(mapped(phi.getIncomingValueForBlock(strided(tests_.size() - 1))), last);
    for (Block* block : inside_)
      for (llvm::Instruction& instruction : *block) join(instruction, *last);
  }

  void join(llvm::Instruction& instruction, Block& last) {
    const auto isBehind = [&](const llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (inside_.contains(user->getParent())) return false;
      return !(llvm::isa<llvm::PHINode>(user) && user->getParent() == end_);
    };
    if (llvm::none_of(instruction.uses(), isBehind)) return;
    auto* either = llvm::PHINode::Create(instruction.getType(), 3, "", end_->begin());
    for (Block* from : {tests_.back()->getSuccessor(0), tests_.back()->getSuccessor(1)})
      either->addIncoming(&instruction, from);
    either->addIncoming(mapped(&instruction), &last);
    instruction.replaceUsesWithIf(
        either, [&](llvm::Use& use) { return use.getUser() != either && isBehind(use); });
  }

  Block& start_;
  Block* end_ = nullptr;
  std::vector<llvm::BranchInst*> tests_;
  llvm::SmallSetVector<Block*, 32> inside_;  // between start and end
  llvm::ValueToValueMapTy map_;
  llvm::SmallVector<Block*> copies_;
};

}  // namespace

void mergeAssumptions(llvm::Function& kernel) {
  std::vector<llvm::BranchInst*> tests;
  for (Block& block : kernel)
    if (llvm::BranchInst* test = testOf(block)) tests.push_back(test);
  for (llvm::BranchInst* test : tests) {
    if (!test->hasMetadata(kAssumption)) continue;
    Chain chain(*test);
    chain.unmark();
    if (chain.isWorthwhile()) chain.merge();
  }
  for (llvm::BranchInst* test : tests) llvm::ConstantFoldTerminator(test->getParent());
  llvm::EliminateUnreachableBlocks(kernel);
}

}  // namespace lanewise
