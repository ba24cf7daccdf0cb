// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// keep-half-choices: a choice `a < b ? a : b` of halves stays one. If a or b is a constant that is
// not a NaN, LLVM 19 takes the choice for a minimum. Where the processor has no arithmetic on half,
// it calls fminf of the C library. Of two zeros, the choice has the sign of b. A minimum may have
// either sign.
#include "compiler/contract/pass.h"
#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Requires: no minnum and maxnum of half. Ensures: code generation takes no choice between halves
/// for a minimum or a maximum. Why here: passes of LLVM know choices.
REQUIRED_MODULE_PASS(KeepHalfChoicesPass);

namespace {

// By a comparison of the two values that it chooses from.
llvm::SelectInst* choiceOfHalf(llvm::Instruction& instruction) {
  auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
  if (!choice || !choice->getType()->getScalarType()->isHalfTy()) return nullptr;
  const auto* test = llvm::dyn_cast<llvm::FCmpInst>(choice->getCondition());
  const bool comparesThem = test && llvm::is_contained(choice->operands(), test->getOperand(0)) &&
                            llvm::is_contained(choice->operands(), test->getOperand(1));
  return comparesThem ? choice : nullptr;
}

// Hides the comparison from code generation, which looks for minima when it sees the choice.
void keep(llvm::SelectInst& choice) {
  choice.setCondition(llvm::IRBuilder<>(&choice).CreateFreeze(choice.getCondition()));
}

}  // namespace

llvm::PreservedAnalyses KeepHalfChoicesPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  if (!isRepaired(Repair::HalfChoices)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (llvm::SelectInst* choice = choiceOfHalf(instruction)) {
        keep(*choice);
        changed = true;
      }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
