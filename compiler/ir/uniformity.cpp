// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis: everything is uniform until one of these rules makes it divergent.
//
//   source    an id, the address of a private variable, and what a load or a call may find
//   different
//             for two work-items (differsBetweenItems)
//   data      a value that has a divergent operand
//   join      a phi where two paths meet that part at a divergent branch and share no block between
//             (findJoins). Its operands must differ; an undefined operand is one that differs.
//   temporal  a value from a cycle that work-items leave in different iterations, where it is used
//             behind the cycle (leaveDivergently)
//
// SSA form lets a value change over time through phis only, so joins and cycles are all that
// control flow can add. In a cycle with several entries iterations are not defined: if a divergent
// branch is in it or leads into it, all its phis are divergent and so are the uses of its values
// behind it.
#include "compiler/ir/uniformity.h"

#include "compiler/ir/kernel_calls.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lanewise {
namespace {

// A load is uniform only from memory that nobody writes (invariant): otherwise another work-item of
// the group may write between the loads of two work-items.
bool differsBetweenItems(const llvm::Instruction& instruction) {
  if (instruction.getType()->isVoidTy()) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction)) return true;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return !load->isSimple() || !load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
  if (std::optional<KernelCall> call = kernelCallOf(instruction))
    return scopeOf(*call) == CallScope::Item;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return !call->doesNotAccessMemory();
  return instruction.mayReadOrWriteMemory();
}

bool hasOneOperand(const llvm::PHINode& phi) {
  const llvm::Value* first = phi.getIncomingValue(0);
  return !llvm::isa<llvm::UndefValue>(first) &&
         llvm::all_of(phi.incoming_values(),
                      [&](const llvm::Use& value) { return value.get() == first; });
}

}  // namespace

