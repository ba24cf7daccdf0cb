// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// known-sizes: the size of a work-group is a constant in kernels that know it, and local ids are less
// than that.
#include "compiler/lower/passes.h"

#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_calls.h"
#include "compiler/ir/known_launch.h"

#include <llvm/IR/ConstantRange.h>
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
      if (!kind || !takesDimension(*kind)) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      const uint64_t size = (*sizes)[dimensionOf(call)];
      if (kind == KernelCall::LocalId) {
        call.addRangeRetAttr(llvm::ConstantRange(llvm::APInt(64, 0), llvm::APInt(64, size)));
      } else if (kind == KernelCall::LocalSize || kind == KernelCall::EnqueuedLocalSize) {
        call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), size));
        call.eraseFromParent();
      } else {
        continue;
      }
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
