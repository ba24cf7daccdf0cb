// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vectors of a work-group run one after another. A loop waits for what another vector writes if
// an exit of it depends on what it reads from memory that others may write while it runs: by an
// atomic or volatile access, or, in a loop with a fence, by any load. A call of a function out of
// line counts as such a read if the function has one. In a kernel with sub-group functions the
// result of a call on a pipe counts as read, too: only sub-groups have a promise, and loops that
// empty a pipe are to run in vectors.
//
// These do not wait:
//   - a loop that repeats a compare-and-exchange with the very value that it has read before: it
//     fails only if another work-item has succeeded. So the comparison of that value with the
//     result tells nothing to wait for
//   - a loop that takes numbers from a counter until they reach a bound: the additions of constants
//     have one direction, and the result is compared by order
//   - a loop with a barrier in each iteration
//   - a loop that counts its iterations up to a bound, in a kernel without sub-group functions: it
//     ends anyway, as a search for a free place in a hash table does. Only sub-groups have a
//     promise that what they try again and again happens in time. But where a work-item gives back
//     behind the loop what it has taken in it, such as a lock, the others are to get it, too: in a
//     vector it would come behind the loop when they have given up
#include "compiler/lower/waiting_loops.h"

#include "builtins/library_prefix.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/sub_group_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <utility>

namespace lanewise {
namespace {

using namespace llvm::PatternMatch;

// Null if the instruction calls no function that has a body.
const llvm::Function* definedCallee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

// Through casts, to an integer.
const llvm::Value* withoutCasts(const llvm::Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) value = cast->getOperand(0);
  return value;
}

// What depends on polls within one loop.
class WaitingLoop {
 public:
  WaitingLoop(const llvm::Loop& loop, const llvm::PostDominatorTree& postDominators,
              bool hasSubGroups, SharedAccesses& accesses)
      : loop_(loop),
        postDominators_(postDominators),
        hasSubGroups_(hasSubGroups),
        accesses_(accesses) {}

  bool waits() {
    const bool hasFence = hasAny([](const llvm::Instruction& instruction) {
      return llvm::isa<llvm::FenceInst>(instruction) || isBarrier(instruction);
    });
    for (llvm::BasicBlock* block : loop_.blocks())
      for (llvm::Instruction& instruction : *block)
        if (isPollingCall(instruction, hasFence))
          addCall(llvm::cast<llvm::CallBase>(instruction));
        else if (isPoll(instruction, hasFence) || (hasSubGroups_ && isPipeCall(instruction)))
          add(instruction);
    // The list grows.
    for (size_t i = 0; i < values_.size() && !waits_; ++i) follow(*values_[i]);
    return waits_;
  }

 private:
  template <class Predicate>
  bool hasAny(Predicate&& predicate) const {
    return llvm::any_of(loop_.blocks(), [&](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, predicate);
    });
  }

