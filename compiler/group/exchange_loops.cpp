// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exchange-loops: work-groups read memory row by row where each work-item reads a column.
//
//   for each vector: for k: use(in[k * 256 + id])    becomes
//   for k: for each vector: use(in[k * 256 + id])
//
// In the first order a vector reads a cache line of each row, far apart, and processors do not
// fetch them ahead. Where the loop does much with each line, such as an atomic operation for each
// work-item, few of them are on their way at a time. A barrier at the start of the loop gives the
// second order (barrier_regions.cpp), so the loop must be one that could have a barrier. Results
// are the same to the bit: nothing in the loop depends on the order of the work-items.
#include "compiler/analysis/uniformity.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/work_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstdint>
#include <optional>

namespace lanewise {

/// Ensures: nothing; loops that read a row of memory in each iteration have a barrier at their
/// start. Why here: the loops are those of vectors, and atomics are not loads and stores yet.
FUNCTION_PASS(ExchangeLoopsPass);

namespace {

// A processor has several iterations of a shorter loop on their way.
constexpr unsigned kLeastInstructions = 40;
// The fewest instructions for each value that differs between vectors and is made outside of the
// loop: it is made again, or loaded, in each iteration.
constexpr unsigned kLeastForValue = 10;
// Blocks that are visited to find out who comes where.
constexpr unsigned kMostVisits = 100'000;

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// Blocks that some work-items of a group may come to without the others, from a branch to the place
// where its ways meet again; none if there are too many.
std::optional<Blocks> partedBlocks(const llvm::Function& kernel,
                                   const llvm::PostDominatorTree& postDominators,
                                   const Uniformity& uniformity) {
  Blocks parted;
  unsigned visits = 0;
  for (const llvm::BasicBlock& block : kernel) {
    if (!uniformity.hasDivergentBranch(block)) continue;
    const auto* meeting = postDominators.getNode(&block)->getIDom();
    Blocks seen;
    llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&block));
    while (!work.empty()) {
      const llvm::BasicBlock* next = work.pop_back_val();
      if ((meeting && next == meeting->getBlock()) || !seen.insert(next).second) continue;
      if (++visits > kMostVisits) return std::nullopt;
      llvm::append_range(work, llvm::successors(next));
    }
    parted.insert(seen.begin(), seen.end());
  }
  return parted;
}

// The result of the loop may be another one if work-items come here in another order.
bool dependsOnOrder(const llvm::Instruction& instruction) {
  if (const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    switch (modify->getOperation()) {
      case llvm::AtomicRMWInst::Add:
      case llvm::AtomicRMWInst::Sub:
      case llvm::AtomicRMWInst::And:
      case llvm::AtomicRMWInst::Or:
      case llvm::AtomicRMWInst::Xor:
      case llvm::AtomicRMWInst::Max:
      case llvm::AtomicRMWInst::Min:
      case llvm::AtomicRMWInst::UMax:
      case llvm::AtomicRMWInst::UMin: return !modify->use_empty() || modify->isVolatile();
      default: return true;
    }
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return !load->isSimple();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return !store->isSimple();
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == llvm::Intrinsic::masked_store)
    return false;
  return instruction.mayHaveSideEffects();
}

// A vector of memory: by a load, or by one under a mask.
const llvm::Value* addressOfVector(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isVectorTy()) return nullptr;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == llvm::Intrinsic::masked_load)
    return call->getArgOperand(0);
  return llvm::getLoadStorePointerOperand(&instruction);
}

// Enough to look at it: the analyses of a kernel take time.
bool isLongAndLoads(const llvm::Loop& loop) {
  if (!loop.isInnermost()) return false;
  unsigned instructions = 0;
  bool loads = false;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) {
      ++instructions;
      loads |= addressOfVector(instruction) != nullptr;
    }
  return loads && instructions >= kLeastInstructions;
}