class Uniformity::Analysis {
 public:
  explicit Analysis(llvm::Function& function) : postDominators_(function) {
    cycles_.compute(function);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (llvm::BasicBlock* block : order) {
      numbers_[block] = static_cast<unsigned>(blocks_.size());
      blocks_.push_back(block);
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (differsBetweenItems(instruction)) setDivergent(instruction);
    while (!work_.empty()) {
      const llvm::Instruction* value = work_.pop_back_val();
      if (value->isTerminator() && value->getNumSuccessors() > 1) part(*value->getParent());
      for (const llvm::User* user : value->users())
        setDivergent(*llvm::cast<llvm::Instruction>(user));
    }
  }

  bool isDivergent(const llvm::Value& value) const { return divergent_.contains(&value); }

  bool isDivergentUse(const llvm::Use& use) const {
    const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
    if (!value) return false;
    if (isDivergent(*value)) return true;
    const llvm::BasicBlock* behind = llvm::cast<llvm::Instruction>(use.getUser())->getParent();
    for (const llvm::Cycle* cycle = cycles_.getCycle(value->getParent());
         cycle && !cycle->contains(behind); cycle = cycle->getParentCycle())
      if (const auto found = reachedUnevenly_.find(cycle);
          found != reachedUnevenly_.end() && found->second.test(numbers_.lookup(behind)))
        return true;
    return false;
  }

  bool hasDivergentBranch(const llvm::BasicBlock& block) const {
    return isDivergent(*block.getTerminator());
  }

 private:
  // Paths that part at a divergent branch carry labels: first the number of the successor at which
  // they begin, from a join on that of the join. A block whose incoming labels are equal has
  // theirs.
  using Label = unsigned;
  static constexpr Label kNone = ~0u;

  struct Labels {
    llvm::DenseMap<unsigned, Label> ofBlock;  // by number, of what was reached
    llvm::DenseSet<unsigned> joins;           // by number
    bool reachBranch = false;                 // some path returns to the branch
    Label joinLabel(unsigned number) const { return number; }
    Label successorLabel(unsigned successor) const { return (1u << 31) + successor; }
  };

  void setDivergent(const llvm::Instruction& instruction) {
    if (divergent_.insert(&instruction).second) work_.push_back(&instruction);
  }

  // The label of the path over the edge; kNone if no path from the branch takes it. Where a branch
  // has several edges to the block, their labels differ.
  void collectLabels(const Labels& labels, const llvm::BasicBlock& branch,
                     const llvm::BasicBlock& block, llvm::SmallVectorImpl<Label>& result) const {
    for (const llvm::BasicBlock* before : llvm::predecessors(&block)) {
      if (before == &branch) continue;
      const auto found = labels.ofBlock.find(numbers_.lookup(before));
      if (found != labels.ofBlock.end()) result.push_back(found->second);
    }
    for (unsigned i = 0; i < branch.getTerminator()->getNumSuccessors(); ++i)
      if (branch.getTerminator()->getSuccessor(i) == &block)
        result.push_back(labels.successorLabel(i));
  }

  // Labels all blocks from the branch to the meeting, which is on all paths to the end (nullptr: up
  // to the end), and finds the joins on the way.
  // A path that returns to the branch begins anew there.
  Labels findJoins(const llvm::BasicBlock& branch, const llvm::BasicBlock* meeting) const {
    Labels labels;
    std::set<unsigned> work;  // in reverse post-order, so that most blocks are visited once
    const auto visit = [&](const llvm::BasicBlock* block) { work.insert(numbers_.lookup(block)); };
    llvm::for_each(llvm::successors(&branch), visit);
    while (!work.empty()) {
      const unsigned number = *work.begin();
      work.erase(work.begin());
      if (labels.joins.contains(number)) continue;
      const llvm::BasicBlock* block = blocks_[number];
      llvm::SmallVector<Label> incoming;
      collectLabels(labels, branch, *block, incoming);
      const bool joins = !llvm::all_equal(incoming);
      const Label label = joins ? labels.joinLabel(number) : incoming.front();
      if (joins) labels.joins.insert(number);
      labels.reachBranch |= block == &branch;
      if (block == meeting || block == &branch) continue;
      const auto [known, isNew] = labels.ofBlock.try_emplace(number, kNone);
      if (std::exchange(known->second, label) != label)
        llvm::for_each(llvm::successors(block), visit);
    }
    return labels;
  }

  // The next block that is on all paths from the block to the end; nullptr if there is none.
  const llvm::BasicBlock* postDominatorOf(const llvm::BasicBlock& block) const {
    const auto* node = postDominators_.getNode(&block);
    const auto* above = node ? node->getIDom() : nullptr;
    return above ? above->getBlock() : nullptr;
  }

  // The outermost cycle around the branch and the meeting of which some path to the meeting begins
  // another iteration, so that work-items come to the meeting in different ones; or nullptr.
  const llvm::Cycle* cycleOnTheWay(const llvm::BasicBlock& branch, const llvm::BasicBlock& meeting,
                                   const Labels& labels) const {
    const llvm::Cycle* result = nullptr;
    for (const llvm::Cycle* cycle = cycles_.getCycle(&branch); cycle;
         cycle = cycle->getParentCycle()) {
      const llvm::BasicBlock* header = cycle->getHeader();
      const bool passes =
          header == &branch ? labels.reachBranch : labels.ofBlock.contains(numbers_.lookup(header));
      if (passes && cycle->contains(&meeting)) result = cycle;
    }
    return result;
  }

  // What follows from work-items that part at the block's branch.
  void part(const llvm::BasicBlock& branch) {
    const llvm::BasicBlock* meeting = postDominatorOf(branch);
    Labels labels = findJoins(branch, meeting);
    while (const llvm::Cycle* cycle = meeting ? cycleOnTheWay(branch, *meeting, labels) : nullptr) {
      while (meeting && cycle->contains(meeting)) meeting = postDominatorOf(*meeting);
      labels = findJoins(branch, meeting);
    }
    llvm::SmallVector<unsigned> joins(labels.joins.begin(), labels.joins.end());
    llvm::sort(joins);
    for (unsigned number : joins)
      for (const llvm::PHINode& phi : blocks_[number]->phis())
        if (!hasOneOperand(phi)) setDivergent(phi);
    for (const llvm::Cycle* cycle = cycles_.getCycle(&branch); cycle;
         cycle = cycle->getParentCycle())
      leaveDivergently(*cycle, branch, meeting, labels);
    spoilIrreducibleCycles(branch, labels);
  }

  // Exits from the cycle that not all work-items of an iteration take which have parted at the
  // branch: paths that share no block lead to the exit and to the cycle's header.
  void leaveDivergently(const llvm::Cycle& cycle, const llvm::BasicBlock& branch,
                        const llvm::BasicBlock* meeting, const Labels& labels) {
    Label onward = kNone;  // of the paths that begin another iteration
    if (meeting && cycle.contains(meeting)) {
      onward = labels.joinLabel(numbers_.lookup(meeting));
    } else if (cycle.getHeader() == &branch) {
      llvm::SmallVector<Label> incoming;
      collectLabels(labels, branch, branch, incoming);
      onward = llvm::all_equal(incoming) ? incoming.front() : kNone;
    } else if (const auto found = labels.ofBlock.find(numbers_.lookup(cycle.getHeader()));
               found != labels.ofBlock.end()) {
      onward = found->second;
    }
    const auto leave = [&](const llvm::BasicBlock& exit, Label label) {
      if (label != onward) reachUnevenly(cycle, exit);
    };
    for (unsigned i = 0; i < branch.getTerminator()->getNumSuccessors(); ++i)
      if (const llvm::BasicBlock* exit = branch.getTerminator()->getSuccessor(i);
          !cycle.contains(exit))
        leave(*exit, labels.successorLabel(i));
    for (const auto& [number, label] : labels.ofBlock)
      if (const llvm::BasicBlock* block = blocks_[number]; cycle.contains(block))
        for (const llvm::BasicBlock* exit : llvm::successors(block))
          if (!cycle.contains(exit)) leave(*exit, label);
  }

  // Values of the cycle are divergent where they are used from `exit` on.
  void reachUnevenly(const llvm::Cycle& cycle, const llvm::BasicBlock& exit) {
    llvm::BitVector& reached = reachedUnevenly_[&cycle];
    reached.resize(static_cast<unsigned>(blocks_.size()));
    llvm::SmallVector<const llvm::BasicBlock*> work{&exit};
    bool grows = false;
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      const unsigned number = numbers_.lookup(block);
      if (reached.test(number)) continue;
      reached.set(number);
      grows = true;
      llvm::append_range(work, llvm::successors(block));
    }
    if (!grows) return;
    for (const llvm::BasicBlock* block : cycle.blocks())
      for (const llvm::Instruction& value : *block)
        for (const llvm::Use& use : value.uses())
          if (isDivergentUse(use)) setDivergent(*llvm::cast<llvm::Instruction>(use.getUser()));
  }

