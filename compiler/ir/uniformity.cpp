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

#include "compiler/ir/interleaved.h"
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

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lanewise {
namespace {

// A load is uniform for a group only from memory that nobody writes (invariant).
bool loadDiffers(const llvm::LoadInst& load, Together together) {
  if (together == Together::Vector)
    return load.isVolatile() || interleavedVariable(*load.getPointerOperand());
  return !load.isSimple() || !load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

// The ids of y and z are those of all work-items that are adjacent along x.
bool callDiffers(const llvm::Instruction& instruction, KernelCall call, Together together) {
  if (scopeOf(call) != CallScope::Item) return false;
  return together == Together::Group || !takesDimension(call) ||
         dimensionOf(llvm::cast<llvm::CallInst>(instruction)) == 0;
}

bool differsBetweenItems(const llvm::Instruction& instruction, Together together) {
  if (instruction.getType()->isVoidTy()) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction))
    return together == Together::Group || !instruction.hasMetadata(kInterleaved);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return loadDiffers(*load, together);
  if (std::optional<KernelCall> call = kernelCallOf(instruction))
    return callDiffers(instruction, *call, together);
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
  Analysis(llvm::Function& function, Together together) : postDominators_(function) {
    cycles_.compute(function);
    numberBlocks(function);
    for (const llvm::Cycle* cycle : cycles_.toplevel_cycles()) numberCycle(*cycle);
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (differsBetweenItems(instruction, together)) setDivergent(instruction);
    while (!work_.empty()) {
      const llvm::Instruction* value = work_.pop_back_val();
      if (value->isTerminator() && value->getNumSuccessors() > 1)
        part(numbers_.lookup(value->getParent()));
      for (const llvm::User* user : value->users())
        setDivergent(*llvm::cast<llvm::Instruction>(user));
    }
  }

  bool isDivergent(const llvm::Value& value) const { return divergent_.contains(&value); }

  bool isDivergentUse(const llvm::Use& use) const {
    const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
    if (!value) return false;
    if (isDivergent(*value)) return true;
    const unsigned behind =
        numbers_.lookup(llvm::cast<llvm::Instruction>(use.getUser())->getParent());
    for (const llvm::Cycle* cycle = cycles_.getCycle(value->getParent());
         cycle && !contains(*cycle, behind); cycle = cycle->getParentCycle())
      if (const auto found = reachedUnevenly_.find(cycle);
          found != reachedUnevenly_.end() && found->second.test(behind))
        return true;
    return false;
  }

  bool hasDivergentBranch(const llvm::BasicBlock& block) const {
    return isDivergent(*block.getTerminator());
  }

 private:
  // A block's number is its place in reverse post-order.
  using Number = unsigned;
  using Numbers = llvm::SmallVector<Number, 2>;
  static constexpr Number kNoBlock = ~0u;

  // Paths that part at a divergent branch carry labels: first the number of the successor at which
  // they begin, from a join on that of the join. A block whose incoming labels are equal has
  // theirs.
  using Label = unsigned;
  static constexpr Label kNone = ~0u;
  static Label joinLabel(Number join) { return join; }
  static Label successorLabel(unsigned successor) { return (1u << 31) + successor; }

  struct Labels {
    explicit Labels(unsigned blocks) : ofBlock(blocks, kNone), isJoin(blocks) {}
    std::vector<Label> ofBlock;  // kNone: no path from the branch reaches the block
    std::vector<Number> reached;
    llvm::BitVector isJoin;
    std::vector<Number> joins;
    bool reachBranch = false;  // some path returns to the branch

    void clear() {
      for (Number block : reached) ofBlock[block] = kNone;
      for (Number block : joins) isJoin.reset(block);
      reached.clear();
      joins.clear();
      reachBranch = false;
    }
  };

  // Blocks to visit, the first in reverse post-order next, so that most are visited once.
  class Worklist {
   public:
    explicit Worklist(unsigned blocks) : waits_(blocks) {}
    void add(Number block) {
      waits_.set(block);
      next_ = std::min(next_, block);
    }
    /// kNoBlock if none waits.
    Number take() {
      const int found = next_ < waits_.size() ? waits_.find_first_in(next_, waits_.size()) : -1;
      if (found < 0) return next_ = kNoBlock;
      waits_.reset(static_cast<Number>(found));
      next_ = static_cast<Number>(found) + 1;
      return static_cast<Number>(found);
    }

   private:
    llvm::BitVector waits_;
    Number next_ = kNoBlock;  // none waits before it
  };

  void numberBlocks(llvm::Function& function) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (const llvm::BasicBlock* block : order) {
      numbers_[block] = static_cast<Number>(blocks_.size());
      blocks_.push_back(block);
    }
    successors_.resize(blocks_.size());
    predecessors_.resize(blocks_.size());
    cycleOf_.resize(blocks_.size(), 0);
    for (Number number = 0; number < blocks_.size(); ++number)
      for (const llvm::BasicBlock* successor : llvm::successors(blocks_[number])) {
        successors_[number].push_back(numbers_.lookup(successor));
        predecessors_[successors_[number].back()].push_back(number);
      }
    labels_.emplace(static_cast<unsigned>(blocks_.size()));
    worklist_.emplace(static_cast<unsigned>(blocks_.size()));
  }

  // A cycle has the numbers from its own to the last one of the cycles in it.
  struct CycleNumbers {
    unsigned first, last;
  };
  void numberCycle(const llvm::Cycle& cycle) {
    const unsigned first = ++cycleCount_;
    hasIrreducible_ |= !cycle.isReducible();
    for (const llvm::BasicBlock* block : cycle.blocks())
      if (cycles_.getCycle(block) == &cycle) cycleOf_[numbers_.lookup(block)] = first;
    for (const llvm::Cycle* inner : cycle.children()) numberCycle(*inner);
    cycleNumbers_[&cycle] = {first, cycleCount_};
  }
  static bool contains(CycleNumbers cycle, unsigned inner) {
    return inner >= cycle.first && inner <= cycle.last;
  }
  bool contains(const llvm::Cycle& cycle, Number block) const {
    return contains(cycleNumbers_.lookup(&cycle), cycleOf_[block]);
  }

  void setDivergent(const llvm::Instruction& instruction) {
    if (divergent_.insert(&instruction).second) work_.push_back(&instruction);
  }

  // What the labels of the edges into the block have in common. Where a branch has several edges to
  // the block, their labels differ.
  struct Incoming {
    Label label = kNone;  // the first one; kNone if no path from the branch leads here
    bool differ = false;
    void add(Label more) {
      differ |= label != kNone && label != more;
      if (label == kNone) label = more;
    }
  };
  Incoming incomingOf(const Labels& labels, Number branch, Number block) const {
    Incoming result;
    bool behindBranch = false;
    for (Number before : predecessors_[block]) {
      behindBranch |= before == branch;
      if (before != branch && labels.ofBlock[before] != kNone) result.add(labels.ofBlock[before]);
    }
    if (!behindBranch) return result;
    for (unsigned i = 0; i < successors_[branch].size(); ++i)
      if (successors_[branch][i] == block) result.add(successorLabel(i));
    return result;
  }

  // Labels all blocks from the branch to the meeting, which is on all paths to the end (kNoBlock:
  // up to the end), and finds the joins on the way. A path that returns to the branch begins anew
  // there.
  void findJoins(Number branch, Number meeting) {
    Labels& labels = *labels_;
    labels.clear();
    for (Number successor : successors_[branch]) worklist_->add(successor);
    for (Number block = worklist_->take(); block != kNoBlock; block = worklist_->take()) {
      if (labels.isJoin.test(block)) continue;
      const Incoming incoming = incomingOf(labels, branch, block);
      const Label label = incoming.differ ? joinLabel(block) : incoming.label;
      if (incoming.differ) {
        labels.isJoin.set(block);
        labels.joins.push_back(block);
      }
      labels.reachBranch |= block == branch;
      if (block == meeting || block == branch) continue;
      if (labels.ofBlock[block] == kNone) labels.reached.push_back(block);
      if (std::exchange(labels.ofBlock[block], label) != label)
        for (Number successor : successors_[block]) worklist_->add(successor);
    }
    llvm::sort(labels.joins);
  }

  // The next block that is on all paths from the block to the end; kNoBlock if there is none.
  Number postDominatorOf(Number block) const {
    const auto* node = postDominators_.getNode(blocks_[block]);
    const auto* above = node ? node->getIDom() : nullptr;
    return above && above->getBlock() ? numbers_.lookup(above->getBlock()) : kNoBlock;
  }

  // The outermost cycle around the branch and the meeting of which some path to the meeting begins
  // another iteration, so that work-items come to the meeting in different ones; or nullptr.
  const llvm::Cycle* cycleOnTheWay(Number branch, Number meeting) const {
    const llvm::Cycle* result = nullptr;
    for (const llvm::Cycle* cycle = cycles_.getCycle(blocks_[branch]); cycle;
         cycle = cycle->getParentCycle()) {
      const Number header = numbers_.lookup(cycle->getHeader());
      const bool passes =
          header == branch ? labels_->reachBranch : labels_->ofBlock[header] != kNone;
      if (passes && contains(*cycle, meeting)) result = cycle;
    }
    return result;
  }

  // What follows from work-items that part at the block's branch.
  void part(Number branch) {
    Number meeting = postDominatorOf(branch);
    findJoins(branch, meeting);
    while (const llvm::Cycle* cycle =
               meeting != kNoBlock ? cycleOnTheWay(branch, meeting) : nullptr) {
      while (meeting != kNoBlock && contains(*cycle, meeting)) meeting = postDominatorOf(meeting);
      findJoins(branch, meeting);
    }
    for (Number join : labels_->joins)
      for (const llvm::PHINode& phi : blocks_[join]->phis())
        if (!hasOneOperand(phi)) setDivergent(phi);
    for (const llvm::Cycle* cycle = cycles_.getCycle(blocks_[branch]); cycle;
         cycle = cycle->getParentCycle())
      leaveDivergently(*cycle, branch, meeting);
    spoilIrreducibleCycles(branch);
  }

  // Exits from the cycle that not all work-items of an iteration take which have parted at the
  // branch: paths that share no block lead to the exit and to the cycle's header.
  void leaveDivergently(const llvm::Cycle& cycle, Number branch, Number meeting) {
    const Labels& labels = *labels_;
    const CycleNumbers inside = cycleNumbers_.lookup(&cycle);
    const Number header = numbers_.lookup(cycle.getHeader());
    Label onward = kNone;  // of the paths that begin another iteration
    if (meeting != kNoBlock && contains(cycle, meeting)) {
      onward = joinLabel(meeting);
    } else if (header == branch) {
      const Incoming incoming = incomingOf(labels, branch, branch);
      onward = incoming.differ ? kNone : incoming.label;
    } else {
      onward = labels.ofBlock[header];
    }
    for (unsigned i = 0; i < successors_[branch].size(); ++i)
      if (const Number exit = successors_[branch][i];
          !contains(inside, cycleOf_[exit]) && successorLabel(i) != onward)
        reachUnevenly(cycle, exit);
    for (Number block : labels.reached) {
      if (labels.ofBlock[block] == onward || !contains(inside, cycleOf_[block])) continue;
      for (Number exit : successors_[block])
        if (!contains(inside, cycleOf_[exit])) reachUnevenly(cycle, exit);
    }
  }

  // Values of the cycle are divergent where they are used from `exit` on.
  void reachUnevenly(const llvm::Cycle& cycle, Number exit) {
    llvm::BitVector& reached = reachedUnevenly_[&cycle];
    reached.resize(static_cast<unsigned>(blocks_.size()));
    llvm::SmallVector<Number> work{exit};
    while (!work.empty()) {
      const Number number = work.pop_back_val();
      if (reached.test(number)) continue;
      reached.set(number);
      work.append(successors_[number]);
      if (contains(cycle, number)) continue;
      for (const llvm::Instruction& user : *blocks_[number])
        if (llvm::any_of(user.operands(), [&](const llvm::Use& use) {
              const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
              return value && contains(cycle, numbers_.lookup(value->getParent()));
            }))
          setDivergent(user);
    }
  }

  void spoilIrreducibleCycles(Number branch) {
    if (!hasIrreducible_) return;
    const auto spoilAround = [&](Number block) {
      for (const llvm::Cycle* cycle = cycles_.getCycle(blocks_[block]); cycle;
           cycle = cycle->getParentCycle())
        if (!cycle->isReducible() && spoilt_.insert(cycle).second) spoil(*cycle);
    };
    spoilAround(branch);
    for (Number block : labels_->reached) spoilAround(block);
    for (Number join : labels_->joins) spoilAround(join);
  }

  void spoil(const llvm::Cycle& cycle) {
    for (const llvm::BasicBlock* block : cycle.blocks()) {
      for (const llvm::PHINode& phi : block->phis()) setDivergent(phi);
      for (const llvm::BasicBlock* exit : llvm::successors(block))
        if (!cycle.contains(exit)) reachUnevenly(cycle, numbers_.lookup(exit));
    }
  }

  llvm::CycleInfo cycles_;
  llvm::PostDominatorTree postDominators_;
  llvm::DenseMap<const llvm::BasicBlock*, Number> numbers_;
  std::vector<const llvm::BasicBlock*> blocks_;     // by number
  std::vector<Numbers> successors_, predecessors_;  // by number
  std::vector<unsigned> cycleOf_;  // by block: the number of the innermost cycle; 0: none
  llvm::DenseMap<const llvm::Cycle*, CycleNumbers> cycleNumbers_;
  unsigned cycleCount_ = 0;
  bool hasIrreducible_ = false;
  std::optional<Labels> labels_;      // of the branch that is looked at
  std::optional<Worklist> worklist_;  // empty between calls of findJoins
  llvm::DenseSet<const llvm::Value*> divergent_;
  llvm::SmallVector<const llvm::Instruction*> work_;  // divergent, consequences not drawn yet
  /// By cycle: the blocks that work-items reach after they left it in different iterations.
  llvm::DenseMap<const llvm::Cycle*, llvm::BitVector> reachedUnevenly_;
  llvm::DenseSet<const llvm::Cycle*> spoilt_;
};

Uniformity::Uniformity(llvm::Function& function, Together together)
    : analysis_(std::make_unique<Analysis>(function, together)) {}

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
