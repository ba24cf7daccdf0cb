// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// verify-kernel: nothing is left that would need a library which kernel code does not have.
#include "compiler/diagnostics.h"
#include "compiler/passes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

llvm::PreservedAnalyses VerifyKernelPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.getOpcode() == llvm::Instruction::FRem) refuse(function, "frem");
  return llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
