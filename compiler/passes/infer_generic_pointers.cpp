// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// infer-generic-pointers: LLVM's inference, told that SPIR's generic address space is the flat one;
// the CPU's cost model would say that there is none.
#include "compiler/passes.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace lanewise {

llvm::PreservedAnalyses InferGenericPointersPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager& analyses) {
  constexpr unsigned kGenericAddressSpace = 4;
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::InferAddressSpacesPass inference(kGenericAddressSpace);
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      functions.invalidate(function, inference.run(function, functions));
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
