// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// drop-local-volatile: makes volatile loads and stores of local memory plain ones. One thread runs
// the work-items of a group and changes between them only at barriers and yields, which are calls
// that may write memory: nothing else changes local memory between two accesses. Volatile accesses
// have no vector form, and generators of code write the word everywhere.
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no load or store of local memory is volatile. Why here: insert-yields takes a volatile
/// load in a loop for a wait.
MODULE_PASS(DropLocalVolatilePass);

namespace {

template <class Access>
bool makePlain(llvm::Instruction& instruction) {
  auto* access = llvm::dyn_cast<Access>(&instruction);
  if (!access || !access->isVolatile() || access->getPointerAddressSpace() != kLocalAddressSpace)
    return false;
  access->setVolatile(false);
  return true;
}

}  // namespace

llvm::PreservedAnalyses DropLocalVolatilePass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      changed |= makePlain<llvm::LoadInst>(instruction) || makePlain<llvm::StoreInst>(instruction);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
