// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By opcode, and for intrinsics by what LLVM knows of their vector forms.
#include "compiler/lanes/known/elementwise_operations.h"

#include "compiler/lanes/known/shapes.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

bool hasVectorForm(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::sadd_with_overflow:
    case llvm::Intrinsic::uadd_with_overflow:
    case llvm::Intrinsic::ssub_with_overflow:
    case llvm::Intrinsic::usub_with_overflow:
    case llvm::Intrinsic::smul_with_overflow:
    case llvm::Intrinsic::umul_with_overflow:
    case llvm::Intrinsic::is_fpclass:
    case llvm::Intrinsic::ldexp: return true;
    default: return llvm::isTriviallyVectorizable(intrinsic);
  }
}

}  // namespace

bool isSharedOperand(const llvm::Instruction& instruction, unsigned operand) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && operand < call->arg_size() &&
         llvm::isVectorIntrinsicWithScalarOpAtArg(call->getIntrinsicID(), operand);
}

bool isElementwise(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return hasVectorForm(call->getIntrinsicID()) &&
           !(call->getType()->isStructTy() && call->getArgOperand(0)->getType()->isVectorTy());
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction))
    return cast->getType()->isPtrOrPtrVectorTy();
  return instruction.isBinaryOp() || instruction.isUnaryOp() || instruction.isCast() ||
         llvm::isa<llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst>(instruction);
}

bool isDividedInFloats(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() && instruction.getType()->getScalarSizeInBits() <= 32 &&
         !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

bool hasElementwiseOperands(const llvm::Instruction& instruction, const Shapes& shapes) {
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i)
    if (isSharedOperand(instruction, i) && !shapes.isUniform(*instruction.getOperand(i)))
      return false;
  return true;
}

}  // namespace lanewise
