// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// insert-yields: the vectors of a work-group run one after another. A vector that waits in a loop
// for what another one writes must let it run: independent forward progress of sub-groups.
// waiting_loops.cpp finds these loops.
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/lower/waiting_loops.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace lanewise {

/// Ensures: there is a lanewise.yield on the way back to the start of each loop of a kernel that
/// may wait for other work-items. Why here: kernels are one function, barriers are known, and LLVM
/// has not yet moved an atomic access of local memory out of a loop.
REQUIRED_MODULE_PASS(InsertYieldsPass);

namespace {

bool insertYields(llvm::Function& kernel, SharedAccesses& accesses) {
  const auto ways = waysBackOfWaitingLoops(kernel, accesses);
  for (auto [latch, header] : ways) {
    llvm::BasicBlock* between = llvm::SplitEdge(latch, header);
    llvm::IRBuilder<> builder(between->getTerminator());
    emitKernelCall(builder, KernelCall::Yield);
  }
  return !ways.empty();
}

}  // namespace

llvm::PreservedAnalyses InsertYieldsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  SharedAccesses accesses;
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) changed |= insertYields(*kernel, accesses);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
