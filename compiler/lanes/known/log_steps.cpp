// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop has such a variable among the phis of its header.
#include "compiler/lanes/known/log_steps.h"

#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace lanewise {
namespace {

bool hasBarrier(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return kernelCallOf(instruction) == KernelCall::Barrier;
    });
  });
}

// The variable times or divided by a constant.
bool isScaled(const llvm::Value& next, const llvm::PHINode& variable) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&next);
  if (!operation || operation->getOperand(0) != &variable ||
      !llvm::isa<llvm::ConstantInt>(operation->getOperand(1)))
    return false;
  switch (operation->getOpcode()) {
    case llvm::Instruction::Mul:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return true;
    default: return false;
  }
}

}  // namespace

bool hasLogSteps(const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  return latch && hasBarrier(loop) &&
         llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& variable) {
           return isScaled(*variable.getIncomingValueForBlock(latch), variable);
         });
}

}  // namespace lanewise
