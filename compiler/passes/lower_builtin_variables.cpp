// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-builtin-variables: reads of SPIR-V's built-in variables become calls of the closed list.
#include "compiler/passes.h"

#include "compiler/lanewise_calls.h"
#include "compiler/spirv_calls.h"

#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

struct Row {
  llvm::StringRef variable;
  llvm::StringRef function;
};

// Vectors, read one component at a time.
constexpr Row kVectors[] = {
    {"BuiltInGlobalInvocationId", "global_id"},
    {"BuiltInLocalInvocationId", "local_id"},
    {"BuiltInWorkgroupId", "group_id"},
    {"BuiltInGlobalSize", "global_size"},
    {"BuiltInGlobalOffset", "global_offset"},
    {"BuiltInNumWorkgroups", "num_groups"},
    {"BuiltInWorkgroupSize", "local_size"},
    {"BuiltInEnqueuedWorkgroupSize", "enqueued_local_size"},
};

constexpr Row kScalars[] = {
    {"BuiltInLocalInvocationIndex", "local_linear_id"},
    {"BuiltInGlobalLinearId", "global_linear_id"},
};

llvm::Value* read(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::StringRef variable) {
  for (const Row& row : kVectors)
    if (row.variable == variable && call.arg_size() == 1 &&
        llvm::isa<llvm::ConstantInt>(call.getArgOperand(0)))
      return callWithDimension(builder, row.function, call.getArgOperand(0));
  for (const Row& row : kScalars)
    if (row.variable == variable) return callLinearId(builder, row.function);
  if (variable == "BuiltInWorkDim") return callWorkDim(builder);
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses LowerBuiltinVariablesPass::run(llvm::Module& module,
                                                       llvm::ModuleAnalysisManager&) {
  const bool changed = lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* value =
        name.openclStd ? nullptr : read(builder, call, name.instruction);
    return value ? builder.CreateZExtOrTrunc(value, call.getType()) : nullptr;
  });
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
