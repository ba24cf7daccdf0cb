// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-divisions: processors have no division of integer vectors, and LLVM divides element by
// element. The rounded quotient of floating-point numbers has the right whole part: if n / d is no
// whole number and k is the next larger one, then k - n / d >= 1 / d, which is more than
// k * 2^-(b + 1) for numbers of b bits, since k * d < n + d <= 2^(b + 1). So n / d does not round
// to k in a format of b + 2 bits or more: double (53 bits) for 32 bits, float (24) for 16.
#include "compiler/contract/pass.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <tuple>

namespace lanewise {

/// Ensures: vectors of at least four integers of at most 32 bits are not divided by vectors that
/// are not constant. Why here: earlier passes know more about divisions of integers.
REQUIRED_MODULE_PASS(ExpandDivisionsPass);

namespace {

constexpr unsigned kFewestElements = 4;

// LLVM replaces divisions by constants by multiplications.
bool isExpandable(const llvm::Instruction& instruction) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return type && instruction.isIntDivRem() && type->getNumElements() >= kFewestElements &&
         type->getScalarSizeInBits() <= 32 && !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

// Quotients of one block, which a division and a remainder share.
class Quotients {
 public:
  void expand(llvm::Instruction& division) {
    const unsigned opcode = division.getOpcode();
    const unsigned isSigned =
        opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
    llvm::Value *const number = division.getOperand(0), *const by = division.getOperand(1);
    llvm::IRBuilder<> builder(&division);
    llvm::Value*& quotient = made_[{number, by, isSigned}];
    if (!quotient) quotient = divide(builder, number, by, isSigned);
    const bool isQuotient = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::UDiv;
    division.replaceAllUsesWith(
        isQuotient ? quotient : builder.CreateSub(number, builder.CreateMul(quotient, by)));
    division.eraseFromParent();
  }

 private:
  static llvm::Value* divide(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Value* by,
                             bool isSigned) {
    auto* type = llvm::cast<llvm::FixedVectorType>(number->getType());
    auto* floats = llvm::FixedVectorType::get(
        type->getScalarSizeInBits() > 16 ? builder.getDoubleTy() : builder.getFloatTy(),
        type->getNumElements());
    const auto converted = [&](llvm::Value* value) {
      return isSigned ? builder.CreateSIToFP(value, floats) : builder.CreateUIToFP(value, floats);
    };
    llvm::Value* quotient = builder.CreateFDiv(converted(number), converted(by));
    return isSigned ? builder.CreateFPToSI(quotient, type) : builder.CreateFPToUI(quotient, type);
  }

  llvm::DenseMap<std::tuple<llvm::Value*, llvm::Value*, unsigned>, llvm::Value*> made_;
};

}  // namespace

llvm::PreservedAnalyses ExpandDivisionsPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      Quotients quotients;
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
        if (isExpandable(instruction)) {
          quotients.expand(instruction);
          changed = true;
        }
    }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
