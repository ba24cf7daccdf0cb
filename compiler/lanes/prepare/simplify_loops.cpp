// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of LLVM: loops in simplified form, and their values used behind them through phis.
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/IR/Function.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace lanewise {

void simplifyLoops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  llvm::EliminateUnreachableBlocks(kernel);  // LowerSwitch leaves some; branches stay as they are
  analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(kernel, analyses);
  analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
}

}  // namespace lanewise
