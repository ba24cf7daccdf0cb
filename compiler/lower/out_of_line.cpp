// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining lets LLVM use constant arguments and keep private arrays in registers, so small programs
// are inlined as a whole. The time of a build grows with the copies. Above kInlinedInstructions a
// function that is so large that its call costs nothing against it is compiled once.
#include "compiler/lower/out_of_line.h"

#include "builtins/library_prefix.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/module_flags.h"
#include "compiler/lower/by_value.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/waiting_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <initializer_list>

namespace lanewise {
namespace {

// All kernels of a program together, with everything inlined: about two seconds of build time.
constexpr uint64_t kInlinedInstructions = 20'000;
// A call and the memory that its arrays need cost less than a hundredth of a function of this size.
constexpr uint64_t kLargeFunction = 500;
// Where a kernel or a function out of line would have more, smaller functions stay functions, down
// to kSmallestFunction.
constexpr uint64_t kMostInstructions = 100'000;
constexpr uint64_t kSmallestFunction = 30;
// Copies of a function's variables lie beside each other, so with this many bytes it is one copy.
constexpr uint64_t kLargeVariables = 4 * 1024;
// The most uses of a parameter that are looked through: LLVM's own limit is for small functions.
constexpr unsigned kMostUses = 10'000;

// Instructions of SPIR-V that work-items execute together, that may wait, that concern device
// queues, or whose result depends on the frame of the kernel.
bool needsKernel(const SpirvName& name) {
  if (name.openclStd) return false;
  if (name.instruction.contains("Subgroup")) return true;
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"Control", "Memory", "Group", "Generic", "Atomic",
                                             "GetKernel", "GetDefaultQueue", "CreateUserEvent"},
      [&](llvm::StringRef prefix) { return name.instruction.starts_with(prefix); });
}

bool mayCall(const llvm::Function& callee) {
  if (callee.isIntrinsic() || !callee.isDeclaration()) return true;
  const auto name = parseSpirvName(callee.getName());
  return name && !needsKernel(*name);
}

// Images and samplers become pointers. A pipe or an event belongs to a group.
bool isPlain(llvm::Type* type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  if (!opaque) return true;
  return llvm::is_contained({"spirv.Image", "spirv.SampledImage", "spirv.Sampler"},
                            opaque->getName());
}

bool isPlain(const llvm::Instruction& instruction) {
  if (llvm::any_of(instruction.operands(),
                   [](const llvm::Use& use) { return !isPlain(use.get()->getType()); }))
    return false;
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return variable->isStaticAlloca();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  // A check of arithmetic and its report.
  if (call && call->hasFnAttr(kHostCallAttribute)) return true;
  if (kernelCallOf(instruction)) return !instruction.getType()->isVoidTy();
  return !call || (call->getCalledFunction() && mayCall(*call->getCalledFunction()));
}

bool isPlain(llvm::Function& function, SharedAccesses& accesses) {
  if (isKernel(function) || function.isVarArg()) return false;
  return llvm::all_of(function.args(),
                      [](const llvm::Argument& argument) { return isPlain(argument.getType()); }) &&
         llvm::all_of(llvm::instructions(function),
                      [](const llvm::Instruction& instruction) { return isPlain(instruction); }) &&
         // Only kernels let other work-items run.
         (!accesses.of(function).polls || waysBackOfWaitingLoops(function, accesses).empty());
}

// Not of the device library, whose small functions are in the module because they are inlined.
bool isOfProgram(const llvm::Function& function) {
  return !function.getName().starts_with(kLibraryPrefix);
}

uint64_t variableBytes(llvm::Function& function) {
  uint64_t bytes = 0;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes = llvm::SaturatingAdd(bytes, size->getFixedValue());
  return bytes;
}

// Decides for functions of a program, callees before callers.
class Choice {
 public:
  explicit Choice(llvm::ArrayRef<llvm::Function*> calleesFirst) : calleesFirst_(calleesFirst) {
    for (llvm::Function* function : calleesFirst) {
      Whole whole{function->getInstructionCount(), variableBytes(*function)};
      for (llvm::CallBase* call : callsOfDefined(*function)) {
        const Whole& callee = wholes_[call->getCalledFunction()];
        whole.instructions = llvm::SaturatingAdd(whole.instructions, callee.instructions);
        whole.variableBytes = llvm::SaturatingAdd(whole.variableBytes, callee.variableBytes);
      }
      wholes_[function] = whole;
      if (isKernel(*function)) total_ = llvm::SaturatingAdd(total_, whole.instructions);
    }
  }

