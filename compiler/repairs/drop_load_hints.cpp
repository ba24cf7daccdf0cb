// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-load-hints: non-temporal loads become ordinary ones. The memory of kernels is cached for
// writing back, where processors treat both alike. LLVM 19 crashes when it generates code for
// narrow ones (a load that fills the rest of a vector with zeros). Stores keep the hint.
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/repairs/repairs.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no load is non-temporal. Why here: before anything is made of loads.
MODULE_PASS(DropLoadHintsPass);

llvm::PreservedAnalyses DropLoadHintsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!isRepaired(Repair::LoadHints)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!llvm::isa<llvm::LoadInst>(instruction)) continue;
      if (!instruction.hasMetadata(llvm::LLVMContext::MD_nontemporal)) continue;
      instruction.setMetadata(llvm::LLVMContext::MD_nontemporal, nullptr);
      changed = true;
    }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
