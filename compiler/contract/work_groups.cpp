// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers from a kernel's calls, parameters and metadata. Used by lanes/choose/width.cpp and by
// group/: barrier_regions.cpp stores observesGroups() as an attribute, kernel_entry.cpp makes
// constants of required sizes.
#include "compiler/contract/work_groups.h"

#include "compiler/contract/collective_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <utility>

namespace lanewise {

bool observesGroups(const llvm::Function& kernel) {
  // The size is a constant of the code, from which nothing may be left that asks for it.
  if (knownLocalSize(kernel)) return true;
  // A pointer to local memory among the parameters.
  if (kernel.getFnAttribute(kArgumentsAttribute).getValueAsString().contains('l')) return true;
  if (kernel.hasFnAttribute(kFlatLanesAttribute)) return true;
  // Its dimensions are exchanged because of the shape of its groups. The calls that asked for it
  // may be gone.
  if (kernel.hasFnAttribute(kColumnDimensionAttribute)) return true;
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    if (const std::optional<CollectiveCall> call = collectiveCallOf(instruction))
      return call->scope == CollectiveScope::WorkGroup;
    if (instruction.hasMetadata(kGroupVariableMark)) return true;
    switch (kernelCallOf(instruction).value_or(KernelCall::GlobalId)) {
      case KernelCall::LocalId:
      case KernelCall::LocalLinearId:
      case KernelCall::LocalSize:
      case KernelCall::LocalMemory:
      case KernelCall::GroupId:
      case KernelCall::NumGroups:
      case KernelCall::EnqueuedLocalSize:
      case KernelCall::Barrier:
      case KernelCall::Yield: return true;
      default: return false;
    }
  });
}

bool hasYields(const llvm::Function& kernel) { return hasKernelCall(kernel, KernelCall::Yield); }

std::array<uint64_t, 3> requiredLocalSize(const llvm::Function& kernel) {
  std::array<uint64_t, 3> result{};
  const llvm::MDNode* node = kernel.getMetadata(kRequiredLocalSize);
  if (!node || node->getNumOperands() != 3) return result;
  for (unsigned dim = 0; dim < 3; ++dim)
    if (auto* size = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(dim)))
      result[dim] = size->getZExtValue();
  return result;
}

std::array<uint64_t, 3> largestLocalSize(const llvm::Function& kernel) {
  return knownLocalSize(kernel).value_or(requiredLocalSize(kernel));
}

void exchangeLocalSize(llvm::Function& kernel, unsigned dimension) {
  if (auto size = knownLocalSize(kernel)) {
    std::swap((*size)[0], (*size)[dimension]);
    setKnownLocalSize(kernel, *size);
  }
  const llvm::MDNode* node = kernel.getMetadata(kRequiredLocalSize);
  if (!node || node->getNumOperands() != 3) return;
  llvm::SmallVector<llvm::Metadata*, 3> sizes(node->operands());
  std::swap(sizes[0], sizes[dimension]);
  kernel.setMetadata(kRequiredLocalSize, llvm::MDNode::get(kernel.getContext(), sizes));
}

}  // namespace lanewise
