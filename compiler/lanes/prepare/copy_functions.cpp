// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// copy-functions: makes the copies of functions out of line that the passes of lanes change and
// widen-kernels widens. The functions remain for kernels and calls that stay scalar.
#include "compiler/analysis/lane_parameters.h"
#include "compiler/analysis/register_demand.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/tier.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstdint>

namespace lanewise {

/// Ensures: a function out of line that vectors can run, and that a kernel reaches which vectors
/// may run, has a copy with lane parameters (analysis/lane_parameters.h) and the attribute
/// "lanewise-for-lanes". If functions of a kernel are long, the kernel has
/// "lanewise-awaits-functions" instead, where other code may follow. Why here: the passes of lanes
/// change the copy as they change kernels.
MODULE_PASS(CopyFunctionsPass);

namespace {

// Longer functions get copies when launches take long, where code may follow. A copy takes two to
// three times as long to build as its function, and there may be several.
constexpr uint64_t kMostInstructionsAtFirst = 10'000;
// More are called lane by lane.
constexpr uint64_t kMostInstructions = 100'000;

// A thread of an application that helps may have 64 KiB of stack in all. Where vectors of functions
// on a path of calls would need more than this, at one register for each value, a function is
// called lane by lane. Vectors may have twice as many lanes as that.
constexpr uint64_t kMostStackBytes = 16 * 1024;
constexpr uint64_t kLeastFrameBytes = 64;  // what is saved of registers

// No vector register is kept across a call, so what is live may be in memory.
uint64_t frameBytes(llvm::Function& function) {
  const unsigned registerBytes = vectorRegisterBits(*function.getParent()) / 8;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  const auto registersOf = [&](const llvm::Value& value) -> unsigned {
    if (!value.getType()->isSized()) return 0;
    return unsigned((layout.getTypeSizeInBits(value.getType()).getFixedValue() + 31) / 32);
  };
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
  const llvm::SmallVector<llvm::BasicBlock*> blocks(order.begin(), order.end());
  uint64_t registers = registerDemand(blocks, registersOf);
  for (const llvm::Argument& argument : function.args()) registers += registersOf(argument);
  return kLeastFrameBytes + registers * registerBytes;
}

using Functions = llvm::SetVector<llvm::Function*>;

// The functions that fit on the stack of a thread, on the deepest path from any kernel.
Functions functionsThatFit(llvm::Module& module, llvm::ArrayRef<llvm::Function*> callersFirst) {
  Functions found;
  llvm::DenseMap<llvm::Function*, uint64_t> around;  // bytes of callers
  const auto visit = [&](llvm::Function& caller, uint64_t bytes) {
    for (llvm::CallBase* call : callsOfDefined(caller)) {
      uint64_t& known = around[call->getCalledFunction()];
      known = std::max(known, bytes);
    }
  };
  for (llvm::Function* kernel : kernelsOf(module)) visit(*kernel, 0);
  for (llvm::Function* function : callersFirst) {
    if (!around.contains(function) || !mayHaveLanes(*function)) continue;
    const uint64_t bytes = around.lookup(function) + frameBytes(*function);
    if (bytes > kMostStackBytes) continue;
    found.insert(function);
    visit(*function, bytes);
  }
  return found;
}

// Vectors of the kernel may call these functions together.
Functions functionsOf(llvm::Function& kernel, const Functions& fitting) {
  Functions functions;
  const auto visit = [&](llvm::Function& caller) {
    for (llvm::CallBase* call : callsOfDefined(caller))
      if (fitting.contains(call->getCalledFunction())) functions.insert(call->getCalledFunction());
  };
  visit(kernel);
  for (unsigned i = 0; i < functions.size(); ++i) visit(*functions[i]);
  return functions;
}

uint64_t instructionsOf(const Functions& functions) {
  uint64_t sum = 0;
  for (const llvm::Function* function : functions) sum += function->getInstructionCount();
  return sum;
}

void copyForLanes(llvm::Function& function) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&function, map);
  copy->setName(function.getName() + ".lanes");
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  copy->addFnAttr(kForLanesAttribute, function.getName());
  makeLaneParameters(*copy);
}

}  // namespace

llvm::PreservedAnalyses CopyFunctionsPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const llvm::SmallVector<llvm::Function*> calleesFirst = outOfLineCalleesFirst(module);
  const llvm::SmallVector<llvm::Function*> callersFirst(llvm::reverse(calleesFirst));
  const Functions fitting = functionsThatFit(module, callersFirst);
  Functions copied;
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    if (const auto width = prescribedWidth(*kernel); width && width->lanes == 1) continue;
    const Functions functions = functionsOf(*kernel, fitting);
    const uint64_t instructions = instructionsOf(functions);
    if (instructions > kMostInstructions) continue;
    if (instructions > kMostInstructionsAtFirst && mayBeFirst(*kernel)) {
      kernel->addFnAttr(kAwaitsFunctionsAttribute);
      changed = true;
    } else {
      copied.insert(functions.begin(), functions.end());
    }
  }
  for (llvm::Function* function : copied) copyForLanes(*function);
  return changed || !copied.empty() ? llvm::PreservedAnalyses::none()
                                    : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
