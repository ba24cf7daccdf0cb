// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-sub-groups: for builds with kReportBarriersFlag. In front of a barrier of a sub-group, and
// of a function that all its work-items must call, the work-items that come there together are
// compared with all that the sub-group has.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/contract/check_reports.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/lower/memory_semantics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Requires: kernels say how many work-items their sub-groups have, and functions with barriers are
/// inlined. Ensures: a kernel of a module with kReportBarriersFlag reports barriers and functions
/// of a sub-group that not all its work-items reach together. Why here: lower-sub-groups replaces
/// the functions.
MODULE_PASS(CheckSubGroupsPass);

namespace {

/// What the report says of the call; null if work-items may execute it in parts of a sub-group.
const char* textOf(const llvm::CallInst& call) {
  if (!call.getCalledFunction() || call.arg_empty()) return nullptr;
  const auto name = parseSpirvName(call.getCalledFunction()->getName());
  if (!name || name->openclStd) return nullptr;
  const bool isBarrier = name->instruction.starts_with("ControlBarrier");
  const bool isGroupFunction =
      name->instruction.starts_with("Group") && !name->instruction.starts_with("GroupNonUniform");
  if (!isBarrier && !isGroupFunction) return nullptr;
  if (!call.getArgOperand(0)->getType()->isIntegerTy() ||
      scopeOf(call.getArgOperand(0)) != spv::Scope::Subgroup)
    return nullptr;
  return isBarrier ? "not all work-items of the sub-group reach a barrier"
                   : "not all work-items of the sub-group reach a sub-group function";
}

void check(llvm::CallInst& call, const char* text) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* here = builder.CreateUnaryIntrinsic(
      llvm::Intrinsic::ctpop,
      emitForSubGroup(builder, {SubGroupCall::Ballot}, {builder.getTrue()}));
  llvm::Value* all = readSubGroupVariable(builder, "BuiltInSubgroupSize");
  llvm::Value* isBad = builder.CreateICmpNE(builder.CreateZExtOrTrunc(here, all->getType()), all);
  const std::string site = siteText("barriers", text, "", call);
  reportIf(isBad, call, [&](llvm::IRBuilderBase& inside) { emitReport(inside, site); });
}

}  // namespace

llvm::PreservedAnalyses CheckSubGroupsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kReportBarriersFlag)) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<std::pair<llvm::CallInst*, const char*>> calls;
  for (llvm::Function* kernel : kernelsOf(module))
    for (llvm::Instruction& instruction : llvm::instructions(*kernel))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (const char* text = textOf(*call)) calls.emplace_back(call, text);
  for (const auto& [call, text] : calls) check(*call, text);
  return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
