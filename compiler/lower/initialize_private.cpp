// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// initialize-private: for contexts with CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR
// (kInitializePrivateFlag), private variables are zero until the program writes them.
#include "compiler/contract/lifetime_starts.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: every variable is zero where its lifetime begins, and no operand is undefined. Why
/// here: later passes take any value for what nothing has written.
MODULE_PASS(InitializePrivatePass);

namespace {

void clear(llvm::AllocaInst& variable, llvm::Instruction& behind) {
  const auto size = variable.getAllocationSize(variable.getDataLayout());
  if (!size || size->isZero()) return;
  llvm::IRBuilder<> builder(behind.getNextNode());
  builder.CreateMemSet(&variable, builder.getInt8(0), size->getFixedValue(), variable.getAlign());
}

bool isPlain(llvm::Type* type) {
  if (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy() || type->isPtrOrPtrVectorTy())
    return true;
  return type->isAggregateType() &&
         llvm::all_of(type->subtypes(), [](llvm::Type* part) { return isPlain(part); });
}

/// `constant` with zero for what is undefined in it; null if nothing is.
llvm::Constant* defined(llvm::Constant& constant) {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::PoisonValue>(constant)) return nullptr;
  if (llvm::isa<llvm::UndefValue>(constant))
    return isPlain(type) ? llvm::Constant::getNullValue(type) : nullptr;
  if (!llvm::isa<llvm::ConstantAggregate>(constant)) return nullptr;
  llvm::SmallVector<llvm::Constant*> parts;
  bool differs = false;
  for (llvm::Use& operand : constant.operands()) {
    auto* part = llvm::cast<llvm::Constant>(operand);
    llvm::Constant* whole = defined(*part);
    differs |= whole != nullptr;
    parts.push_back(whole ? whole : part);
  }
  if (!differs) return nullptr;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::ConstantStruct::get(structure, parts);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ConstantArray::get(array, parts);
  return llvm::ConstantVector::get(parts);
}

/// Variables that the front end or another compiler made values of.
void defineOperands(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function))
    for (llvm::Use& operand : instruction.operands())
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand))
        if (llvm::Constant* value = defined(*constant)) operand.set(value);
}

}  // namespace

llvm::PreservedAnalyses InitializePrivatePass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kInitializePrivateFlag)) return llvm::PreservedAnalyses::all();
  for (llvm::Function& function : module) {
    for (const auto& [variable, places] : lifetimeStartsOf(function))
      for (llvm::Instruction* place : places) clear(*variable, *place);
    defineOperands(function);
  }
  return preservesControlFlow();
}

}  // namespace lanewise
