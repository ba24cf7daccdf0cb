// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// keep-waiting-loops: where each iteration waits for the one before, `sum += values[i] * x[at[i]]`,
// copies of the body save nothing. With a number of iterations that is not known, they are a second
// loop for what is left, and a branch that processors guess wrongly. Copies of a loop around such
// loops save nothing either.
#include "compiler/analysis/recurrences.h"
#include "compiler/contract/pass.h"
#include "compiler/target/processor.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace lanewise {

/// Ensures: loops whose iterations wait for each other are not unrolled unless the number of
/// iterations is constant. Why here: LLVM unrolls behind it, and the bodies are as short as they
/// get.
FUNCTION_PASS(KeepWaitingLoopsPass);

namespace {

bool waits(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) instructions += block->sizeWithoutDebug();
  const Processor& processor = processorOf(*loop.getHeader()->getModule());
  return latencyOf(loop, loops) * processor.instructionsPerCycle >=
         static_cast<double>(instructions);
}

}  // namespace

llvm::PreservedAnalyses KeepWaitingLoopsPass::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && waits(*loop, loops))
      for (llvm::Loop* around = loop; around; around = around->getParentLoop())
        llvm::addStringMetadataToLoop(around, "llvm.loop.unroll.runtime.disable", 1);
  return llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
