// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mark-log-steps: LLVM unrolls the steps of work-groups that exchange values in local memory, such
// as those of a sort or of a Fourier transform: loops with barriers whose variable is doubled or
// halved. In each step the distance between partners is a constant then, so that lanes exchange
// values by shuffles (lane_patterns.h).
#include "compiler/contract/pass.h"
#include "compiler/lanes/known/log_steps.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace lanewise {

/// Ensures: LLVM unrolls loops with barriers whose variable is doubled or halved, if the number of
/// iterations is known. Why here: before lanes, so that each step has distances of its own.
FUNCTION_PASS(MarkLogStepsPass);

namespace {

constexpr char kUnroll[] = "llvm.loop.unroll.full";
constexpr char kNoUnroll[] = "llvm.loop.unroll.disable";

}  // namespace

llvm::PreservedAnalyses MarkLogStepsPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (!llvm::getBooleanLoopAttribute(loop, kNoUnroll) && hasLogSteps(*loop))
      llvm::addStringMetadataToLoop(loop, kUnroll);
  return llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
