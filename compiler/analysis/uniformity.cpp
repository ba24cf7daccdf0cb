// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis: everything is uniform until one of these rules makes it divergent.
//
//   source    an id, a lane parameter, the address of a private variable, and what a load or a call
//             may find different for two work-items (differsBetweenItems)
//   data      a value that has a divergent operand, unless it is a reduction or a vote of all, or
//   the
//             number of the vector in its work-group
//   join      a phi where two paths meet that part at a divergent branch and share no block between
//             (parting_paths.h). Its operands must differ; an undefined operand is one that
//             differs.
//   temporal  a value from a cycle that work-items leave in different iterations, where it is used
//             behind the cycle (leaveDivergently)
//
// SSA form lets a value change over time through phis only, so joins and cycles are all that
// control flow can add. In a cycle with several entries iterations are not defined: if a divergent
// branch is in it or leads into it, all its phis are divergent and so are the uses of its values
// behind it.
#include "compiler/analysis/uniformity.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/analysis/parting_paths.h"
#include "compiler/analysis/step_rules.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/interleaved.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/sub_group_calls.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace lanewise {
namespace {

bool isGroupVariable(const llvm::Value& value) {
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&value);
  return variable && variable->hasMetadata(kGroupVariableMark);
}

// A load is uniform for a group only from memory that nobody writes (invariant), and from variables
// of the group.
bool loadDiffers(const llvm::LoadInst& load, Together together) {
  if (together == Together::Vector)
    return load.isVolatile() || interleavedVariable(*load.getPointerOperand());
  if (isGroupVariable(*load.getPointerOperand())) return load.hasMetadata(kInOrderMark);
  return !load.isSimple() || !load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

// The ids of y and z are those of all work-items that are adjacent along x. In a kernel that uses
// sub-groups there are none of y and z.
bool callDiffers(const llvm::Instruction& instruction, KernelCall call, Together together) {
  if (scopeOf(call) != CallScope::Item) return false;
  if (call == KernelCall::AllLanes) return together == Together::Group;
  return together == Together::Group || !takesDimension(call) || call == KernelCall::RowId ||
         dimensionOf(llvm::cast<llvm::CallInst>(instruction)) == 0;
}

// A reduction or a vote is the same for all work-items that execute it together, whatever its
// operand is.
bool unites(const llvm::Instruction& instruction, Together together) {
  const std::optional<CollectiveCall> call = collectiveCallOf(instruction);
  if (call && call->form == CollectiveForm::Reduce && call->scope == CollectiveScope::WorkGroup)
    return true;
  if (together != Together::Vector) return false;
  if (kernelCallOf(instruction) == KernelCall::AllLanes) return true;
  return call ? call->form == CollectiveForm::Reduce : hasSameResult(instruction);
}

// The step of a local id along x and of what conversions make of it; all else varies.
Step stepOfLocalId(const llvm::Value& value, unsigned lanes) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction) return Step::uniform();
  if (kernelCallOf(*instruction) == KernelCall::LocalId &&
      dimensionOf(llvm::cast<llvm::CallInst>(*instruction)) == 0) {
    Step step = Step::strided(1, kNeverWraps);
    step.isId = step.isAligned = true;
    return step;
  }
  const auto of = [lanes](const llvm::Value& operand) { return stepOfLocalId(operand, lanes); };
  return llvm::isa<llvm::TruncInst, llvm::ZExtInst>(instruction) && value.getType()->isIntegerTy()
             ? stepThrough(*instruction, {.of = of, .items = lanes})
             : Step::varying();
}

// A local id divided by a power of two of at least the lanes, as the number of a sub-group is.
bool isNumberOfVector(const llvm::Instruction& instruction, unsigned lanes) {
  const unsigned opcode = instruction.getOpcode();
  if (lanes == 1 || (opcode != llvm::Instruction::UDiv && opcode != llvm::Instruction::LShr) ||
      !instruction.getType()->isIntegerTy() ||
      !llvm::isa<llvm::ConstantInt>(instruction.getOperand(1)))
    return false;
  const auto of = [lanes](const llvm::Value& operand) { return stepOfLocalId(operand, lanes); };
  return stepThrough(instruction, {.of = of, .items = lanes}).kind == Step::Uniform;
}

