// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining lets LLVM use constant arguments and keep private arrays in registers, so small programs
// are inlined as a whole. The time of a build grows with the copies. Above kInlinedInstructions a
// function that is so large that its call costs nothing against it is compiled once.
#include "compiler/lower/out_of_line.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

namespace lanewise {
namespace {

// All kernels of a program together, with everything inlined: about two seconds of build time.
constexpr uint64_t kInlinedInstructions = 20'000;
// A call and the memory that its arrays need cost less than a hundredth of a function of this size.
constexpr uint64_t kLargeFunction = 500;
// The most bytes of the function and those that it calls, on the stack of a thread of the
// application.
constexpr uint64_t kMostStackBytes = 4 * 1024;
// The most uses of a parameter that are looked through: LLVM's own limit is for small functions.
constexpr unsigned kMostUses = 10'000;

// Instructions of SPIR-V that need the context of a work-item or of its group.
bool needsContext(const SpirvName& name) {
  if (name.openclStd) return name.instruction == "printf" || name.instruction == "prefetch";
  for (llvm::StringRef prefix :
       {"BuiltIn", "Control", "Memory", "Group", "Subgroup", "Generic", "Atomic"})
    if (name.instruction.starts_with(prefix)) return true;
  return false;
}

bool mayCall(const llvm::Function& callee) {
  if (callee.isIntrinsic() || !callee.isDeclaration()) return true;
  const auto name = parseSpirvName(callee.getName());
  return name && !needsContext(*name);
}

// A variable in local memory, whose address depends on the kernel, or an address in it.
bool isInLocalMemory(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (!constant || llvm::isa<llvm::Function>(constant)) return false;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant))
    return variable->getAddressSpace() == kLocalAddressSpace;
  return llvm::any_of(constant->operands(),
                      [](const llvm::Use& use) { return isInLocalMemory(use); });
}

bool isPlain(const llvm::Instruction& instruction) {
  if (llvm::any_of(instruction.operands(), [](const llvm::Use& use) {
        return use.get()->getType()->isTargetExtTy() || isInLocalMemory(use);
      }))
    return false;
  // It may wait for another work-item, which only kernels can (insert_yields.cpp).
  if (instruction.isVolatile() || instruction.isAtomic()) return false;
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return variable->isStaticAlloca();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return !call || (call->getCalledFunction() && mayCall(*call->getCalledFunction()));
}

bool isPlain(llvm::Function& function) {
  if (isKernel(function) || function.isVarArg()) return false;
  if (llvm::any_of(function.args(), [](const llvm::Argument& argument) {
        return argument.hasByValAttr() || argument.getType()->isTargetExtTy();
      }))
    return false;
  return llvm::all_of(llvm::instructions(function),
                      [](const llvm::Instruction& instruction) { return isPlain(instruction); });
}

uint64_t stackBytes(llvm::Function& function) {
  uint64_t bytes = 0;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (const auto size = variable->getAllocationSize(function.getDataLayout()))
        bytes = llvm::SaturatingAdd(bytes, size->getFixedValue());
  return bytes;
}

// What a function is with all its callees inlined.
struct Whole {
  uint64_t instructions = 0;
  uint64_t stackBytes = 0;
  uint64_t copies = 0;  // in all kernels
  bool plain = false;
};

}  // namespace

llvm::SmallVector<llvm::CallBase*, 8> callsOfDefined(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*, 8> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function* callee = call->getCalledFunction())
        if (!callee->isDeclaration()) calls.push_back(call);
  return calls;
}

bool isOutOfLine(const llvm::Function& function) {
  return function.hasFnAttribute(kOutOfLineAttribute);
}

void markOutOfLine(llvm::ArrayRef<llvm::Function*> calleesFirst) {
  llvm::DenseMap<const llvm::Function*, Whole> wholes;
  uint64_t total = 0;
  for (llvm::Function* function : calleesFirst) {
    Whole whole{function->getInstructionCount(), stackBytes(*function), 0, isPlain(*function)};
    for (llvm::CallBase* call : callsOfDefined(*function)) {
      const Whole& callee = wholes[call->getCalledFunction()];
      whole.instructions = llvm::SaturatingAdd(whole.instructions, callee.instructions);
      whole.stackBytes = llvm::SaturatingAdd(whole.stackBytes, callee.stackBytes);
      whole.plain &= callee.plain;
    }
    wholes[function] = whole;
    if (isKernel(*function)) total = llvm::SaturatingAdd(total, whole.instructions);
  }
  if (total <= kInlinedInstructions) return;
  for (llvm::Function* function : llvm::reverse(calleesFirst)) {
    const Whole whole = wholes[function];
    const bool kept = whole.plain && whole.copies > 1 && whole.instructions >= kLargeFunction &&
                      whole.stackBytes <= kMostStackBytes;
    if (kept) {
      function->addFnAttr(kOutOfLineAttribute);
      // It leads to no barrier.
      function->removeFnAttr(llvm::Attribute::Convergent);
    }
    const uint64_t copies = kept || isKernel(*function) ? 1 : whole.copies;
    for (llvm::CallBase* call : callsOfDefined(*function)) {
      uint64_t& ofCallee = wholes[call->getCalledFunction()].copies;
      ofCallee = llvm::SaturatingAdd(ofCallee, copies);
    }
  }
}

void describeOutOfLine(llvm::Function& function) {
  for (llvm::Argument& argument : function.args())
    if (argument.getType()->isPointerTy() &&
        !llvm::PointerMayBeCaptured(&argument, /*ReturnCaptures=*/true, /*StoreCaptures=*/true,
                                    kMostUses))
      argument.addAttr(llvm::Attribute::NoCapture);
}

}  // namespace lanewise
