// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// copy-functions: makes the copies of functions out of line that the passes of lanes change and
// widen-kernels widens. The functions remain for kernels and calls that stay scalar.
#include "compiler/analysis/lane_parameters.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/tier.h"
#include "compiler/lanes/choose/width.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
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
// three times as long to build as its function.
constexpr uint64_t kMostInstructionsAtFirst = 10'000;
// More are called lane by lane.
constexpr uint64_t kMostInstructions = 100'000;

// A frame has about 600 bytes of vectors that have no register, and a thread 64 KiB of stack in
// all: with more functions around it, a function is called lane by lane.
constexpr unsigned kMostDepth = 24;

// The functions that vectors of the kernel may call together. \param callersFirst of the module.
llvm::SetVector<llvm::Function*> functionsOf(llvm::Function& kernel,
                                             llvm::ArrayRef<llvm::Function*> callersFirst) {
  llvm::SetVector<llvm::Function*> functions;
  llvm::DenseMap<llvm::Function*, unsigned> depths;  // on the longest path
  const auto visit = [&](llvm::Function& caller, unsigned depth) {
    for (llvm::CallBase* call : callsOfDefined(caller)) {
      unsigned& known = depths[call->getCalledFunction()];
      known = std::max(known, depth + 1);
    }
  };
  visit(kernel, 0);
  for (llvm::Function* function : callersFirst) {
    const unsigned depth = depths.lookup(function);
    if (depth == 0 || depth > kMostDepth || !mayHaveLanes(*function)) continue;
    functions.insert(function);
    visit(*function, depth);
  }
  return functions;
}

uint64_t instructionsOf(const llvm::SetVector<llvm::Function*>& functions) {
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
  llvm::SetVector<llvm::Function*> copied;
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    if (const auto width = prescribedWidth(*kernel); width && width->lanes == 1) continue;
    const llvm::SetVector<llvm::Function*> functions = functionsOf(*kernel, callersFirst);
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
