// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// known-sizes: the size of a work-group is a constant in kernels that know it.
#include "compiler/contract/pass.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: kernels that know the size of their work-groups do not ask for it. Why here: all other
/// calls for sizes are there, and passes behind unroll loops.
MODULE_PASS(KnownSizesPass);

llvm::PreservedAnalyses KnownSizesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    const auto sizes = knownLocalSize(*kernel);
    if (!sizes) continue;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*kernel))) {
      const auto kind = kernelCallOf(instruction);
      if (kind != KernelCall::LocalSize && kind != KernelCall::EnqueuedLocalSize) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), (*sizes)[dimensionOf(call)]));
      call.eraseFromParent();
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
