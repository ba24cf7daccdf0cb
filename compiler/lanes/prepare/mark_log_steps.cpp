// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mark-log-steps: LLVM unrolls the steps of work-groups that exchange values in local memory, such
// as those of a sort or of a Fourier transform: loops with barriers whose variable is doubled or
// halved. In each step the distance between partners is a constant then, so that lanes exchange
// values by shuffles (lane_patterns.h).
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace lanewise {

/// Ensures: LLVM unrolls loops with barriers whose variable is doubled or halved, if the number of
/// iterations is known. Why here: before lanes, so that each step has distances of its own.
FUNCTION_PASS(MarkLogStepsPass);

namespace {

constexpr char kUnroll[] = "llvm.loop.unroll.full";
constexpr char kNoUnroll[] = "llvm.loop.unroll.disable";

bool hasBarrier(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return kernelCallOf(instruction) == KernelCall::Barrier;
    });
  });
}

// The variable times or divided by a constant.
bool isScaled(const llvm::Value& next, const llvm::PHINode& variable) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&next);
  if (!operation || operation->getOperand(0) != &variable ||
      !llvm::isa<llvm::ConstantInt>(operation->getOperand(1)))
    return false;
  switch (operation->getOpcode()) {
    case llvm::Instruction::Mul:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return true;
    default: return false;
  }
}

bool hasLogSteps(const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  return latch && llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& variable) {
           return isScaled(*variable.getIncomingValueForBlock(latch), variable);
         });
}

}  // namespace

llvm::PreservedAnalyses MarkLogStepsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (!llvm::getBooleanLoopAttribute(loop, kNoUnroll) && hasLogSteps(*loop) && hasBarrier(*loop))
      llvm::addStringMetadataToLoop(loop, kUnroll);
  return llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
