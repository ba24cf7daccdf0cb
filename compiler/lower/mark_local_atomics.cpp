// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mark-local-atomics: marks atomic instructions on local memory (kLocalAtomic)
// and makes atomic loads and stores there plain ones.
#include "compiler/contract/instruction_marks.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: atomics on local memory are marked (kLocalAtomic). Why here: after
/// infer-generic-pointers has found which are.
MODULE_PASS(MarkLocalAtomicsPass);

namespace {

bool isLocal(const llvm::Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocalAddressSpace;
}

// The load or the store of an atomic in local memory.
template <class Access>
bool relax(llvm::Instruction& instruction) {
  auto* access = llvm::dyn_cast<Access>(&instruction);
  if (!access || !access->isAtomic() || !isLocal(access->getPointerOperand())) return false;
  access->setAtomic(llvm::AtomicOrdering::Unordered);
  return true;
}

template <class Atomic>
bool mark(llvm::Instruction& instruction) {
  auto* atomic = llvm::dyn_cast<Atomic>(&instruction);
  if (!atomic || !isLocal(atomic->getPointerOperand())) return false;
  atomic->setMetadata(kLocalAtomic, llvm::MDNode::get(atomic->getContext(), {}));
  return true;
}

}  // namespace

llvm::PreservedAnalyses MarkLocalAtomicsPass::run(llvm::Module& module,
                                                  llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      changed |= relax<llvm::LoadInst>(instruction) || relax<llvm::StoreInst>(instruction) ||
                 mark<llvm::AtomicRMWInst>(instruction) ||
                 mark<llvm::AtomicCmpXchgInst>(instruction);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
