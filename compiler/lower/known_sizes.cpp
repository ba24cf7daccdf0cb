// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// known-sizes: the size of a work-group is a constant in kernels that know it.
#include "compiler/lower/passes.h"

#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_calls.h"
#include "compiler/ir/known_launch.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

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
