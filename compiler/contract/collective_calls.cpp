// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of collective calls: recognized and composed.
#include "compiler/contract/collective_calls.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

namespace lanewise {
namespace {

constexpr llvm::StringRef kPrefix = "lanewise.";

llvm::StringRef nameOf(CollectiveScope scope) {
  switch (scope) {
    case CollectiveScope::SubGroup: return "sub_group";
    case CollectiveScope::WorkGroup: return "work_group";
  }
  llvm_unreachable("every scope has its case");
}

llvm::StringRef nameOf(CollectiveForm form) {
  switch (form) {
    case CollectiveForm::Reduce: return "reduce";
    case CollectiveForm::InclusiveScan: return "inclusive_scan";
    case CollectiveForm::ExclusiveScan: return "exclusive_scan";
  }
  llvm_unreachable("every form has its case");
}

std::optional<CollectiveScope> scopeNamed(llvm::StringRef name) {
  for (CollectiveScope scope : {CollectiveScope::SubGroup, CollectiveScope::WorkGroup})
    if (name == nameOf(scope)) return scope;
  return std::nullopt;
}

std::optional<CollectiveForm> formNamed(llvm::StringRef name) {
  for (CollectiveForm form :
       {CollectiveForm::Reduce, CollectiveForm::InclusiveScan, CollectiveForm::ExclusiveScan})
    if (name == nameOf(form)) return form;
  return std::nullopt;
}

std::string nameOf(const llvm::Type& type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type))
    return "v" + std::to_string(vector->getNumElements()) + nameOf(*vector->getElementType());
  return (type.isFloatingPointTy() ? "f" : "i") + std::to_string(type.getScalarSizeInBits());
}

llvm::FunctionCallee declare(llvm::Module& module, const std::string& name, llvm::Type* result,
                             llvm::Type* value) {
  if (llvm::Function* existing = module.getFunction(name)) return existing;
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, {value}, false),
                                          llvm::Function::ExternalLinkage, name, module);
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  function->setConvergent();
  return function;
}

}  // namespace

std::optional<CollectiveCall> collectiveCallOf(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  llvm::StringRef name = callee ? callee->getName() : "";
  if (!name.consume_front(kPrefix)) return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, '.');
  if (parts.size() != 4) return std::nullopt;
  const std::optional<CollectiveScope> scope = scopeNamed(parts[0]);
  const std::optional<CollectiveForm> form = formNamed(parts[1]);
  const std::optional<CollectiveOperation> operation = collectiveOperationOf(parts[2]);
  if (!scope || !form || !operation) return std::nullopt;
  return CollectiveCall{*scope, *form, *operation};
}

llvm::CallInst* emitCollectiveCall(llvm::IRBuilderBase& builder, const CollectiveCall& call,
                                   llvm::Value* value) {
  llvm::Type* type = value->getType();
  const std::string name = (kPrefix + nameOf(call.scope) + "." + nameOf(call.form) + "." +
                            nameOf(call.operation) + "." + nameOf(*type))
                               .str();
  llvm::Type* result = call.form == CollectiveForm::Reduce ? type->getScalarType() : type;
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(declare(module, name, result, type), {value});
}

}  // namespace lanewise
