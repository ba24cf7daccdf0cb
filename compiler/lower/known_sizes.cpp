// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// known-sizes: the size of a work-group is a constant in kernels that know it, and its bound that
// of local ids.
#include "compiler/lower/passes.h"

#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/kernel_calls.h"
#include "compiler/ir/known_launch.h"
#include "compiler/ir/work_groups.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

// Zeros: not known. The last work-group of a row may be smaller.
std::array<uint64_t, 3> largestLocalSize(const llvm::Function& kernel) {
  return knownLocalSize(kernel).value_or(requiredLocalSize(kernel));
}

bool boundLocalIds(llvm::Function& kernel) {
  const std::array<uint64_t, 3> sizes = largestLocalSize(kernel);
  if (sizes[0] == 0) return false;
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (kernelCallOf(instruction) != KernelCall::LocalId) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    const unsigned bits = call.getType()->getIntegerBitWidth();
    call.addRangeRetAttr(
        llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, sizes[dimensionOf(call)])));
    changed = true;
  }
  return changed;
}

bool replaceSizes(llvm::Function& kernel) {
  const auto sizes = knownLocalSize(kernel);
  if (!sizes) return false;
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    const auto kind = kernelCallOf(instruction);
    if (kind != KernelCall::LocalSize && kind != KernelCall::EnqueuedLocalSize) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), (*sizes)[dimensionOf(call)]));
    call.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses KnownSizesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module)) {
    changed |= boundLocalIds(*kernel);
    changed |= replaceSizes(*kernel);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
