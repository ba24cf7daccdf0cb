// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// infer-generic-pointers: LLVM's inference with SPIR's generic address space as the flat one. The
// CPU's cost model would report that there is none. A function out of line is inferred for each
// list of address spaces of its arguments on its own (specialize_functions.h), after its callers.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/pass.h"
#include "compiler/lower/specialize_functions.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace lanewise {

/// Ensures: pointers of the generic address space that come from one named space have that type.
/// Why here: after inlining, because OpenCL C 2.0 passes everything as generic.
MODULE_PASS(InferGenericPointersPass);

llvm::PreservedAnalyses InferGenericPointersPass::run(llvm::Module& module,
                                                      llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  llvm::InferAddressSpacesPass inference(kGenericAddressSpace);
  auto all = llvm::PreservedAnalyses::all();
  const auto infer = [&](llvm::Function& function) {
    const llvm::PreservedAnalyses preserved = inference.run(function, functions);
    functions.invalidate(function, preserved);
    all.intersect(preserved);
  };
  bool hasOutOfLine = false;
  for (llvm::Function& function : module) {
    hasOutOfLine |= isOutOfLine(function);
    if (!function.isDeclaration() && !isOutOfLine(function)) infer(function);
  }
  if (hasOutOfLine) {
    specializeFunctions(module, infer);
    return llvm::PreservedAnalyses::none();
  }
  // What the inference invalidates is gone from the function's analyses.
  all.preserve<llvm::FunctionAnalysisManagerModuleProxy>();
  return all;
}

}  // namespace lanewise
