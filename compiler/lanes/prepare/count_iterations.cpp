// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// count-iterations: `for (i = get_local_id(0); i < 1024; i += get_local_size(0))` has the same
// number of iterations for all work-items if the size of the work-group divides the bound. Such
// loops end when a counter has this number: lanes do not part there, and LLVM unrolls short ones.
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/work_groups.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <optional>

namespace lanewise {

/// Ensures: loops whose number of iterations follows from the range of local ids end by a counter.
/// Runs in kernels that know the size of their work-groups. Why here: loops are rotated, and passes
/// behind unroll them.
FUNCTION_PASS(CountIterationsPass);

namespace {

// While it lives, calls for local ids have their range. Not longer: passes on loops would take
// parts of ids out of loops, in forms that have no shape (prepare_lanes.cpp).
class KnownIds {
 public:
  KnownIds(llvm::Function& kernel, const std::array<uint64_t, 3>& sizes) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (kernelCallOf(instruction) != KernelCall::LocalId) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      const unsigned bits = call.getType()->getIntegerBitWidth();
      call.addRangeRetAttr(
          llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, sizes[dimensionOf(call)])));
      calls_.push_back(&call);
    }
  }
  ~KnownIds() {
    for (llvm::CallInst* call : calls_) call->removeRetAttr(llvm::Attribute::Range);
  }
  KnownIds(const KnownIds&) = delete;
  KnownIds& operator=(const KnownIds&) = delete;

 private:
  llvm::SmallVector<llvm::CallInst*> calls_;
};

constexpr unsigned kMostBits = 32;  // of the counter

// The number of jumps back of a loop, if it follows from the range of ids only: LLVM counts the
// others.
std::optional<llvm::APInt> backJumpsOf(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* count = evolution.getBackedgeTakenCount(&loop);
  if (llvm::isa<llvm::SCEVCouldNotCompute, llvm::SCEVConstant>(count)) return std::nullopt;
  const llvm::ConstantRange range =
      evolution.getUnsignedRange(count).intersectWith(evolution.getSignedRange(count));
  const llvm::APInt* number = range.getSingleElement();
  if (!number || number->getActiveBits() >= kMostBits) return std::nullopt;
  return number->zextOrTrunc(kMostBits);
}

// The condition in front of a rotated loop, if it follows from the range of ids.
bool decideGuard(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::BranchInst* guard = loop.getLoopGuardBranch();
  auto* condition = guard ? llvm::dyn_cast<llvm::ICmpInst>(guard->getCondition()) : nullptr;
  if (!condition || !evolution.isSCEVable(condition->getOperand(0)->getType())) return false;
  const std::optional<bool> known = evolution.evaluatePredicate(
      condition->getPredicate(), evolution.getSCEV(condition->getOperand(0)),
      evolution.getSCEV(condition->getOperand(1)));
  if (known) guard->setCondition(llvm::ConstantInt::getBool(guard->getContext(), *known));
  return known.has_value();
}

bool count(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch(),
                   *exiting = loop.getExitingBlock();
  auto* exit = exiting ? llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator()) : nullptr;
  if (!before || !latch || !exit || !exit->isConditional()) return false;
  const std::optional<llvm::APInt> backJumps = backJumpsOf(loop, evolution);
  if (!backJumps) return false;
  llvm::IRBuilder<> builder(&loop.getHeader()->front());
  llvm::PHINode* counter = builder.CreatePHI(builder.getInt32Ty(), 2, "iteration");
  counter->addIncoming(builder.getInt32(0), before);
  builder.SetInsertPoint(exit);
  const bool leavesIfTrue = !loop.contains(exit->getSuccessor(0));
  llvm::Value* last = llvm::ConstantInt::get(counter->getType(), *backJumps);
  exit->setCondition(builder.CreateICmp(
      leavesIfTrue ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE, counter, last));
  builder.SetInsertPoint(latch->getTerminator());
  counter->addIncoming(builder.CreateNUWAdd(counter, builder.getInt32(1)), latch);
  evolution.forgetLoop(&loop);
  return true;
}

}  // namespace

llvm::PreservedAnalyses CountIterationsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  const std::array<uint64_t, 3> sizes = largestLocalSize(function);
  llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (sizes[0] == 0 || loops.empty()) return llvm::PreservedAnalyses::all();
  const KnownIds ids(function, sizes);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    changed |= decideGuard(*loop, evolution);
    changed |= count(*loop, evolution);
  }
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