  static bool isPoll(const llvm::Instruction& instruction, bool hasFence) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return (hasFence || load->isVolatile() || load->isAtomic()) &&
             !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand()));
    return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
  }

  bool isPollingCall(const llvm::Instruction& instruction, bool hasFence) const {
    const llvm::Function* callee = definedCallee(instruction);
    if (!callee) return false;
    const SharedAccesses::Kinds kinds = accesses_.of(*callee);
    return kinds.polls || (hasFence && kinds.reads);
  }

  // The function may return what it has read, or store it to variables of its caller.
  void addCall(llvm::CallBase& call) {
    add(call);
    for (const llvm::Value* argument : call.args())
      if (argument->getType()->isPointerTy()) followVariable(*argument);
  }

  // Behind lower-pipes. Other functions of the library that access memory access only images.
  static bool isPipeCall(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Value* callee = call ? call->getCalledOperand() : nullptr;
    return callee && callee->getName().starts_with(kLibraryPrefix) &&
           callee->getName().contains("Pipe") && call->mayWriteToMemory();
  }

  void add(llvm::Instruction& instruction) {
    if (loop_.contains(&instruction)) values_.insert(&instruction);
  }

  // Whether it is a barrier of the group or the sub-group, which orders memory as a fence does.
  static bool isBarrier(const llvm::Instruction& instruction) {
    if (kernelCallOf(instruction) == KernelCall::Barrier) return true;
    const auto call = subGroupCallOf(instruction);
    return call && call->call == SubGroupCall::Barrier;
  }

  // The constant that the instruction adds to memory; 0 for other instructions.
  static int64_t stepOf(const llvm::Instruction& instruction) {
    const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    const auto* step =
        modify ? llvm::dyn_cast<llvm::ConstantInt>(modify->getValOperand()) : nullptr;
    if (!step || step->getBitWidth() > 64) return 0;
    if (modify->getOperation() == llvm::AtomicRMWInst::Add) return step->getSExtValue();
    return modify->getOperation() == llvm::AtomicRMWInst::Sub ? -step->getSExtValue() : 0;
  }

  // The comparison of a counter with a bound, which ends after enough steps: no step of the loop
  // goes back.
  bool comparesCounter(const llvm::Instruction& instruction) const {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
    if (!comparison || !comparison->isRelational()) return false;
    for (const llvm::Value* operand : comparison->operand_values()) {
      const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(withoutCasts(operand));
      const int64_t step = modify ? stepOf(*modify) : 0;
      if (step != 0 && !hasAny([step](const llvm::Instruction& other) {
            const int64_t otherStep = stepOf(other);
            return otherStep != 0 && (otherStep < 0) != (step < 0);
          }))
        return true;
    }
    return false;
  }

  // Whether the compare-and-exchange expects the value of its memory that was read in the loop, by
  // itself or by a load, or in the first iteration one from in front of the loop.
  bool expectsWhatWasRead(const llvm::AtomicCmpXchgInst& exchange) const {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    llvm::SmallVector<const llvm::Value*> work{exchange.getCompareOperand()};
    bool wasRead = false;
    while (!work.empty()) {
      const llvm::Value* value = withoutCasts(work.pop_back_val());
      if (!seen.insert(value).second) continue;
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
      if (!instruction || !loop_.contains(instruction)) return false;
      if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          if (loop_.contains(phi->getIncomingBlock(i))) work.push_back(phi->getIncomingValue(i));
        continue;
      }
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        if (load->getPointerOperand() != exchange.getPointerOperand()) return false;
      } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
        work.push_back(instruction->getOperand(0));
        continue;
      } else {
        const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(instruction);
        if (!part || part->getAggregateOperand() != &exchange ||
            part->getIndices() != llvm::ArrayRef(0U))
          return false;
      }
      wasRead = true;
    }
    return wasRead;
  }

  // Whether the exchange took place.
  static const llvm::AtomicCmpXchgInst* successOf(const llvm::Instruction& instruction) {
    const auto partOf = [](const llvm::Value* value,
                           unsigned index) -> const llvm::AtomicCmpXchgInst* {
      const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(value);
      if (!part || part->getIndices() != llvm::ArrayRef(index)) return nullptr;
      return llvm::dyn_cast<llvm::AtomicCmpXchgInst>(part->getAggregateOperand());
    };
    if (const auto* exchange = partOf(&instruction, 1)) return exchange;
    if (!llvm::isa<llvm::CmpInst>(instruction)) return nullptr;
    for (unsigned i = 0; i < 2; ++i) {
      const auto* exchange = partOf(withoutCasts(instruction.getOperand(i)), 0);
      if (exchange && withoutCasts(instruction.getOperand(1 - i)) ==
                          withoutCasts(exchange->getCompareOperand()))
        return exchange;
    }
    return nullptr;
  }

  void follow(llvm::Instruction& value) {
    if (const llvm::AtomicCmpXchgInst* exchange = successOf(value))
      if (expectsWhatWasRead(*exchange)) return;
    if (comparesCounter(value)) return;
    if (value.isTerminator()) return followBranch(*value.getParent());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&value))
      return followVariable(*store->getPointerOperand());
    for (llvm::User* user : value.users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      // A new value of memory, whose result is a poll if it is one.
      if (!llvm::isa<llvm::AtomicCmpXchgInst, llvm::AtomicRMWInst>(instruction)) add(*instruction);
    }
  }

  // Follows a value that is stored to a private variable, or to one of the caller.
  void followVariable(const llvm::Value& pointer) {
    const llvm::Value* variable = llvm::getUnderlyingObject(&pointer);
    const auto* argument = llvm::dyn_cast<llvm::Argument>(variable);
    if (argument ? isKernel(*argument->getParent()) : !llvm::isa<llvm::AllocaInst>(variable))
      return;
    for (llvm::BasicBlock* block : loop_.blocks())
      for (llvm::Instruction& instruction : *block)
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
          if (llvm::getUnderlyingObject(load->getPointerOperand()) == variable) add(instruction);
  }

  // Exits and the next iteration in front of the place where the ways meet depend on the branch,
  // and so do values that differ between the ways.
  void followBranch(llvm::BasicBlock& branch) {
    if (loop_.isLoopExiting(&branch)) {
      waits_ = true;
      return;
    }
    const auto* node = postDominators_.getNode(&branch);
    llvm::BasicBlock* meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meeting || !loop_.contains(meeting)) {
      waits_ = true;
      return;
    }
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<llvm::BasicBlock*> work(llvm::successors(&branch));
    while (!work.empty()) {
      llvm::BasicBlock* block = work.pop_back_val();
      if (!loop_.contains(block) || !seen.insert(block).second) continue;
      if (block == meeting) continue;
      waits_ |= block == loop_.getHeader();  // the next iteration
      for (llvm::PHINode& phi : block->phis()) add(phi);
      waits_ |= loop_.isLoopExiting(block);
      llvm::append_range(work, llvm::successors(block));
    }
    seen.erase(meeting);
    seen.insert(&branch);
    for (llvm::PHINode& phi : meeting->phis())
      if (differs(phi, seen)) add(phi);
  }

  static bool differs(const llvm::PHINode& phi,
                      const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& ways) {
    const llvm::Value* first = nullptr;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      if (!ways.contains(phi.getIncomingBlock(i))) continue;
      if (first && phi.getIncomingValue(i) != first) return true;
      first = phi.getIncomingValue(i);
    }
    return false;
  }

  const llvm::Loop& loop_;
  const llvm::PostDominatorTree& postDominators_;
  const bool hasSubGroups_;
  SharedAccesses& accesses_;
  llvm::SetVector<llvm::Instruction*> values_;
  bool waits_ = false;
};

