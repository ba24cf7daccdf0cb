// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls are declared once per type.
#include "compiler/contract/permutations.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace lanewise {

llvm::Value* emitPermutation(llvm::IRBuilderBase& builder, llvm::Value* vector, llvm::Value* from) {
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  const llvm::Type* element = type->getElementType();
  const std::string name = kPermuteCall.str() + ".v" + std::to_string(type->getNumElements()) +
                           (element->isFloatingPointTy() ? "f" : "i") +
                           std::to_string(element->getScalarSizeInBits());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Function* function = module.getFunction(name);
  if (!function) {
    function = llvm::Function::Create(llvm::FunctionType::get(type, {type, from->getType()}, false),
                                      llvm::Function::ExternalLinkage, name, module);
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->setSpeculatable();
  }
  return builder.CreateCall(function, {vector, from});
}

llvm::CallInst* permutationOf(llvm::Value& value) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(kPermuteCall) ? call : nullptr;
}

}  // namespace lanewise
