// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An artificial function of debug information for each wrapper.
#include "compiler/lower/wrapper_lines.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

/// The first function with debug information that `function` calls; null if there is none.
const llvm::DISubprogram* calledBy(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction())
        if (const llvm::DISubprogram* subprogram = callee->getSubprogram()) return subprogram;
  return nullptr;
}

void describe(llvm::Function& function, const llvm::DISubprogram& called) {
  llvm::DIBuilder builder(*function.getParent(), /*AllowUnresolved=*/false, called.getUnit());
  llvm::DIFile* file = called.getFile();
  llvm::DISubprogram* own = builder.createFunction(
      file, function.getName(), "", file, called.getLine(),
      builder.createSubroutineType(builder.getOrCreateTypeArray({})), called.getLine(),
      llvm::DINode::FlagArtificial, llvm::DISubprogram::SPFlagDefinition);
  builder.finalizeSubprogram(own);
  function.setSubprogram(own);
  // Each call of a function with debug information has to have a place.
  const auto* place = llvm::DILocation::get(function.getContext(), called.getLine(), 0, own);
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::isa<llvm::CallBase>(instruction)) instruction.setDebugLoc(place);
}

}  // namespace

void describeWrappers(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !function.getSubprogram())
      if (const llvm::DISubprogram* called = calledBy(function)) describe(function, *called);
}

}  // namespace lanewise
