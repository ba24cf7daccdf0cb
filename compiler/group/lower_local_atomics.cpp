// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-local-atomics: local memory belongs to one thread, so atomics on it need no lock prefix.
// They become loads and stores, which stay atomic (unordered): they are neither torn nor undefined
// where work-items race.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

namespace lanewise {

/// Ensures: atomics on local memory (kLocalAtomic) are unordered loads and stores. Why here:
/// from now on the work-items of a group run one after another, or in one vector whose atomics run
/// lane by lane.
REQUIRED_MODULE_PASS(LowerLocalAtomicsPass);

namespace {

// What is known of other memory stays known.
void copyScopes(llvm::Instruction& access, const llvm::Instruction& atomic) {
  access.copyMetadata(atomic, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
}

llvm::LoadInst* loadOld(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* pointer,
                        llvm::Align align, const llvm::Instruction& atomic) {
  llvm::LoadInst* old = builder.CreateAlignedLoad(type, pointer, align);
  old->setAtomic(llvm::AtomicOrdering::Unordered);
  copyScopes(*old, atomic);
  return old;
}

void storeNew(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* pointer,
              llvm::Align align, const llvm::Instruction& atomic) {
  llvm::StoreInst* store = builder.CreateAlignedStore(value, pointer, align);
  store->setAtomic(llvm::AtomicOrdering::Unordered);
  copyScopes(*store, atomic);
}

llvm::Value* replaced(llvm::AtomicRMWInst& modify) {
  llvm::IRBuilder<> builder(&modify);
  llvm::Value* pointer = modify.getPointerOperand();
  llvm::LoadInst* old = loadOld(builder, modify.getType(), pointer, modify.getAlign(), modify);
  storeNew(builder,
           llvm::buildAtomicRMWValue(modify.getOperation(), builder, old, modify.getValOperand()),
           pointer, modify.getAlign(), modify);
  return old;
}

llvm::Value* replaced(llvm::AtomicCmpXchgInst& exchange) {
  llvm::IRBuilder<> builder(&exchange);
  llvm::Value* pointer = exchange.getPointerOperand();
  llvm::Value* expected = exchange.getCompareOperand();
  llvm::LoadInst* old =
      loadOld(builder, expected->getType(), pointer, exchange.getAlign(), exchange);
  llvm::Value* equal = builder.CreateICmpEQ(old, expected);
  storeNew(builder, builder.CreateSelect(equal, exchange.getNewValOperand(), old), pointer,
           exchange.getAlign(), exchange);
  llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), old, 0);
  return builder.CreateInsertValue(pair, equal, 1);
}

template <class Atomic>
bool replace(llvm::Instruction& instruction) {
  auto* atomic = llvm::dyn_cast<Atomic>(&instruction);
  if (!atomic || !atomic->hasMetadata(kLocalAtomic)) return false;
  atomic->replaceAllUsesWith(replaced(*atomic));
  atomic->eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses LowerLocalAtomicsPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      changed |= replace<llvm::AtomicRMWInst>(instruction) ||
                 replace<llvm::AtomicCmpXchgInst>(instruction);
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
