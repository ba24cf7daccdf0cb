// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's cost of the size of code, which has an instruction for each register of a vector.
#include "compiler/analysis/code_size.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace lanewise {
namespace {

// A loop over the lanes, for an access that has no instruction (legalize/active_lanes.h), and with
// the test whether it is needed (expand_masked_accesses.cpp).
constexpr double kLoopOverLanes = 16, kTestAndLoop = 22;

// Parts of other instructions: addresses, and numbers that are extended on their way there.
bool isPart(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(instruction) ||
         instruction.isDebugOrPseudoInst() ||
         (llvm::isa<llvm::CastInst>(instruction) && !instruction.getType()->isVectorTy());
}

double codeSize(llvm::InstructionCost cost) {
  return cost.isValid() ? static_cast<double>(*cost.getValue()) : 1;
}

double sizeOf(const llvm::Instruction& instruction, CodeFor vectors,
              const llvm::TargetTransformInfo& target) {
  constexpr auto kSize = llvm::TargetTransformInfo::TCK_CodeSize;
  if (isPart(instruction)) return 0;
  const double size = codeSize(target.getInstructionCost(&instruction, kSize));
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
      if (vectors == CodeFor::FullVectors)
        return codeSize(target.getMemoryOpCost(
            llvm::Instruction::Load,
            call->getType()->isVoidTy() ? call->getArgOperand(0)->getType() : call->getType(),
            llvm::Align(1), 0, kSize));
      return std::min(size, kTestAndLoop);
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter: return std::min(size, kLoopOverLanes);
    default: return size;
  }
}

}  // namespace

double estimatedInstructions(llvm::ArrayRef<llvm::BasicBlock*> blocks, CodeFor vectors,
                             const llvm::TargetTransformInfo& target) {
  double sum = 0;
  for (const llvm::BasicBlock* block : blocks)
    for (const llvm::Instruction& instruction : *block) sum += sizeOf(instruction, vectors, target);
  return sum;
}

double estimatedInstructions(llvm::Function& function, const llvm::TargetTransformInfo& target) {
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  for (llvm::BasicBlock& block : function) blocks.push_back(&block);
  return estimatedInstructions(blocks, CodeFor::AllVectors, target);
}

}  // namespace lanewise
