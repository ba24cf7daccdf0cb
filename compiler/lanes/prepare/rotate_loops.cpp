// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rotate-loops: what LLVM's loop-rotate does to one loop after another, without its updates of the
// dominator tree and of MemorySSA. Each of them visits all blocks behind the loop, so that in a
// sequence of n loops they take n * n steps. Here both are computed again behind the pass.
#include "compiler/contract/pass.h"
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>

namespace lanewise {

/// Ensures: loops have their conditions at their ends, as far as LLVM's loop-rotate does this. Runs
/// again in the object stage. Why here: passes on loops expect this form.
FUNCTION_PASS(RotateLoopsPass);

namespace {

// Instructions of a header that are copied in front of the loop: as loop-rotate.
constexpr unsigned kMostInstructions = 16;

}  // namespace

llvm::PreservedAnalyses RotateLoopsPass::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  llvm::LoopInfo* loops = &analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops->empty()) return llvm::PreservedAnalyses::all();
  simplifyLoops(function, analyses);
  loops = &analyses.getResult<llvm::LoopAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  const auto& costs = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const auto& library = analyses.getResult<llvm::TargetLibraryAnalysis>(function);
  const llvm::SimplifyQuery query(function.getParent()->getDataLayout(), &library, nullptr,
                                  &assumptions);
  for (llvm::Loop* loop : llvm::reverse(loops->getLoopsInPreorder()))  // inner loops first
    llvm::LoopRotation(loop, loops, &costs, &assumptions, nullptr, nullptr, nullptr, query,
                       /*RotationOnly=*/false, kMostInstructions, /*IsUtilMode=*/false);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
