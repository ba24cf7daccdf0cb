// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-barriers: for builds with kCheckBarriersFlag. Each barrier counts in local memory how often
// work-items have reached it, and each work-item counts for itself. Behind the barrier no work-item
// may find less than its own count times the size of the work-group:
//
//   arrivals += 1; barrier; own += 1; if (arrivals < own * size) fail(message)
//
// If the work-items are at several barriers or have ended, those that continue first find that some
// are missing: nobody can have come again in between. A work-group function gets a barrier before
// it.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>

namespace lanewise {

/// Ensures: a kernel of a module with kCheckBarriersFlag makes the command fail if not all
/// work-items of a work-group reach a barrier or a work-group function. Why here: all barriers are
/// calls of the kernel, and atomics on local memory are known.
MODULE_PASS(CheckBarriersPass);

namespace {

using Builder = llvm::IRBuilder<>;

bool isBarrier(const llvm::Instruction& instruction) {
  return kernelCallOf(instruction) == KernelCall::Barrier;
}

bool joinsGroup(const llvm::Instruction& instruction) {
  const auto collective = collectiveCallOf(instruction);
  return isBarrier(instruction) || (collective && collective->scope == CollectiveScope::WorkGroup);
}

std::string placeOf(const llvm::Instruction& call, size_t number, size_t count) {
  const llvm::DILocation* location = call.getDebugLoc().get();
  if (!location || !location->getLine())
    return std::to_string(number + 1) + " of " + std::to_string(count);
  std::string place = "at " + location->getFilename().str() + ":" +
                      std::to_string(location->getLine()) + ":" +
                      std::to_string(location->getColumn());
  if (const llvm::DISubprogram* function = location->getScope()->getSubprogram())
    place += " in function '" + function->getName().str() + "'";
  return place;
}

llvm::Value* groupItems(Builder& builder) {
  llvm::Value* items = emitKernelCall(builder, KernelCall::LocalSize, 0);
  for (const unsigned dim : {1U, 2U})
    items = builder.CreateMul(items, emitKernelCall(builder, KernelCall::LocalSize, dim));
  return items;
}

// A counter in local memory; each work-item sets it to 0 at the builder's place.
llvm::GlobalVariable* makeArrivals(Builder& builder, llvm::Module& module) {
  llvm::GlobalVariable* arrivals =
      makeLocalVariable(module, builder.getInt64Ty(), "barrier.arrivals");
  builder.CreateStore(builder.getInt64(0), arrivals);
  return arrivals;
}

void check(llvm::Instruction& call, llvm::Value* arrivals, llvm::Value* own,
           const std::string& message) {
  Builder builder(&call);
  llvm::AtomicRMWInst* arrival =
      builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, arrivals, builder.getInt64(1),
                              llvm::Align(8), llvm::AtomicOrdering::Monotonic);
  arrival->setMetadata(kLocalAtomic, llvm::MDNode::get(call.getContext(), {}));
  if (isBarrier(call))
    builder.SetInsertPoint(call.getNextNode());
  else
    emitKernelCall(builder, KernelCall::Barrier);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* count =
      builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), own), builder.getInt64(1));
  builder.CreateStore(count, own);
  llvm::Value* found = builder.CreateLoad(builder.getInt64Ty(), arrivals);
  llvm::Value* isMissing =
      builder.CreateICmpULT(found, builder.CreateMul(count, groupItems(builder)));
  llvm::Instruction* fails = llvm::SplitBlockAndInsertIfThen(
      isMissing, &*builder.GetInsertPoint(), /*Unreachable=*/false,
      llvm::MDBuilder(call.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(fails);
  if (!call.getModule()->getModuleFlag(kReportBarriersFlag)) {
    emitHostCall(builder, HostCall::fail, emitKernelCall(builder, KernelCall::LaunchPointer),
                 {builder.CreateGlobalString(message, "barrier.message")});
    return;
  }
  const char* missing = isBarrier(call) ? "not all work-items of the work-group reach the barrier"
                                        : "not all work-items of the work-group reach the function";
  emitReport(builder, siteText("barriers", missing, "", call));
}

bool checkBarriers(llvm::Function& kernel) {
  llvm::SmallVector<llvm::Instruction*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (joinsGroup(instruction)) calls.push_back(&instruction);
  if (calls.empty()) return false;
  kernel.addFnAttr(kUsesHostCallsAttribute);
  llvm::BasicBlock& first = kernel.getEntryBlock();
  llvm::SplitBlock(&first, first.getFirstNonPHIOrDbgOrAlloca());
  Builder entry(first.getTerminator());
  for (size_t i = 0; i < calls.size(); ++i) {
    const std::string kind = isBarrier(*calls[i]) ? "barrier " : "work-group function ";
    llvm::Value* own = entry.CreateAlloca(entry.getInt64Ty());
    entry.CreateStore(entry.getInt64(0), own);
    check(*calls[i], makeArrivals(entry, *kernel.getParent()), own,
          "kernel '" + kernel.getName().str() + "' failed: " + kind +
              placeOf(*calls[i], i, calls.size()) +
              " is not reached by all work-items of the work-group");
  }
  emitKernelCall(entry, KernelCall::Barrier);
  return true;
}

}  // namespace

llvm::PreservedAnalyses CheckBarriersPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckBarriersFlag)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= checkBarriers(*kernel);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
