// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// initialize-private: for contexts with CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR
// (kInitializePrivateFlag), private variables are zero until the program writes them.
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

/// Ensures: every variable is zero where its life begins, and no operand is undefined. Why here:
/// later passes take any value for what nothing has written.
MODULE_PASS(InitializePrivatePass);

namespace {

/// The variables of a function, with the places where their lives begin, if they have such.
using Births = llvm::MapVector<llvm::AllocaInst*, llvm::SmallVector<llvm::Instruction*, 2>>;

Births birthsOf(llvm::Function& function) {
  Births births;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) births[variable];
    auto* life = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
    if (!life || life->getIntrinsicID() != llvm::Intrinsic::lifetime_start) continue;
    if (auto* variable =
            llvm::dyn_cast<llvm::AllocaInst>(life->getArgOperand(1)->stripPointerCasts()))
      births[variable].push_back(life);
  }
  return births;
}

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

/// Variables that the front end or another compiler made values of.
void defineOperands(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function))
    for (llvm::Use& operand : instruction.operands())
      if (llvm::isa<llvm::UndefValue>(operand) && !llvm::isa<llvm::PoisonValue>(operand) &&
          isPlain(operand->getType()))
        operand.set(llvm::Constant::getNullValue(operand->getType()));
}

}  // namespace

llvm::PreservedAnalyses InitializePrivatePass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kInitializePrivateFlag)) return llvm::PreservedAnalyses::all();
  for (llvm::Function& function : module) {
    for (const auto& [variable, places] : birthsOf(function))
      if (places.empty())
        clear(*variable, *variable);
      else
        for (llvm::Instruction* place : places) clear(*variable, *place);
    defineOperands(function);
  }
  return preservesControlFlow();
}

}  // namespace lanewise
