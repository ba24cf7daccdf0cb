// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard is 0, kUnderConstruction, or from kFirstConstructed on the number of the construction, by
// which destructors know their order. A work-item that finds another one at work
// tries again. The construction lies inside of this loop: a vector whose lanes come together would
// wait forever behind the loop for the lane that left it to construct the object.
#include "compiler/frontend/static_objects.h"

#include "compiler/frontend/spir_address_spaces.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cassert>

namespace lanewise {
namespace {

constexpr unsigned kUnderConstruction = 1;
constexpr const char* kNextName = "lanewise.next_construction";
constexpr unsigned kGuardAlignment = 4;

using Calls = llvm::SmallVector<llvm::CallInst*>;

Calls callsOf(llvm::Function* function) {
  Calls calls;
  if (!function) return calls;
  for (llvm::User* user : function->users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        call && call->getCalledFunction() == function)
      calls.push_back(call);
  return calls;
}

/// The object of a guard: the mangled name of a guard contains its name.
llvm::GlobalVariable* objectOf(llvm::Value& guard) {
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(guard.stripPointerCasts());
  llvm::StringRef name = variable ? variable->getName() : "";
  if (!name.consume_front("_ZGV")) return nullptr;
  llvm::Module& module = *variable->getParent();
  if (llvm::GlobalVariable* object = module.getNamedGlobal(("_Z" + name).str())) return object;
  // A variable outside of namespaces has its own name, behind its length here.
  return module.getNamedGlobal(name.drop_while([](char c) { return c >= '0' && c <= '9'; }));
}

/// The release that follows on all ways. Null if there is none, or several.
llvm::CallInst* releaseBehind(llvm::CallInst& registration, const Calls& releases) {
  llvm::CallInst* found = nullptr;
  llvm::SmallVector<llvm::Instruction*> open = {registration.getNextNode()};
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  while (!open.empty()) {
    llvm::Instruction* next = open.pop_back_val();
    while (!next->isTerminator() && !llvm::is_contained(releases, next)) next = next->getNextNode();
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(next)) {
      if (found && found != call) return nullptr;
      found = call;
      continue;
    }
    if (next->getNumSuccessors() == 0) return nullptr;
    for (llvm::BasicBlock* block : llvm::successors(next))
      if (seen.insert(block).second) open.push_back(&block->front());
  }
  return found;
}

void nameObjects(llvm::Module& module, const Calls& releases) {
  for (llvm::CallInst* registration : callsOf(module.getFunction("__cxa_atexit"))) {
    const llvm::CallInst* release = releaseBehind(*registration, releases);
    if (!release) continue;
    // A temporary that lives as long as the object is there already.
    llvm::Value* registered = registration->getArgOperand(1);
    if (llvm::isa<llvm::ConstantPointerNull>(registered))
      if (llvm::GlobalVariable* object = objectOf(*release->getArgOperand(0)))
        registration->setArgOperand(
            1, llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(object, registered->getType()));
    registration->setArgOperand(2, release->getArgOperand(0));
  }
}

/// The end of a construction goes on at the attempt, which finds the object constructed.
void writeRelease(llvm::CallInst& release, llvm::BasicBlock& attempt) {
  llvm::IRBuilder<> builder(&release);
  llvm::SyncScope::ID device = release.getContext().getOrInsertSyncScopeID("device");
  llvm::Value* number = builder.CreateAtomicRMW(
      llvm::AtomicRMWInst::Add, nextConstruction(*release.getModule()), builder.getInt32(1),
      llvm::Align(kGuardAlignment), llvm::AtomicOrdering::Monotonic, device);
  builder.CreateAlignedStore(number, release.getArgOperand(0), llvm::Align(kGuardAlignment))
      ->setAtomic(llvm::AtomicOrdering::Release, device);
  auto* end = llvm::cast<llvm::BranchInst>(release.getParent()->getTerminator());
  assert(end->isUnconditional() && "a release is the end of a construction");
  end->getSuccessor(0)->removePredecessor(release.getParent());
  end->setSuccessor(0, &attempt);
  release.eraseFromParent();
}

/// Replaces an attempt, and the branch that follows: into the construction, behind it, or back.
llvm::BasicBlock& writeAcquire(llvm::CallInst& acquire) {
  llvm::BasicBlock* attempt = llvm::SplitBlock(acquire.getParent(), &acquire);
  attempt->setName("guard.attempt");
  llvm::IRBuilder<> builder(&acquire);
  llvm::SyncScope::ID device = acquire.getContext().getOrInsertSyncScopeID("device");
  llvm::Value* before = builder.CreateExtractValue(
      builder.CreateAtomicCmpXchg(
          acquire.getArgOperand(0), builder.getInt32(0), builder.getInt32(kUnderConstruction),
          llvm::Align(kGuardAlignment), llvm::AtomicOrdering::AcquireRelease,
          llvm::AtomicOrdering::Acquire, device),
      0);
  acquire.replaceAllUsesWith(
      builder.CreateZExt(builder.CreateICmpEQ(before, builder.getInt32(0)), acquire.getType()));
  auto* branch = llvm::cast<llvm::BranchInst>(attempt->getTerminator());
  auto* others = llvm::BasicBlock::Create(acquire.getContext(), "guard.others",
                                          attempt->getParent(), branch->getSuccessor(0));
  llvm::BasicBlock* behind = branch->getSuccessor(1);
  behind->replacePhiUsesWith(attempt, others);
  branch->setSuccessor(1, others);
  builder.SetInsertPoint(others);
  builder.CreateCondBr(builder.CreateICmpUGE(before, builder.getInt32(kFirstConstructed)), behind,
                       attempt);
  acquire.eraseFromParent();
  return *attempt;
}

}  // namespace

llvm::GlobalVariable* nextConstruction(llvm::Module& module) {
  return module.getNamedGlobal(kNextName);
}

void replaceGuards(llvm::Module& module) {
  llvm::Function* acquires = module.getFunction("__cxa_guard_acquire");
  if (!acquires) return;
  llvm::Type* number = llvm::Type::getInt32Ty(module.getContext());
  // In the address space of guards.
  new llvm::GlobalVariable(module, number, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
                           llvm::ConstantInt::get(number, kFirstConstructed), kNextName, nullptr,
                           llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
  llvm::Function* releases = module.getFunction("__cxa_guard_release");
  Calls ends = callsOf(releases);
  nameObjects(module, ends);
  for (llvm::CallInst* acquire : callsOf(acquires)) {
    const llvm::Value* guard = acquire->getArgOperand(0);
    const llvm::Function* function = acquire->getFunction();
    llvm::BasicBlock& attempt = writeAcquire(*acquire);
    llvm::erase_if(ends, [&](llvm::CallInst* end) {
      const bool isOwn = end->getFunction() == function && end->getArgOperand(0) == guard;
      if (isOwn) writeRelease(*end, attempt);
      return isOwn;
    });
  }
  for (llvm::Function* function : {acquires, releases})
    if (function && function->use_empty()) function->eraseFromParent();
}

}  // namespace lanewise
