// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of operations.
#include "compiler/target/half_operations.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace lanewise {
namespace {

bool roundsInFloat(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::trunc:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::roundeven: return true;
    default: return false;
  }
}

}  // namespace

bool isHalf(const llvm::Value& value) { return value.getType()->getScalarType()->isHalfTy(); }

bool isComputedInFloat(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return isHalf(*call) && roundsInFloat(call->getIntrinsicID());
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPTrunc: return isHalf(instruction);
    case llvm::Instruction::FCmp:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPExt: return isHalf(*instruction.getOperand(0));
    default: return false;
  }
}

}  // namespace lanewise
