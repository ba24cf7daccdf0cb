// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every pass of ours with its contract. Requires and ensures speak of the whole module; the order
// is the one of passes.def. A pass that meets what we do not do calls refuse() (diagnostics.h).
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Requires: the module is about to become an object. Ensures, or refuses: no function is called
/// that is neither defined nor in the support archive, no instruction that code generation turns
/// into a call of the mathematics library (frem, llvm.exp, ...), no function attribute that relaxes
/// arithmetic. Changes nothing. Why here: what it forbids would end in an undefined symbol or in
/// wrong results of inlined builtins.
struct VerifyKernelPass : llvm::PassInfoMixin<VerifyKernelPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace lanewise