bool hasBarrierInEachIteration(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*> latches;
  loop.getLoopLatches(latches);
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    const bool hasBarrier = llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return kernelCallOf(instruction) == KernelCall::Barrier;
    });
    return hasBarrier && llvm::all_of(latches, [&](const llvm::BasicBlock* latch) {
             return dominators.dominates(block, latch);
           });
  });
}

// The header's phi that a constant is added to in each iteration, if the value is that phi or the
// sum; the constant, or 0.
int64_t stepOfCounter(const llvm::Loop& loop, const llvm::Value& value) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    const llvm::Value* next = phi.getIncomingValueForBlock(latch);
    llvm::ConstantInt* step = nullptr;
    if ((&value == &phi || &value == next) &&
        match(next, m_c_Add(m_Specific(&phi), m_ConstantInt(step))) && step->getBitWidth() <= 64)
      return step->getSExtValue();
  }
  return 0;
}

constexpr unsigned kLeastCounterBits = 32;

// Whether the loop goes on at most until a counter comes to a bound, if it goes on where the
// condition is `goesOn`.
bool endsByCount(const llvm::Loop& loop, const llvm::Value& condition, bool goesOn) {
  const llvm::Value *a = nullptr, *b = nullptr;
  if (goesOn ? match(&condition, m_LogicalAnd(m_Value(a), m_Value(b)))
             : match(&condition, m_LogicalOr(m_Value(a), m_Value(b))))
    return endsByCount(loop, *a, goesOn) || endsByCount(loop, *b, goesOn);
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!comparison) return false;
  llvm::CmpInst::Predicate predicate =
      goesOn ? comparison->getPredicate() : comparison->getInversePredicate();
  a = withoutCasts(comparison->getOperand(0)), b = withoutCasts(comparison->getOperand(1));
  if (loop.isLoopInvariant(a)) {
    std::swap(a, b);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  // Narrow numbers may wrap below a wider bound.
  if (a->getType()->getScalarSizeInBits() < kLeastCounterBits) return false;
  const int64_t step = loop.isLoopInvariant(b) ? stepOfCounter(loop, *a) : 0;
  if (step == 0) return false;
  if (llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate)) return step > 0;
  if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate)) return step < 0;
  return true;
}

