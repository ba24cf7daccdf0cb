// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang marks neither the kernels nor the functions of blocks. Their names are reserved: those of
// blocks at program scope begin with one underscore.
#include "compiler/frontend/blocks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

bool isOfBlock(const llvm::Function& function) {
  return !function.isDeclaration() && function.getName().starts_with("_") &&
         function.getName().contains("_block_invoke");
}

void makeFunction(llvm::Function& kernel) {
  kernel.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  // Another program may have a block in a function of the same name.
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
  llvm::DISubprogram* subprogram = kernel.getSubprogram();
  kernel.clearMetadata();
  kernel.setSubprogram(subprogram);
}

// In a literal, the address is cast to the generic address space.
void forgetAddress(llvm::Function& function) {
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(user);
    if (!cast || !cast->isCast()) continue;
    auto* null = llvm::Constant::getNullValue(cast->getType());
    for (llvm::Use& use : llvm::make_early_inc_range(cast->uses())) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(use.getUser()))
        store->setOperand(use.getOperandNo(), null);
      else if (auto* constant = llvm::dyn_cast<llvm::ConstantAggregate>(use.getUser()))
        constant->handleOperandChange(cast, null);
    }
  }
}

}  // namespace

void prepareBlocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!isOfBlock(function)) continue;
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      makeFunction(function);
    else
      forgetAddress(function);
  }
}

}  // namespace lanewise
