// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What module passes return that replace instructions.
#pragma once

#include <llvm/IR/Analysis.h>
#include <llvm/IR/PassManager.h>

namespace lanewise {

/// The result of a pass that leaves the blocks of all functions and the branches between them as
/// they are: dominators, loops and the like stay valid.
inline llvm::PreservedAnalyses preservesControlFlow() {
  llvm::PreservedAnalyses preserved;
  preserved.preserve<llvm::FunctionAnalysisManagerModuleProxy>();
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace lanewise
