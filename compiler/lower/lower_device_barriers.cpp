// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-device-barriers: one work-item of each work-group waits in the host for the other groups,
// between two barriers of its group.
#include "compiler/admit/device_barriers.h"

#include "compiler/contract/host_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Ensures: barriers of the launch are barriers of the group and host calls. Why here: functions
/// are inlined, so that the attribute is that of the kernel.
MODULE_PASS(LowerDeviceBarriersPass);

namespace {

using Builder = llvm::IRBuilder<>;

llvm::Value* barrier(llvm::CallInst& call) {
  Builder builder(&call);
  call.getFunction()->addFnAttr(kUsesHostCallsAttribute);
  emitKernelCall(builder, KernelCall::Barrier);
  llvm::Value* isFirst =
      builder.CreateICmpEQ(emitKernelCall(builder, KernelCall::LocalLinearId), builder.getInt64(0));
  Builder first(llvm::SplitBlockAndInsertIfThen(isFirst, &call, /*Unreachable=*/false));
  emitHostCall(first, HostCall::deviceBarrier, emitKernelCall(first, KernelCall::LaunchPointer),
               {});
  builder.SetInsertPoint(&call);
  emitKernelCall(builder, KernelCall::Barrier);
  return nullptr;
}

llvm::Value* isConcurrent(llvm::CallInst& call) {
  Builder builder(&call);
  return builder.CreateZExtOrTrunc(emitKernelCall(builder, KernelCall::IsConcurrent),
                                   call.getType());
}

// True if there were calls. A program may have a function of this name itself.
bool lower(llvm::Function* function, llvm::Value* (*replace)(llvm::CallInst&)) {
  if (!function || !function->isDeclaration()) return false;
  bool changed = false;
  for (llvm::User* user : llvm::make_early_inc_range(function->users()))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->arg_empty()) {
      if (llvm::Value* value = replace(*call)) call->replaceAllUsesWith(value);
      call->eraseFromParent();
      changed = true;
    }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses LowerDeviceBarriersPass::run(llvm::Module& module,
                                                     llvm::ModuleAnalysisManager&) {
  bool changed = lower(module.getFunction(admit::kDeviceBarrier), barrier);
  changed |= lower(module.getFunction(admit::kIsConcurrent), isConcurrent);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
