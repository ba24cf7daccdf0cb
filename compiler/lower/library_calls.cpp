// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and declarations of device library functions, and the split of vectors into components.
#include "compiler/lower/library_calls.h"

#include "builtins/library_prefix.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise {

std::string typeSuffix(const llvm::Type* type) {
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return typeSuffix(vector->getElementType()) + "x" + llvm::utostr(vector->getNumElements());
  if (type->isPointerTy()) return "p";
  const char* kind = type->isFloatingPointTy() ? "f" : "i";
  return kind + llvm::utostr(type->getScalarSizeInBits());
}

llvm::FunctionCallee libraryFunction(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                                     llvm::ArrayRef<llvm::Type*> parameters,
                                     llvm::MemoryEffects effects) {
  std::string symbol = (llvm::Twine(kLibraryPrefix) + name).str();
  for (const llvm::Type* parameter : parameters) symbol += "_" + typeSuffix(parameter);
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(symbol, llvm::FunctionType::get(result, parameters, false));
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    function->addFnAttr(llvm::Attribute::WillReturn);
    function->setMemoryEffects(effects);
    // A result in memory that nobody reads is not computed.
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (parameters[i]->isPointerTy()) function->addParamAttr(i, llvm::Attribute::NoCapture);
  }
  return callee;
}

llvm::Value* callLibrary(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Value*, 4> values;
  llvm::SmallVector<llvm::Type*, 4> types;
  auto memory = llvm::MemoryEffects::none();
  for (llvm::Value* argument : arguments) {
    if (argument->getType()->isPointerTy()) {
      memory = llvm::MemoryEffects::argMemOnly();
      argument = builder.CreateAddrSpaceCast(argument, builder.getPtrTy());
    }
    values.push_back(argument);
    types.push_back(argument->getType());
  }
  return builder.CreateCall(
      libraryFunction(*builder.GetInsertBlock()->getModule(), name, result, types, memory), values);
}

llvm::CallInst* callLibraryWithOpaqueTypes(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                           llvm::Type* result,
                                           llvm::ArrayRef<llvm::Value*> arguments,
                                           llvm::MemoryEffects effects) {
  const auto flat = [&](llvm::Type* type) {
    return type->isTargetExtTy() ? builder.getPtrTy() : type;
  };
  llvm::SmallVector<llvm::Type*, 8> types, flatTypes;
  for (llvm::Value* argument : arguments) {
    types.push_back(argument->getType());
    flatTypes.push_back(flat(types.back()));
  }
  llvm::FunctionCallee callee = libraryFunction(*builder.GetInsertBlock()->getModule(), name,
                                                flat(result), flatTypes, effects);
  return builder.CreateCall(llvm::FunctionType::get(result, types, false), callee.getCallee(),
                            arguments);
}

llvm::Value* mapLanes(llvm::IRBuilderBase& builder, llvm::Type* type,
                      llvm::ArrayRef<llvm::Value*> arguments, llvm::ArrayRef<unsigned> pointerSteps,
                      llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> lane) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector) return lane(arguments);
  llvm::Value* result = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::SmallVector<llvm::Value*, 4> components;
    for (auto [index, argument] : llvm::enumerate(arguments)) {
      if (argument->getType()->isVectorTy())
        components.push_back(builder.CreateExtractElement(argument, i));
      else if (argument->getType()->isPointerTy())
        components.push_back(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), argument,
                                                                uint64_t{i} * pointerSteps[index]));
      else
        components.push_back(argument);
    }
    result = builder.CreateInsertElement(result, lane(components), i);
  }
  return result;
}

}  // namespace lanewise
