// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies aggregates at the start of the function that gets them by value.
#include "compiler/lower/by_value.h"

#include "compiler/contract/kernel_attributes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {
namespace {

// The alignment is that of the copy, and not of what the caller passes.
void passByPointer(llvm::Function& function, unsigned parameter) {
  if (!isKernel(function)) function.removeParamAttr(parameter, llvm::Attribute::Alignment);
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      call->removeParamAttr(parameter, llvm::Attribute::ByVal);
      call->removeParamAttr(parameter, llvm::Attribute::Alignment);
    }
}

}  // namespace

void copyByValue(llvm::Function& function) {
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    llvm::Type* type = argument.getParamByValType();
    const llvm::DataLayout& layout = function.getDataLayout();
    const llvm::Align align =
        std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
    argument.removeAttr(llvm::Attribute::ByVal);
    passByPointer(function, argument.getArgNo());
    llvm::AllocaInst* copy = builder.CreateAlloca(type);
    copy->setAlignment(align);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, llvm::Align(1), layout.getTypeAllocSize(type));
  }
}

}  // namespace lanewise
