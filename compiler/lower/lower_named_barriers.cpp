// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-named-barriers: a barrier is three integers in local memory. One thread runs the sub-groups
// of a work-group one after another, and changes between them at barriers and yields only. So a
// sub-group arrives by a plain addition. All work-items of a vector read the same value and store
// the same sum:
//
//   if (++arrivals >= count) { arrivals = 0; ++phase; }
//   else do yield while (phase is what it was)
//
// Whoever initializes a barrier waits for the whole work-group, since the work-items must not wait
// before it is initialized. In a loop they also wait before: others may still be at the barrier of
// the last iteration.
#include "compiler/admit/named_barriers.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Ensures: named barriers are local memory, at which sub-groups count arrivals and yield until the
/// last one has come. Why here: functions are inlined, so that each barrier has memory of its own.
MODULE_PASS(LowerNamedBarriersPass);

namespace {

using Builder = llvm::IRBuilder<>;

// The fields of the memory of a barrier, each 32 bits.
enum Field : unsigned { Count, Arrivals, Phase, kFields };

llvm::Value* addressOf(Builder& builder, llvm::Value* barrier, Field field) {
  return builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), barrier, field);
}

llvm::Value* load(Builder& builder, llvm::Value* barrier, Field field) {
  return builder.CreateLoad(builder.getInt32Ty(), addressOf(builder, barrier, field));
}

void store(Builder& builder, llvm::Value* value, llvm::Value* barrier, Field field) {
  builder.CreateStore(value, addressOf(builder, barrier, field));
}

bool isInLoop(llvm::BasicBlock& block) {
  llvm::SmallVector<llvm::BasicBlock*> behind(llvm::successors(&block));
  return !behind.empty() && llvm::isPotentiallyReachableFromMany(behind, &block, nullptr);
}

// Operand: the number of sub-groups.
void initialize(llvm::CallInst& call) {
  Builder builder(&call);
  auto* type = llvm::ArrayType::get(builder.getInt32Ty(), kFields);
  auto* memory = new llvm::GlobalVariable(*call.getModule(), type, /*isConstant=*/false,
                                          llvm::GlobalValue::InternalLinkage,
                                          llvm::UndefValue::get(type), "named_barrier", nullptr,
                                          llvm::GlobalValue::NotThreadLocal, kLocalAddressSpace);
  memory->setAlignment(llvm::Align(4));
  if (isInLoop(*call.getParent())) emitKernelCall(builder, KernelCall::Barrier);
  store(builder, call.getArgOperand(0), memory, Count);
  store(builder, builder.getInt32(0), memory, Arrivals);
  store(builder, builder.getInt32(0), memory, Phase);
  emitKernelCall(builder, KernelCall::Barrier);
  call.replaceAllUsesWith(memory);
}

void fence(Builder& builder, const llvm::CallInst& call) {
  const llvm::Value* semantics = call.getArgOperand(2);
  const llvm::AtomicOrdering ordering = modifyOrdering(semantics);
  if (ordering == llvm::AtomicOrdering::Monotonic) return;
  const spv::Scope scope = scopeOf(call.getArgOperand(1));
  const bool isWide = scope == spv::Scope::CrossDevice || scope == spv::Scope::Device;
  builder.CreateFence(ordering, isWide && ordersSharedMemory(semantics)
                                    ? llvm::SyncScope::System
                                    : llvm::SyncScope::SingleThread);
}

// Operands: the barrier, the memory scope, the memory semantics.
void wait(llvm::CallInst& call) {
  llvm::Value* barrier = call.getArgOperand(0);
  llvm::BasicBlock* before = call.getParent();
  llvm::BasicBlock* behind = llvm::SplitBlock(before, &call);
  before->getTerminator()->eraseFromParent();
  llvm::Function* kernel = before->getParent();
  const auto newBlock = [&](const char* name) {
    return llvm::BasicBlock::Create(kernel->getContext(), name, kernel, behind);
  };
  llvm::BasicBlock *last = newBlock("last"), *others = newBlock("wait");

  Builder builder(before);
  emitForSubGroup(builder, {SubGroupCall::Barrier}, {});
  fence(builder, call);
  llvm::Value* phase = load(builder, barrier, Phase);
  llvm::Value* arrivals = builder.CreateAdd(load(builder, barrier, Arrivals), builder.getInt32(1));
  store(builder, arrivals, barrier, Arrivals);
  builder.CreateCondBr(builder.CreateICmpUGE(arrivals, load(builder, barrier, Count)), last,
                       others);

  builder.SetInsertPoint(last);
  store(builder, builder.getInt32(0), barrier, Arrivals);
  store(builder, builder.CreateAdd(phase, builder.getInt32(1)), barrier, Phase);
  builder.CreateBr(behind);

  builder.SetInsertPoint(others);
  emitKernelCall(builder, KernelCall::Yield);
  builder.CreateCondBr(builder.CreateICmpEQ(load(builder, barrier, Phase), phase), others, behind);

  builder.SetInsertPoint(&call);
  fence(builder, call);
}

bool hasType(const llvm::Function& function, bool initializes) {
  llvm::Type* integer = llvm::Type::getInt32Ty(function.getContext());
  llvm::Type* barrier = llvm::PointerType::get(function.getContext(), kLocalAddressSpace);
  return function.getFunctionType() ==
         (initializes ? llvm::FunctionType::get(barrier, {integer}, false)
                      : llvm::FunctionType::get(llvm::Type::getVoidTy(function.getContext()),
                                                {barrier, integer, integer}, false));
}

// True if there were calls.
bool lower(llvm::Function* function, bool initializes) {
  if (!function) return false;
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::User* user : function->users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user))
      if (call->getCalledFunction() == function) calls.push_back(call);
  if (!calls.empty() && !hasType(*function, initializes)) {
    reportUnsupported(*calls.front(), "another type of the function '" + function->getName() + "'");
    return false;
  }
  for (llvm::CallInst* call : llvm::reverse(calls)) {
    initializes ? initialize(*call) : wait(*call);
    call->eraseFromParent();
  }
  return !calls.empty();
}

}  // namespace

llvm::PreservedAnalyses LowerNamedBarriersPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  bool changed = lower(module.getFunction(admit::kInitializeNamedBarrier), true);
  changed |= lower(module.getFunction(admit::kWaitAtNamedBarrier), false);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
