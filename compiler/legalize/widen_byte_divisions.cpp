// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// widen-byte-divisions: LLVM 19 replaces a division by a constant by multiplications. For vectors
// of four or eight bytes and some processors, the result is undefined if not all of its elements
// are used. In 16 bits it is right, and processors have the multiplication.
#include "compiler/contract/pass.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: vectors of bytes are not divided by constants. Why here: instcombine would make such
/// divisions again.
REQUIRED_MODULE_PASS(WidenByteDivisionsPass);

namespace {

bool isByteDivision(const llvm::Instruction& instruction) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return type && type->getElementType()->isIntegerTy(8) && instruction.isIntDivRem() &&
         llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

void widen(llvm::Instruction& division) {
  llvm::IRBuilder<> builder(&division);
  const auto opcode = static_cast<llvm::Instruction::BinaryOps>(division.getOpcode());
  const bool isSigned = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
  llvm::Type* wide = division.getType()->getWithNewBitWidth(16);
  const auto extended = [&](llvm::Value* value) {
    return isSigned ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
  };
  llvm::Value* result = builder.CreateBinOp(opcode, extended(division.getOperand(0)),
                                            extended(division.getOperand(1)));
  division.replaceAllUsesWith(builder.CreateTrunc(result, division.getType()));
  division.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses WidenByteDivisionsPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (isByteDivision(instruction)) {
        widen(instruction);
        changed = true;
      }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
