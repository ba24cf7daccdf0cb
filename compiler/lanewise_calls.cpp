// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations with the attributes of the contract, and calls of them.
#include "compiler/lanewise_calls.h"

#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

llvm::FunctionCallee pureFunction(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                  llvm::FunctionType* type) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(("lanewise." + name).str(), type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr(llvm::Attribute::Speculatable);
  return callee;
}

llvm::CallInst* callPure(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result) {
  return builder.CreateCall(
      pureFunction(builder, name, llvm::FunctionType::get(result, {}, false)));
}

}  // namespace

llvm::CallInst* callWithDimension(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                  llvm::Value* dimension) {
  auto* type = llvm::FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
  return builder.CreateCall(pureFunction(builder, name, type), {dimension});
}

llvm::CallInst* callLinearId(llvm::IRBuilderBase& builder, llvm::StringRef name) {
  return callPure(builder, name, builder.getInt64Ty());
}

llvm::CallInst* callWorkDim(llvm::IRBuilderBase& builder) {
  return callPure(builder, "work_dim", builder.getInt32Ty());
}

llvm::CallInst* callLaunch(llvm::IRBuilderBase& builder) {
  return callPure(builder, "launch", builder.getPtrTy());
}

llvm::CallInst* callBarrier(llvm::IRBuilderBase& builder) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      "lanewise.barrier", llvm::FunctionType::get(builder.getVoidTy(), {}, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setConvergent();
  llvm::CallInst* call = builder.CreateCall(callee);
  call->setConvergent();
  return call;
}

}  // namespace lanewise