bool countsIterations(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!latch) return false;
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    return branch && branch->isConditional() && loop.isLoopExiting(block) &&
           dominators.dominates(block, latch) &&
           endsByCount(loop, *branch->getCondition(), loop.contains(branch->getSuccessor(0)));
  });
}

// Null: no atomic operation, or only a load.
const llvm::Value* changedAtomically(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LoadInst>(instruction) ||
      !(instruction.isAtomic() || instruction.isVolatile()))
    return nullptr;
  const auto place = llvm::MemoryLocation::getOrNone(&instruction);
  return place ? place->Ptr : nullptr;
}

// Memory that the loop changes atomically is changed behind it, too. What a function changes may be
// any memory.
bool givesBack(const llvm::Loop& loop, SharedAccesses& accesses) {
  const auto callChanges = [&accesses](const llvm::Instruction& instruction) {
    const llvm::Function* callee = definedCallee(instruction);
    return callee && accesses.of(*callee).changes;
  };
  llvm::SmallPtrSet<const llvm::Value*, 4> taken;
  bool takesAny = false;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) {
      if (const llvm::Value* address = changedAtomically(instruction))
        taken.insert(llvm::getUnderlyingObject(address));
      takesAny |= callChanges(instruction);
    }
  if (taken.empty() && !takesAny) return false;
  llvm::SmallVector<llvm::BasicBlock*> work;
  loop.getExitBlocks(work);
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  while (!work.empty()) {
    llvm::BasicBlock* block = work.pop_back_val();
    if (loop.contains(block) || !seen.insert(block).second) continue;
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* address = changedAtomically(instruction);
      if (callChanges(instruction) ||
          (address && (takesAny || taken.contains(llvm::getUnderlyingObject(address)))))
        return true;
    }
    llvm::append_range(work, llvm::successors(block));
  }
  return false;
}

// The accesses of one instruction to memory that is not the function's own.
SharedAccesses::Kinds kindsOf(const llvm::Instruction& instruction) {
  SharedAccesses::Kinds kinds;
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (load && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load->getPointerOperand())))
    return kinds;
  const bool isShared = instruction.isAtomic() || instruction.isVolatile();
  kinds.reads = instruction.mayReadFromMemory();
  kinds.polls = isShared && kinds.reads && !instruction.use_empty();
  kinds.changes = isShared && instruction.mayWriteToMemory() && !load;
  return kinds;
}

}  // namespace

SharedAccesses::Kinds SharedAccesses::of(const llvm::Function& function) {
  if (const auto known = kinds_.find(&function); known != kinds_.end()) return known->second;
  Kinds all;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::Function* callee = definedCallee(instruction);
    const Kinds kinds = callee ? of(*callee) : kindsOf(instruction);
    all.reads |= kinds.reads;
    all.polls |= kinds.polls;
    all.changes |= kinds.changes;
  }
  kinds_[&function] = all;
  return all;
}

llvm::SmallVector<WayBack> waysBackOfWaitingLoops(llvm::Function& function,
                                                  SharedAccesses& accesses) {
  // The kernels that call another function may have sub-groups.
  const bool hasSubGroups = !isKernel(function) || function.hasFnAttribute(kUsesSubGroupsAttribute);
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  const llvm::PostDominatorTree postDominators(function);
  llvm::SmallVector<WayBack> ways;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (hasBarrierInEachIteration(*loop, dominators)) continue;
    if (!hasSubGroups && countsIterations(*loop, dominators) && !givesBack(*loop, accesses))
      continue;
    if (!WaitingLoop(*loop, postDominators, hasSubGroups, accesses).waits()) continue;
    llvm::SmallVector<llvm::BasicBlock*> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) ways.push_back({latch, loop->getHeader()});
  }
  return ways;
}

}  // namespace lanewise
