// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// restore-constants: `(n - 1 - i) << 1` is computed with the constant -1 again. LLVM's instcombine
// clears bits of constants that the shift discards, here the highest one. Where another index has
// the constant with all of its bits, LLVM 19 knows that the two numbers differ and concludes that
// their multiples do (BasicAAResult::aliasGEP, the heuristic for unequal variables): loads were
// moved across stores to the same address.
#include "compiler/repairs/restore_constants.h"

#include "compiler/contract/preserved_analyses.h"
#include "compiler/repairs/repairs.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {

namespace {

// The operand that may be a negative number without its highest bits. Small numbers are taken for
// what they are: rows of memory are not that long.
llvm::ConstantInt* cutConstant(const llvm::Instruction& operation) {
  constexpr unsigned kFewestBits = 24;
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Xor: break;
    default: return nullptr;
  }
  if (!operation.getType()->isIntegerTy(64)) return nullptr;
  for (llvm::Value* operand : operation.operands()) {
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operand);
    if (!constant || constant->isNegative()) continue;
    const unsigned bits = constant->getValue().getActiveBits();
    if (bits >= kFewestBits) return constant;
  }
  return nullptr;
}

// Bits that nothing uses change: what was promised of the operations and their users may be false
// now, up to where all bits are used.
void dropPromises(llvm::ArrayRef<llvm::Instruction*> operations, llvm::DemandedBits& demanded) {
  llvm::SmallVector<llvm::Instruction*> work(operations);
  llvm::SmallPtrSet<llvm::Instruction*, 16> visited(operations.begin(), operations.end());
  while (!work.empty()) {
    llvm::Instruction* next = work.pop_back_val();
    next->dropPoisonGeneratingAnnotations();
    if (demanded.getDemandedBits(next).isAllOnes()) continue;
    for (llvm::User* user : next->users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (instruction->getType()->isIntOrIntVectorTy() && visited.insert(instruction).second)
        work.push_back(instruction);
    }
  }
}

// Returns whether the constant of the operation had lost bits.
bool restore(llvm::Instruction& operation, llvm::DemandedBits& demanded) {
  const unsigned bits = demanded.getDemandedBits(&operation).getActiveBits();
  if (bits == 0 || bits >= 64) return false;
  llvm::ConstantInt* constant = cutConstant(operation);
  const llvm::APInt whole = constant->getValue().trunc(bits).sext(64);
  if (whole == constant->getValue()) return false;
  operation.replaceUsesOfWith(constant, llvm::ConstantInt::get(constant->getType(), whole));
  return true;
}

}  // namespace

llvm::PreservedAnalyses RestoreConstantsPass::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& analyses) {
  if (!isRepaired(Repair::CutConstants)) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Instruction*> operations;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (cutConstant(instruction)) operations.push_back(&instruction);
  if (operations.empty()) return llvm::PreservedAnalyses::all();
  auto& demanded = analyses.getResult<llvm::DemandedBitsAnalysis>(function);
  llvm::erase_if(operations,
                 [&](llvm::Instruction* operation) { return !restore(*operation, demanded); });
  if (operations.empty()) return llvm::PreservedAnalyses::all();
  dropPromises(operations, demanded);
  return preservesControlFlow();
}

}  // namespace lanewise