  void spoilIrreducibleCycles(const llvm::BasicBlock& branch, const Labels& labels) {
    const auto spoilAround = [&](const llvm::BasicBlock* block) {
      for (const llvm::Cycle* cycle = cycles_.getCycle(block); cycle;
           cycle = cycle->getParentCycle())
        if (!cycle->isReducible() && spoilt_.insert(cycle).second) spoil(*cycle);
    };
    spoilAround(&branch);
    for (const auto& entry : labels.ofBlock) spoilAround(blocks_[entry.first]);
    for (unsigned number : labels.joins) spoilAround(blocks_[number]);
  }

  void spoil(const llvm::Cycle& cycle) {
    for (const llvm::BasicBlock* block : cycle.blocks()) {
      for (const llvm::PHINode& phi : block->phis()) setDivergent(phi);
      for (const llvm::BasicBlock* exit : llvm::successors(block))
        if (!cycle.contains(exit)) reachUnevenly(cycle, *exit);
    }
  }

  llvm::CycleInfo cycles_;
  llvm::PostDominatorTree postDominators_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> numbers_;  // in reverse post-order
  std::vector<const llvm::BasicBlock*> blocks_;                // by number
  llvm::DenseSet<const llvm::Value*> divergent_;
  llvm::SmallVector<const llvm::Instruction*> work_;  // divergent, consequences not drawn yet
  /// By cycle: the blocks that work-items reach after they left it in different iterations.
  llvm::DenseMap<const llvm::Cycle*, llvm::BitVector> reachedUnevenly_;
  llvm::DenseSet<const llvm::Cycle*> spoilt_;
};

Uniformity::Uniformity(llvm::Function& function)
    : analysis_(std::make_unique<Analysis>(function)) {}

Uniformity::~Uniformity() = default;

bool Uniformity::isUniform(const llvm::Value& value) const {
  return !analysis_->isDivergent(value);
}

bool Uniformity::isDivergentUse(const llvm::Use& use) const {
  return analysis_->isDivergentUse(use);
}

bool Uniformity::isUniformEverywhere(const llvm::Value& value) const {
  return isUniform(value) && llvm::none_of(value.uses(), [&](const llvm::Use& use) {
           return analysis_->isDivergentUse(use);
         });
}

bool Uniformity::hasDivergentBranch(const llvm::BasicBlock& block) const {
  return analysis_->hasDivergentBranch(block);
}

}  // namespace lanewise