bool differsBetweenItems(const llvm::Instruction& instruction, Together together) {
  if (instruction.getType()->isVoidTy()) return false;
  if (llvm::isa<llvm::AllocaInst>(instruction))
    return together == Together::Group ? !isGroupVariable(instruction)
                                       : !instruction.hasMetadata(kInterleaved);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return loadDiffers(*load, together);
  if (std::optional<KernelCall> call = kernelCallOf(instruction))
    return callDiffers(instruction, *call, together);
  if (collectiveCallOf(instruction)) return !unites(instruction, together);
  if (subGroupCallOf(instruction)) return !unites(instruction, together);
  if (stepOfLaneParameter(instruction)) return true;
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
  Analysis(llvm::Function& function, Together together, unsigned lanes)
      : together_(together),
        lanes_(lanes),
        postDominators_(function),
        paths_(function),
        cycleOf_(paths_.count()) {
    cycles_.compute(function);
    for (const llvm::Cycle* cycle : cycles_.toplevel_cycles()) numberCycle(*cycle);
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (differsBetweenItems(instruction, together)) setDivergent(instruction);
    while (!work_.empty()) {
      const llvm::Instruction* value = work_.pop_back_val();
      if (value->isTerminator() && value->getNumSuccessors() > 1)
        part(paths_.numberOf(*value->getParent()));
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
        paths_.numberOf(*llvm::cast<llvm::Instruction>(use.getUser())->getParent());
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
  using Number = PartingPaths::Number;
  using Label = PartingPaths::Label;
  static constexpr Number kNoBlock = PartingPaths::kNoBlock;
  static constexpr Label kNone = PartingPaths::kNone;

  // A cycle has the numbers from its own to the last one of the cycles in it.
  struct CycleNumbers {
    unsigned first, last;
  };
  void numberCycle(const llvm::Cycle& cycle) {
    const unsigned first = ++cycleCount_;
    if (!cycle.isReducible())
      for (const llvm::BasicBlock* entry : cycle.entries())
        entries_.emplace(paths_.numberOf(*entry), &cycle);
    hasIrreducible_ |= !cycle.isReducible();
    for (const llvm::BasicBlock* block : cycle.blocks())
      if (cycles_.getCycle(block) == &cycle) cycleOf_[paths_.numberOf(*block)] = first;
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
    if (unites(instruction, together_) || isNumberOfVector(instruction, lanes_)) return;
    if (divergent_.insert(&instruction).second) work_.push_back(&instruction);
  }

  // The next block that is on all paths from the block to the end; kNoBlock if there is none.
  Number postDominatorOf(Number block) const {
    const auto* node = postDominators_.getNode(&paths_.block(block));
    const auto* above = node ? node->getIDom() : nullptr;
    return above && above->getBlock() ? paths_.numberOf(*above->getBlock()) : kNoBlock;
  }

  // The outermost cycle around the branch and the meeting of which some path to the meeting begins
  // another iteration, so that work-items come to the meeting in different ones; or nullptr.
  const llvm::Cycle* cycleOnTheWay(Number branch, Number meeting) const {
    const llvm::Cycle* result = nullptr;
    for (const llvm::Cycle* cycle = cycles_.getCycle(&paths_.block(branch)); cycle;
         cycle = cycle->getParentCycle()) {
      const Number header = paths_.numberOf(*cycle->getHeader());
      const bool passes = header == branch ? paths_.returns() : paths_.labelOf(header) != kNone;
      if (passes && contains(*cycle, meeting)) result = cycle;
    }
    return result;
  }

  // What follows from work-items that part at the block's branch.
  void part(Number branch) {
    Number meeting = postDominatorOf(branch);
    paths_.follow(branch, meeting);
    while (const llvm::Cycle* cycle =
               meeting != kNoBlock ? cycleOnTheWay(branch, meeting) : nullptr) {
      while (meeting != kNoBlock && contains(*cycle, meeting)) meeting = postDominatorOf(meeting);
      paths_.follow(branch, meeting);
    }
    for (Number join : paths_.joins())
      for (const llvm::PHINode& phi : paths_.block(join).phis())
        if (!hasOneOperand(phi)) setDivergent(phi);
    for (const llvm::Cycle* cycle = cycles_.getCycle(&paths_.block(branch)); cycle;
         cycle = cycle->getParentCycle())
      leaveDivergently(*cycle, branch, meeting);
    spoilIrreducibleCycles(branch);
  }

  // Exits from the cycle that not all work-items of an iteration take which have parted at the
  // branch: paths that share no block lead to the exit and to the cycle's header.
  void leaveDivergently(const llvm::Cycle& cycle, Number branch, Number meeting) {
    const CycleNumbers inside = cycleNumbers_.lookup(&cycle);
    const Number header = paths_.numberOf(*cycle.getHeader());
    Label onward = kNone;  // of the paths that begin another iteration
    if (meeting != kNoBlock && contains(cycle, meeting))
      onward = PartingPaths::joinLabel(meeting);
    else
      onward = header == branch ? paths_.returningLabel() : paths_.labelOf(header);
    const llvm::ArrayRef<Number> successors = paths_.successors(branch);
    for (unsigned i = 0; i < successors.size(); ++i)
      if (!contains(inside, cycleOf_[successors[i]]) && PartingPaths::successorLabel(i) != onward)
        reachUnevenly(cycle, successors[i]);
    std::set<Number>& even = evenlyExiting(cycle);
    for (const PartingPaths::Range& range : paths_.labelled()) {
      if (range.label == onward) continue;
      for (auto block = even.lower_bound(range.first); block != even.end() && *block < range.end;
           block = even.erase(block))
        for (Number exit : paths_.successors(*block))
          if (!contains(inside, cycleOf_[exit])) reachUnevenly(cycle, exit);
    }
  }

  // Blocks with exits from the cycle that are not known to be taken unevenly.
  std::set<Number>& evenlyExiting(const llvm::Cycle& cycle) {
    const auto [found, isNew] = evenlyExiting_.try_emplace(&cycle);
    if (isNew)
      for (const llvm::BasicBlock* block : cycle.blocks())
        if (llvm::any_of(llvm::successors(block), [&](const llvm::BasicBlock* successor) {
              return !contains(cycle, paths_.numberOf(*successor));
            }))
          found->second.insert(paths_.numberOf(*block));
    return found->second;
  }

  // Values of the cycle are divergent where they are used from `exit` on.
  void reachUnevenly(const llvm::Cycle& cycle, Number exit) {
    llvm::BitVector& reached = reachedUnevenly_[&cycle];
    reached.resize(paths_.count());
    llvm::SmallVector<Number> work{exit};
    while (!work.empty()) {
      const Number number = work.pop_back_val();
      if (reached.test(number)) continue;
      reached.set(number);
      llvm::append_range(work, paths_.successors(number));
      if (contains(cycle, number)) continue;
      for (const llvm::Instruction& user : paths_.block(number))
        if (llvm::any_of(user.operands(), [&](const llvm::Use& use) {
              const auto* value = llvm::dyn_cast<llvm::Instruction>(use.get());
              return value && contains(cycle, paths_.numberOf(*value->getParent()));
            }))
          setDivergent(user);
    }
  }

  void spoilIrreducibleCycles(Number branch) {
    if (!hasIrreducible_) return;
    const auto spoilAround = [&](Number block) {
      for (const llvm::Cycle* cycle = cycles_.getCycle(&paths_.block(block)); cycle;
           cycle = cycle->getParentCycle())
        if (!cycle->isReducible() && spoilt_.insert(cycle).second) spoil(*cycle);
    };
    spoilAround(branch);
    for (Number join : paths_.joins()) spoilAround(join);
    for (const PartingPaths::Range& range : paths_.labelled())
      for (auto entry = entries_.lower_bound(range.first);
           entry != entries_.end() && entry->first < range.end; entry = entries_.erase(entry))
        if (spoilt_.insert(entry->second).second) spoil(*entry->second);
  }

  void spoil(const llvm::Cycle& cycle) {
    for (const llvm::BasicBlock* block : cycle.blocks()) {
      for (const llvm::PHINode& phi : block->phis()) setDivergent(phi);
      for (const llvm::BasicBlock* exit : llvm::successors(block))
        if (!cycle.contains(exit)) reachUnevenly(cycle, paths_.numberOf(*exit));
    }
  }

  const Together together_;
  const unsigned lanes_;
  llvm::CycleInfo cycles_;
  llvm::PostDominatorTree postDominators_;
  PartingPaths paths_;
  std::vector<unsigned> cycleOf_;  // by block: the number of the innermost cycle; 0: none
  llvm::DenseMap<const llvm::Cycle*, CycleNumbers> cycleNumbers_;
  unsigned cycleCount_ = 0;
  bool hasIrreducible_ = false;
  llvm::DenseSet<const llvm::Value*> divergent_;
  llvm::SmallVector<const llvm::Instruction*> work_;  // divergent, consequences not drawn yet
  /// By cycle: the blocks that work-items reach after they left it in different iterations.
  llvm::DenseMap<const llvm::Cycle*, llvm::BitVector> reachedUnevenly_;
  llvm::DenseMap<const llvm::Cycle*, std::set<Number>> evenlyExiting_;
  std::multimap<Number, const llvm::Cycle*> entries_;  // into irreducible cycles not yet spoilt
  llvm::DenseSet<const llvm::Cycle*> spoilt_;
};

Uniformity::Uniformity(llvm::Function& function, Together together, unsigned lanes)
    : analysis_(std::make_unique<Analysis>(function, together, lanes)) {}

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
