// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bound-private-memory: limits the stack size of a kernel. Private variables that are not live
// across barriers are dead when the next work-item starts, so one copy is enough for a work-group.
// The largest ones move to the fixed part of the spill area until the rest fits.
//
// No function calls itself, and one thread runs a group: so a variable of a function out of line
// has one place in the spill area, too, behind those of the functions on the way to it. The
// kernel's own are behind the deepest path.
#include "compiler/contract/called_functions.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/group/region_marks.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

namespace lanewise {

/// Requires: the allocas of a kernel or a function out of line stand in its entry block. Ensures:
/// those that need memory take at most 16 KiB in kernels, and 8 KiB on a path of functions;
/// the largest moved to lanewise.spill_area, "lanewise-spill-fixed-bytes" says how much of it;
/// "lanewise-private-bytes" says what a work-item has, here or in its part of the spill area.
/// Why here: what barrier-regions and work-item-loops keep in allocas has become registers.
REQUIRED_MODULE_PASS(BoundPrivateMemoryPass);

namespace {

// A thread of an application that helps may have as little as 64 KiB of stack.
constexpr uint64_t kStackBytes = 16 * 1024;
// Functions out of line have this in addition, along the deepest path of calls.
constexpr uint64_t kStackBytesOfFunctions = 8 * 1024;

struct Variable {
  llvm::AllocaInst* instruction;
  uint64_t sizeBytes;
};

// The smallest first.
std::vector<Variable> variablesOf(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<Variable> variables;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable && !llvm::isAllocaPromotable(variable))
      if (auto sizeBytes = variable->getAllocationSize(layout))
        variables.push_back({variable, sizeBytes->getFixedValue()});
  llvm::stable_sort(variables,
                    [](const Variable& a, const Variable& b) { return a.sizeBytes < b.sizeBytes; });
  return variables;
}

void eraseLifetimes(llvm::AllocaInst& variable) {
  for (llvm::User* user : llvm::make_early_inc_range(variable.users())) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->isLifetimeStartOrEnd()) instruction->eraseFromParent();
  }
}

// Memory on a path of calls: what is used where a function begins, or ends.
struct Frame {
  uint64_t stackBytes = 0, spillBytes = 0;
  uint64_t itemBytes = 0;  // of both, for one work-item: lanes share the variables of a function
  llvm::Align spillAlign;

  void include(const Frame& other) {
    stackBytes = std::max(stackBytes, other.stackBytes);
    spillBytes = std::max(spillBytes, other.spillBytes);
    itemBytes = std::max(itemBytes, other.itemBytes);
    spillAlign = std::max(spillAlign, other.spillAlign);
  }
};

// Gives variables places, the smallest ones on the stack. Addresses are computed at `place`.
// Returns the frame behind the function's.
Frame placeVariables(llvm::Instruction& place, llvm::ArrayRef<Variable> smallestFirst, Frame frame,
                     uint64_t mostStackBytes) {
  llvm::IRBuilder<> builder(&place);
  llvm::Value* spillArea = nullptr;
  llvm::SmallVector<llvm::Instruction*> moved;  // `place` may be one of them
  uint64_t stackBytes = frame.stackBytes;
  for (const Variable& variable : smallestFirst) {
    const llvm::Align align = variable.instruction->getAlign();
    stackBytes += llvm::alignTo(variable.sizeBytes, align);
    if (stackBytes <= mostStackBytes) {
      frame.stackBytes = stackBytes;
      continue;
    }
    frame.spillAlign = std::max(frame.spillAlign, align);
    frame.spillBytes = llvm::alignTo(frame.spillBytes, align);
    if (!spillArea) spillArea = emitKernelCall(builder, KernelCall::SpillArea);
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), spillArea, frame.spillBytes, variable.instruction->getName());
    eraseLifetimes(*variable.instruction);
    variable.instruction->replaceAllUsesWith(address);
    moved.push_back(variable.instruction);
    frame.spillBytes += variable.sizeBytes;
  }
  for (llvm::Instruction* instruction : moved) instruction->eraseFromParent();
  return frame;
}

uint64_t lanesOf(const llvm::Function& function) {
  return function.getFnAttributeAsParsedInteger(kLanesAttribute, 1);
}

uint64_t sizeOf(llvm::ArrayRef<Variable> variables) {
  uint64_t bytes = 0;
  for (const Variable& variable : variables)
    if (!variable.instruction->hasMetadata(kCopyForRowMark)) bytes += variable.sizeBytes;
  return bytes;
}

/// Gives the variables of functions out of line their places. The result is what each needs with
/// the functions that it calls, from the start of the spill area.
llvm::DenseMap<llvm::Function*, Frame> boundFunctions(llvm::Module& module) {
  const auto calleesFirst = outOfLineCalleesFirst(module);
  llvm::DenseMap<llvm::Function*, Frame> begins, ends;
  for (llvm::Function* function : llvm::reverse(calleesFirst)) {
    const std::vector<Variable> variables = variablesOf(*function);
    const uint64_t itemBytes = sizeOf(variables) / lanesOf(*function);
    Frame end = placeVariables(function->getEntryBlock().front(), variables,
                               begins.lookup(function), kStackBytesOfFunctions);
    end.itemBytes += itemBytes;
    ends[function] = end;
    for (llvm::CallBase* call : callsOfDefined(*function))
      begins[call->getCalledFunction()].include(end);
  }
  for (llvm::Function* function : calleesFirst)
    for (llvm::CallBase* call : callsOfDefined(*function))
      ends[function].include(ends.lookup(call->getCalledFunction()));
  return ends;
}

void boundStack(llvm::Function& kernel, const llvm::DenseMap<llvm::Function*, Frame>& functions) {
  const std::vector<Variable> variables = variablesOf(kernel);
  // Values that are live across barriers have their place already.
  const uint64_t privateBytes =
      kernel.getFnAttributeAsParsedInteger(kSpillVectorBytesAttribute) + sizeOf(variables);
  Frame called;
  for (llvm::CallBase* call : callsOfDefined(kernel))
    called.include(functions.lookup(call->getCalledFunction()));
  const Frame own = placeVariables(
      *kernel.getEntryBlock().getTerminator(), variables,
      {.spillBytes = called.spillBytes,
       .spillAlign = std::max(called.spillAlign, llvm::Align(kernel.getFnAttributeAsParsedInteger(
                                                     kSpillAlignmentAttribute, 1)))},
      kStackBytes);
  if (own.spillBytes != 0)
    remark(kernel, "private variables are stored in the spill area, not on the stack (" +
                       llvm::Twine(own.spillBytes) + " bytes)");
  setNumberAttribute(kernel, kPrivateBytesAttribute,
                     privateBytes / lanesOf(kernel) + called.itemBytes);
  const llvm::Align spillAlign = std::max(own.spillAlign, llvm::Align(abi::kBlockAlignment));
  if (spillAlign.value() > abi::kBlockAlignment)
    setNumberAttribute(kernel, kSpillAlignmentAttribute, spillAlign.value());
  setNumberAttribute(
      kernel, kSpillFixedBytesAttribute,
      llvm::alignTo(own.spillBytes, spillAlign) + spillAlign.value() - abi::kBlockAlignment);
}

}  // namespace

llvm::PreservedAnalyses BoundPrivateMemoryPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  const auto functions = boundFunctions(module);
  for (llvm::Function* kernel : kernelsOf(module)) boundStack(*kernel, functions);
  return kernelsOf(module).empty() ? llvm::PreservedAnalyses::all() : preservesControlFlow();
}

}  // namespace lanewise
