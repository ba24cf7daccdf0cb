// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-barriers: OpControlBarrier, its two halves of SPV_INTEL_split_barrier, and OpMemoryBarrier.
// One thread runs a work-group, so memory of the group needs no fence instruction. The compiler
// must keep the order of accesses. Of a barrier in two halves it is the second one that waits: when
// all work-items have come to it, all have arrived before.
#include "compiler/contract/pass.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: barriers of the work-group are calls of lanewise.barrier, memory barriers fences.
MODULE_PASS(LowerBarriersPass);

namespace {

llvm::Value* fence(llvm::IRBuilder<>& builder, const llvm::Value* semantics) {
  const llvm::AtomicOrdering ordering = modifyOrdering(semantics);
  if (ordering == llvm::AtomicOrdering::Monotonic) return builder.getTrue();
  return builder.CreateFence(ordering, ordersSharedMemory(semantics)
                                           ? llvm::SyncScope::System
                                           : llvm::SyncScope::SingleThread);
}

// Operands: execution scope, memory scope, semantics. The barrier itself orders the work-items of
// the group. A fence is necessary only for other groups, which a wider memory scope includes.
llvm::Value* controlBarrier(llvm::CallInst& call, bool waits) {
  llvm::IRBuilder<> builder(&call);
  const spv::Scope execution = scopeOf(call.getArgOperand(0));
  const spv::Scope memory = scopeOf(call.getArgOperand(1));
  if (execution != spv::Scope::Workgroup && execution != spv::Scope::Subgroup &&
      execution != spv::Scope::Invocation) {
    reportUnsupported(
        call, "OpControlBarrier of an execution scope other than the work-group and the sub-group");
    return builder.getTrue();
  }
  if (memory == spv::Scope::CrossDevice || memory == spv::Scope::Device)
    fence(builder, call.getArgOperand(2));
  if (!waits) return builder.getTrue();
  if (execution == spv::Scope::Workgroup) emitKernelCall(builder, KernelCall::Barrier);
  if (execution == spv::Scope::Subgroup) emitForSubGroup(builder, {SubGroupCall::Barrier}, {});
  return builder.getTrue();
}

// What one work-item does has an order.
llvm::Value* memoryBarrier(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  if (scopeOf(call.getArgOperand(0)) == spv::Scope::Invocation) return builder.getTrue();
  return fence(builder, call.getArgOperand(1));
}

}  // namespace

llvm::PreservedAnalyses LowerBarriersPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) -> llvm::Value* {
    if (name.openclStd) return nullptr;
    if (name.instruction == "ControlBarrier" || name.instruction == "ControlBarrierWaitINTEL")
      return controlBarrier(call, /*waits=*/true);
    if (name.instruction == "ControlBarrierArriveINTEL")
      return controlBarrier(call, /*waits=*/false);
    if (name.instruction == "MemoryBarrier") return memoryBarrier(call);
    return nullptr;
  });
}

}  // namespace lanewise
