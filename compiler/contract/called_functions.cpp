// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of a module's functions, and what replaces a function by one with other parameters.
#include "compiler/contract/called_functions.h"

#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

void visit(llvm::Function& function, llvm::DenseSet<llvm::Function*>& seen,
           llvm::SmallVectorImpl<llvm::Function*>& order) {
  if (!seen.insert(&function).second) return;
  for (llvm::CallBase* call : callsOfDefined(function))
    visit(*call->getCalledFunction(), seen, order);
  if (isOutOfLine(function)) order.push_back(&function);
}

}  // namespace

llvm::SmallVector<llvm::CallBase*, 8> callsOfDefined(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function* callee = call->getCalledFunction())
        if (!callee->isDeclaration()) calls.push_back(call);
  return calls;
}

llvm::SmallVector<llvm::CallBase*, 8> callsOf(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*, 8> calls;
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) calls.push_back(call);
  return calls;
}

bool isOutOfLine(const llvm::Function& function) {
  return function.hasFnAttribute(kOutOfLineAttribute);
}

llvm::SmallVector<llvm::Function*> outOfLineCalleesFirst(llvm::Module& module) {
  llvm::DenseSet<llvm::Function*> seen;
  llvm::SmallVector<llvm::Function*> order;
  for (llvm::Function* kernel : kernelsOf(module)) visit(*kernel, seen, order);
  return order;
}

llvm::SmallVector<llvm::Function*> functionsOfProgram(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> functions = kernelsOf(module);
  for (llvm::Function* function : outOfLineCalleesFirst(module))
    if (function->getName().starts_with(kFunctionPrefix)) functions.push_back(function);
  return functions;
}

llvm::Function* declareAs(llvm::Function& function, llvm::FunctionType* type) {
  auto* to =
      llvm::Function::Create(type, function.getLinkage(), function.getName(), function.getParent());
  to->copyAttributesFrom(&function);
  return to;
}

void replaceCall(llvm::CallBase& call, llvm::Function& callee,
                 llvm::ArrayRef<llvm::Value*> arguments) {
  auto* replacement = llvm::CallInst::Create(&callee, arguments, "", call.getIterator());
  replacement->setAttributes(call.getAttributes());
  replacement->setCallingConv(call.getCallingConv());
  replacement->copyMetadata(call);
  replacement->setDebugLoc(call.getDebugLoc());
  replacement->takeName(&call);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

llvm::Function& addParameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types) {
  llvm::SmallVector<llvm::Type*> all(function.getFunctionType()->params());
  all.append(types.begin(), types.end());
  auto& to = *declareAs(function,
                        llvm::FunctionType::get(function.getReturnType(), all, /*isVarArg=*/false));
  to.takeName(&function);
  to.splice(to.begin(), &function);
  to.setSubprogram(function.getSubprogram());
  function.setSubprogram(nullptr);
  for (auto [before, after] : llvm::zip(function.args(), to.args())) {
    after.takeName(&before);
    before.replaceAllUsesWith(&after);
  }
  for (llvm::CallBase* call : callsOf(function)) {
    llvm::SmallVector<llvm::Value*> arguments(call->args());
    for (llvm::Type* type : types) arguments.push_back(llvm::PoisonValue::get(type));
    replaceCall(*call, to, arguments);
  }
  function.eraseFromParent();
  return to;
}

}  // namespace lanewise
