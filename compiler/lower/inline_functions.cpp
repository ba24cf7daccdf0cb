// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// inline-functions: inlines callees first, so that each body is simplified before it is copied. The
// size is computed before anything is copied: a chain of functions that call the next one twice
// doubles with every link. In a large program some functions stay functions (out_of_line.h).
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/pass.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/out_of_line.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise {

/// Ensures, or refuses: kernels call no defined function but those out of line (out_of_line.h), and
/// no other function is left. Runs on the program's functions, and in the link stage again, on the
/// device library's small ones.
MODULE_PASS(InlineFunctionsPass);

namespace {

constexpr uint64_t kInstructionLimit = 500'000;

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
    for (llvm::CallBase* call : callsOfDefined(function))
      if (!visit(*call->getCalledFunction())) return false;
    states_[&function] = State::Done;
    order_.push_back(&function);
    return true;
  }
  llvm::ArrayRef<llvm::Function*> order() const { return order_; }

 private:
  enum class State { New, Open, Done };
  llvm::DenseMap<llvm::Function*, State> states_;
  llvm::SmallVector<llvm::Function*> order_;
};

// Instructions of each function after inlining.
llvm::DenseMap<const llvm::Function*, uint64_t> sizesOf(
    llvm::ArrayRef<llvm::Function*> calleesFirst) {
  llvm::DenseMap<const llvm::Function*, uint64_t> sizes;
  for (llvm::Function* function : calleesFirst) {
    uint64_t size = function->getInstructionCount();
    for (llvm::CallBase* call : callsOfDefined(*function))
      if (!isOutOfLine(*call->getCalledFunction()))
        size = llvm::SaturatingAdd(size, sizes[call->getCalledFunction()]);
    sizes[function] = size;
  }
  return sizes;
}

// True if anything changed.
bool inlineInto(llvm::Function& function) {
  bool changed = false;
  for (llvm::CallBase* call : callsOfDefined(function)) {
    if (isOutOfLine(*call->getCalledFunction())) continue;
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
  for (llvm::Function* kernel : kernelsOf(module))
    if (!callees.visit(*kernel)) {
      reportUnsupported(*kernel, "recursion");
      return llvm::PreservedAnalyses::all();
    }
  bool changed = markOutOfLine(module, callees.order());
  const auto sizes = sizesOf(callees.order());
  for (llvm::Function* function : callees.order())
    if (const uint64_t size = sizes.lookup(function);
        size > kInstructionLimit && (isKernel(*function) || isOutOfLine(*function))) {
      reportUnsupported(*function, "a function of " + llvm::Twine(size) +
                                       " instructions with its callees inlined, more than " +
                                       llvm::Twine(kInstructionLimit));
      return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
    }
  for (llvm::Function* function : callees.order()) changed |= inlineInto(*function);
  for (llvm::Function* function : callees.order())
    if (isOutOfLine(*function)) describeOutOfLine(*function);
  changed |= eraseUnused(module);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
