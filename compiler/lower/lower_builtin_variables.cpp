// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-builtin-variables: reads of SPIR-V's built-in variables become `lanewise.*` calls.
#include "compiler/contract/pass.h"

#include "compiler/contract/kernel_calls.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no BuiltIn* call is left; `lanewise.*` calls took their place.
MODULE_PASS(LowerBuiltinVariablesPass);

namespace {

struct Row {
  llvm::StringRef variable;
  KernelCall call;
};

// Vectors become calls with a dimension, one per component.
constexpr Row kRows[] = {
    {"BuiltInGlobalInvocationId", KernelCall::GlobalId},
    {"BuiltInLocalInvocationId", KernelCall::LocalId},
    {"BuiltInWorkgroupId", KernelCall::GroupId},
    {"BuiltInGlobalSize", KernelCall::GlobalSize},
    {"BuiltInGlobalOffset", KernelCall::GlobalOffset},
    {"BuiltInNumWorkgroups", KernelCall::NumGroups},
    {"BuiltInWorkgroupSize", KernelCall::LocalSize},
    {"BuiltInEnqueuedWorkgroupSize", KernelCall::EnqueuedLocalSize},
    {"BuiltInLocalInvocationIndex", KernelCall::LocalLinearId},
    {"BuiltInGlobalLinearId", KernelCall::GlobalLinearId},
    {"BuiltInWorkDim", KernelCall::WorkDim},
};

llvm::Value* read(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::StringRef variable) {
  const Row* row = llvm::find_if(kRows, [&](const Row& one) { return one.variable == variable; });
  if (row == std::end(kRows)) return readSubGroupVariable(builder, variable);
  if (!takesDimension(row->call)) return emitKernelCall(builder, row->call);
  if (call.arg_size() != 1 || !llvm::isa<llvm::ConstantInt>(call.getArgOperand(0))) return nullptr;
  return emitKernelCall(builder, row->call, dimensionOf(call));
}

}  // namespace

llvm::PreservedAnalyses LowerBuiltinVariablesPass::run(llvm::Module& module,
                                                       llvm::ModuleAnalysisManager&) {
  return lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* value = name.openclStd ? nullptr : read(builder, call, name.instruction);
    return value ? builder.CreateZExtOrTrunc(value, call.getType()) : nullptr;
  });
}

}  // namespace lanewise
