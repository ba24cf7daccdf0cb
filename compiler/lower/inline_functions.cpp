// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// inline-functions: inlines callees first, so that each body is simplified before it is copied. The
// size is computed before anything is copied: a chain of functions that call the next one twice
// doubles with every link.
#include "compiler/lower/passes.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_attributes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise {
namespace {

constexpr uint64_t kInstructionLimit = 500'000;

using Calls = llvm::SmallVector<llvm::CallBase*, 8>;

Calls callsToInline(llvm::Function& function) {
  Calls calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function* callee = call->getCalledFunction())
        if (!callee->isDeclaration()) calls.push_back(call);
  return calls;
}

// Callees before callers; false if a function leads back to itself.
class CalleesFirst {
 public:
  bool visit(llvm::Function& function) {
    switch (states_[&function]) {
      case State::Open: return false;
      case State::Done: return true;
      case State::New: break;
    }
    states_[&function] = State::Open;
    uint64_t size = function.getInstructionCount();
    for (llvm::CallBase* call : callsToInline(function)) {
      llvm::Function& callee = *call->getCalledFunction();
      if (!visit(callee)) return false;
      size = llvm::SaturatingAdd(size, sizes_[&callee]);
    }
    states_[&function] = State::Done;
    sizes_[&function] = size;
    order_.push_back(&function);
    return true;
  }
  uint64_t sizeOf(llvm::Function& function) { return sizes_[&function]; }
  llvm::ArrayRef<llvm::Function*> order() const { return order_; }

 private:
  enum class State { New, Open, Done };
  llvm::DenseMap<llvm::Function*, State> states_;
  llvm::DenseMap<llvm::Function*, uint64_t> sizes_;
  llvm::SmallVector<llvm::Function*> order_;
};

// True if anything changed.
bool inlineInto(llvm::Function& function) {
  bool changed = false;
  for (llvm::CallBase* call : callsToInline(function)) {
    llvm::InlineFunctionInfo info;
    const llvm::InlineResult result = llvm::InlineFunction(*call, info);
    changed |= result.isSuccess();
    if (!result.isSuccess())
      reportUnsupported(function, "a call that cannot be inlined (" +
                                      llvm::Twine(result.getFailureReason()) + ")");
  }
  return changed;
}

bool eraseUnused(llvm::Module& module) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (!function.use_empty() || (!function.isDeclaration() && !function.hasLocalLinkage()))
        continue;
      function.eraseFromParent();
      again = changed = true;
    }
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses InlineFunctionsPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  CalleesFirst callees;
  for (llvm::Function* kernel : kernelsOf(module)) {
    if (!callees.visit(*kernel)) {
      reportUnsupported(*kernel, "recursion");
      return llvm::PreservedAnalyses::all();
    }
    if (callees.sizeOf(*kernel) > kInstructionLimit) {
      reportUnsupported(*kernel, "a kernel of " + llvm::Twine(callees.sizeOf(*kernel)) +
                                     " instructions with all functions inlined, more than " +
                                     llvm::Twine(kInstructionLimit));
      return llvm::PreservedAnalyses::all();
    }
  }
  bool changed = false;
  for (llvm::Function* function : callees.order()) changed |= inlineInto(*function);
  changed |= eraseUnused(module);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