class LoopExchange {
 public:
  LoopExchange(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(kernel)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(kernel)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel)),
        layout_(kernel.getParent()->getDataLayout()),
        uniformity_(kernel),
        parted_(partedBlocks(kernel, analyses.getResult<llvm::PostDominatorTreeAnalysis>(kernel),
                             uniformity_)) {}

  llvm::SmallVector<llvm::Loop*> loops() const {
    llvm::SmallVector<llvm::Loop*> found;
    for (llvm::Loop* loop : loops_.getLoopsInPreorder())
      if (isLongAndLoads(*loop) && mayHaveBarrier(*loop) && isWorthwhile(*loop))
        found.push_back(loop);
    return found;
  }

 private:
  // All work-items of a group come to it, and make the same number of iterations.
  bool mayHaveBarrier(const llvm::Loop& loop) const {
    return loop.getLoopLatch() && parted_ && !parted_->contains(loop.getHeader()) &&
           !parted_->contains(loop.getLoopLatch());
  }

  bool isWorthwhile(const llvm::Loop& loop) const {
    unsigned instructions = 0;
    bool readsRows = false;
    llvm::SmallPtrSet<const llvm::Value*, 8> taken;  // from outside
    for (const llvm::BasicBlock* block : loop.blocks())
      for (const llvm::Instruction& instruction : *block) {
        ++instructions;
        if (isFixed(instruction, loop) || leaves(instruction, loop)) return false;
        readsRows |= readsRow(instruction, loop);
        for (const llvm::Use& operand : instruction.operands())
          if (const auto* value = llvm::dyn_cast<llvm::Instruction>(operand);
              value && !loop.contains(value) && !uniformity_.isUniformEverywhere(*value))
            taken.insert(value);
      }
    return readsRows && instructions >= kLeastForValue * taken.size();
  }

  // A barrier is here already, or lanes read where no row is: in each iteration, and not only where
  // 32-bit numbers wrap.
  bool isFixed(const llvm::Instruction& instruction, const llvm::Loop& loop) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_gather)
      return dominators_.dominates(call->getParent(), loop.getLoopLatch());
    return (call && call->isConvergent()) || dependsOnOrder(instruction);
  }

  // A value that differs between vectors is used in the next iteration or behind the loop: it would
  // be stored and loaded in each one.
  bool leaves(const llvm::Instruction& instruction, const llvm::Loop& loop) const {
    if (uniformity_.isUniformEverywhere(instruction)) return false;
    if (llvm::isa<llvm::PHINode>(instruction) && instruction.getParent() == loop.getHeader())
      return true;
    return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
      return !loop.contains(llvm::cast<llvm::Instruction>(user));
    });
  }

  // A load of adjacent elements at a place of its own for each vector, whose next iteration is not
  // next to it.
  bool readsRow(const llvm::Instruction& instruction, const llvm::Loop& loop) const {
    const llvm::Value* address = addressOfVector(instruction);
    if (!address || uniformity_.isUniform(*address)) return false;
    const std::optional<uint64_t> step = bytesToNext(*address, instruction, loop);
    return step && *step > layout_.getTypeStoreSize(instruction.getType()).getFixedValue();
  }

  // From the address to the one in the next iteration; the largest number if that is not constant,
  // none if it does not grow by the same in each iteration.
  std::optional<uint64_t> bytesToNext(const llvm::Value& address, const llvm::Instruction& access,
                                      const llvm::Loop& loop) const {
    const llvm::SCEV* place = evolution_.getSCEV(const_cast<llvm::Value*>(&address));
    const llvm::SCEVAddRecExpr* row = nullptr;
    // A number of 32 bits is inside of an extension, and counts elements.
    llvm::SCEVExprContains(place, [&](const llvm::SCEV* part) {
      const auto* sum = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
      if (sum && sum->getLoop() == &loop && sum->isAffine()) row = sum;
      return row != nullptr;
    });
    if (!row) return std::nullopt;
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(row->getStepRecurrence(evolution_));
    if (!step) return UINT64_MAX;
    return step->getAPInt().abs().getZExtValue() *
           (row == place ? 1 : access.getType()->getScalarSizeInBits() / 8);
  }

  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const llvm::DataLayout& layout_;
  const Uniformity uniformity_;
  const std::optional<Blocks> parted_;
};

}  // namespace

llvm::PreservedAnalyses ExchangeLoopsPass::run(llvm::Function& kernel,
                                               llvm::FunctionAnalysisManager& analyses) {
  // Kernels without barriers, or with yields, are one region.
  if (!hasKernelCall(kernel, KernelCall::Barrier) || hasYields(kernel))
    return llvm::PreservedAnalyses::all();
  bool changed = llvm::removeUnreachableBlocks(kernel);
  if (changed) analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  if (llvm::any_of(analyses.getResult<llvm::LoopAnalysis>(kernel).getLoopsInPreorder(),
                   [](const llvm::Loop* loop) { return isLongAndLoads(*loop); }))
    for (llvm::Loop* loop : LoopExchange(kernel, analyses).loops()) {
      llvm::BasicBlock* header = loop->getHeader();
      llvm::IRBuilder<> builder(header, header->getFirstInsertionPt());
      emitKernelCall(builder, KernelCall::Barrier);
      changed = true;
    }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
