// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bound-private-memory: limits the stack size of a kernel. Private variables that are not live
// across barriers are dead when the next work-item starts, so one copy is enough for a work-group.
// The largest ones move to the fixed part of the spill area until the rest fits.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/group/region_marks.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <vector>

namespace lanewise {

/// Requires: the allocas of a kernel stand in its entry block. Ensures: those that need memory take
/// at most 16 KiB;
/// the largest moved to lanewise.spill_area, "lanewise-spill-fixed-bytes" says how much of it;
/// "lanewise-private-bytes" says what a work-item has, here or in its part of the spill area.
/// Why here: what barrier-regions and work-item-loops keep in allocas has become registers.
REQUIRED_MODULE_PASS(BoundPrivateMemoryPass);

namespace {

// A thread of an application that helps may have as little as 64 KiB of stack.
constexpr uint64_t kStackBytes = 16 * 1024;

struct Variable {
  llvm::AllocaInst* instruction;
  uint64_t sizeBytes;
};

std::vector<Variable> variablesOf(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<Variable> variables;
  for (llvm::Instruction& instruction : kernel.getEntryBlock())
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable && !llvm::isAllocaPromotable(variable))
      if (auto sizeBytes = variable->getAllocationSize(layout))
        variables.push_back({variable, sizeBytes->getFixedValue()});
  return variables;
}

void eraseLifetimes(llvm::AllocaInst& variable) {
  for (llvm::User* user : llvm::make_early_inc_range(variable.users())) {
    auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->isLifetimeStartOrEnd()) instruction->eraseFromParent();
  }
}

void boundStack(llvm::Function& kernel) {
  std::vector<Variable> variables = variablesOf(kernel);
  llvm::stable_sort(variables,
                    [](const Variable& a, const Variable& b) { return a.sizeBytes < b.sizeBytes; });
  const uint64_t lanes = kernel.getFnAttributeAsParsedInteger(kLanesAttribute, 1);
  // Values that are live across barriers have their place already.
  uint64_t privateBytes = kernel.getFnAttributeAsParsedInteger(kSpillVectorBytesAttribute);
  uint64_t stackBytes = 0, fixedBytes = 0;
  llvm::Align spillAlign(kernel.getFnAttributeAsParsedInteger(kSpillAlignmentAttribute, 1));
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getTerminator()->getIterator());
  llvm::Value* spillArea = nullptr;
  for (const Variable& variable : variables) {
    if (!variable.instruction->hasMetadata(kCopyForRowMark)) privateBytes += variable.sizeBytes;
    const llvm::Align align = variable.instruction->getAlign();
    stackBytes += llvm::alignTo(variable.sizeBytes, align);
    if (stackBytes <= kStackBytes) continue;
    spillAlign = std::max(spillAlign, align);
    fixedBytes = llvm::alignTo(fixedBytes, align);
    if (!spillArea) spillArea = emitKernelCall(builder, KernelCall::SpillArea);
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(
        builder.getInt8Ty(), spillArea, fixedBytes, variable.instruction->getName());
    eraseLifetimes(*variable.instruction);
    variable.instruction->replaceAllUsesWith(address);
    variable.instruction->eraseFromParent();
    fixedBytes += variable.sizeBytes;
  }
  if (fixedBytes != 0)
    remark(kernel, "private variables are stored in the spill area, not on the stack (" +
                       llvm::Twine(fixedBytes) + " bytes)");
  setNumberAttribute(kernel, kPrivateBytesAttribute, privateBytes / lanes);
  spillAlign = std::max(spillAlign, llvm::Align(abi::kBlockAlignment));
  if (spillAlign.value() > abi::kBlockAlignment)
    setNumberAttribute(kernel, kSpillAlignmentAttribute, spillAlign.value());
  setNumberAttribute(
      kernel, kSpillFixedBytesAttribute,
      llvm::alignTo(fixedBytes, spillAlign) + spillAlign.value() - abi::kBlockAlignment);
}

}  // namespace

llvm::PreservedAnalyses BoundPrivateMemoryPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  for (llvm::Function* kernel : kernelsOf(module)) boundStack(*kernel);
  return kernelsOf(module).empty() ? llvm::PreservedAnalyses::all() : preservesControlFlow();
}

}  // namespace lanewise