  /// Instructions of all kernels together, with everything inlined.
  uint64_t total() const { return total_; }

  /// Finds which functions may stay functions, as choose() must know: too costly for small
  /// programs.
  void findPlain() {
    for (llvm::Function* function : calleesFirst_)
      wholes_[function].plain = isPlain(*function, accesses_) &&
                                llvm::all_of(callsOfDefined(*function), [&](llvm::CallBase* call) {
                                  return wholes_[call->getCalledFunction()].plain;
                                });
  }

  /// Functions that would be copied more than `mostCopies` times.
  llvm::DenseSet<llvm::Function*> choose(uint64_t largeFunction, uint64_t mostCopies) const {
    llvm::DenseSet<llvm::Function*> kept;
    llvm::DenseMap<const llvm::Function*, uint64_t> copies;  // in kernels and functions kept
    for (llvm::Function* function : llvm::reverse(calleesFirst_)) {
      const Whole whole = wholes_.lookup(function);
      const bool isLarge =
          whole.instructions >= (isOfProgram(*function) ? largeFunction : kLargeFunction) ||
          (whole.variableBytes >= kLargeVariables && whole.instructions >= kSmallestFunction);
      const bool keeps =
          isOutOfLine(*function) || (whole.plain && copies[function] > mostCopies && isLarge);
      if (keeps) kept.insert(function);
      const uint64_t own = keeps || isKernel(*function) ? 1 : copies[function];
      for (llvm::CallBase* call : callsOfDefined(*function)) {
        uint64_t& ofCallee = copies[call->getCalledFunction()];
        ofCallee = llvm::SaturatingAdd(ofCallee, own);
      }
    }
    return kept;
  }

  /// Instructions of the largest kernel or function out of line.
  uint64_t largest(const llvm::DenseSet<llvm::Function*>& kept) const {
    llvm::DenseMap<const llvm::Function*, uint64_t> sizes;
    uint64_t largest = 0;
    for (llvm::Function* function : calleesFirst_) {
      uint64_t size = function->getInstructionCount();
      for (llvm::CallBase* call : callsOfDefined(*function))
        if (!kept.contains(call->getCalledFunction()))
          size = llvm::SaturatingAdd(size, sizes[call->getCalledFunction()]);
      sizes[function] = size;
      if (isKernel(*function) || kept.contains(function)) largest = std::max(largest, size);
    }
    return largest;
  }

 private:
  // What a function is with all its callees inlined.
  struct Whole {
    uint64_t instructions = 0;
    uint64_t variableBytes = 0;
    bool plain = false;
  };

  llvm::ArrayRef<llvm::Function*> calleesFirst_;
  SharedAccesses accesses_;
  llvm::DenseMap<const llvm::Function*, Whole> wholes_;
  uint64_t total_ = 0;
};

}  // namespace

bool markOutOfLine(llvm::Module& module, llvm::ArrayRef<llvm::Function*> calleesFirst) {
  Choice choice(calleesFirst);
  const auto* least =
      llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kLeastOutOfLineFlag));
  if (!least && choice.total() <= kInlinedInstructions) return false;
  choice.findPlain();
  uint64_t largeFunction = least ? least->getZExtValue() : kLargeFunction;
  const uint64_t mostCopies = least ? 0 : 1;
  auto kept = choice.choose(largeFunction, mostCopies);
  while (choice.largest(kept) > kMostInstructions && largeFunction > kSmallestFunction) {
    largeFunction = std::max(largeFunction / 2, kSmallestFunction);
    kept = choice.choose(largeFunction, mostCopies);
  }
  bool changed = false;
  for (llvm::Function* function : calleesFirst) {
    if (!kept.contains(function) || isOutOfLine(*function)) continue;
    changed = true;
    function->addFnAttr(kOutOfLineAttribute);
    // It leads to no barrier.
    function->removeFnAttr(llvm::Attribute::Convergent);
    copyByValue(*function);
  }
  return changed;
}

void describeOutOfLine(llvm::Function& function) {
  for (llvm::Argument& argument : function.args())
    if (argument.getType()->isPointerTy() &&
        !llvm::PointerMayBeCaptured(&argument, /*ReturnCaptures=*/true, /*StoreCaptures=*/true,
                                    kMostUses))
      argument.addAttr(llvm::Attribute::NoCapture);
}

}  // namespace lanewise
