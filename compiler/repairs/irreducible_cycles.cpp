// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FixIrreduciblePass of LLVM 19 moves phis of the entries of a cycle to the block that replaces the
// entries. It loses the value that an entry passes to itself, and reads a phi after it has deleted
// it if that is the condition of a branch. Therefore the pass runs on a kernel without phis.
#include "compiler/repairs/irreducible_cycles.h"

#include "compiler/repairs/repairs.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

namespace lanewise {

void makeReducible(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel);
  if (!llvm::containsIrreducibleCFG<llvm::BasicBlock*>(
          order, analyses.getResult<llvm::LoopAnalysis>(kernel)))
    return;
  std::vector<llvm::AllocaInst*> variables;
  if (isRepaired(Repair::IrreduciblePhis))
    for (llvm::BasicBlock& block : kernel)
      for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
        if (llvm::AllocaInst* variable = llvm::DemotePHIToStack(&phi))
          variables.push_back(variable);
  analyses.invalidate(kernel, llvm::FixIrreduciblePass().run(kernel, analyses));
  llvm::PromoteMemToReg(variables, analyses.getResult<llvm::DominatorTreeAnalysis>(kernel));
}

}  // namespace lanewise
