// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// infer-generic-pointers: LLVM's inference with SPIR's generic address space as the flat one. The
// CPU's cost model would report that there is none.
#include "compiler/ir/address_spaces.h"
#include "compiler/lower/passes.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace lanewise {

llvm::PreservedAnalyses InferGenericPointersPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::InferAddressSpacesPass inference(kGenericAddressSpace);
  auto all = llvm::PreservedAnalyses::all();
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::PreservedAnalyses preserved = inference.run(function, functions);
    functions.invalidate(function, preserved);
    all.intersect(preserved);
  }
  // What the inference invalidates is gone from the function's analyses.
  all.preserve<llvm::FunctionAnalysisManagerModuleProxy>();
  return all;
}

}  // namespace lanewise
