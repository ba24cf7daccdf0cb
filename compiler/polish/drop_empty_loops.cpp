// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-empty-loops: LLVM's loop-deletion, for functions that may have something to delete. It
// counts the iterations of each loop, which takes longer than all else that it does.
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

namespace lanewise {

/// Ensures: nothing; loops without effect, such as those over the vectors of a region that computes
/// nothing, are gone. Why here: dead stores are gone.
FUNCTION_PASS(DropEmptyLoopsPass);

namespace {

bool isEmpty(const llvm::Loop& loop) {
  return llvm::all_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::none_of(*block, [](const llvm::Instruction& instruction) {
      return instruction.mayHaveSideEffects();
    });
  });
}

}  // namespace

llvm::PreservedAnalyses DropEmptyLoopsPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (llvm::none_of(loops.getLoopsInPreorder(),
                    [](const llvm::Loop* loop) { return isEmpty(*loop); }))
    return llvm::PreservedAnalyses::all();
  return llvm::createFunctionToLoopPassAdaptor(llvm::LoopDeletionPass()).run(function, analyses);
}

}  // namespace lanewise
