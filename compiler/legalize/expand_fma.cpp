// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-fma: where processors have no fma, LLVM calls a function for each element of a vector. In
// double the product of two floats is exact, and so is the error of the sum with the third one in
// two parts. The sum is rounded to odd: if it is not exact, its last bit becomes one. Then it may
// be rounded once more, to float, as fmaInF64() of the device library does (builtins/scalar.h).
#include "compiler/contract/pass.h"
#include "compiler/target/fma.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no llvm.fma of a vector of floats is left if the level has no such instruction. Why
/// here: it was an operation on lanes, and passes behind it share what several of them have in
/// common.
REQUIRED_MODULE_PASS(ExpandFmaPass);

namespace {

using Builder = llvm::IRBuilder<>;

bool isExpandable(const llvm::IntrinsicInst& call) {
  return call.getIntrinsicID() == llvm::Intrinsic::fma && call.getType()->isVectorTy() &&
         call.getType()->getScalarType()->isFloatTy();
}

// The sum rounded to odd, given its error. The numbers next to it are those of its bits plus and
// minus one, the one with the larger magnitude first.
llvm::Value* roundToOdd(Builder& builder, llvm::Value* sum, llvm::Value* error) {
  llvm::Type* type = sum->getType();
  llvm::Type* bitsType = type->getWithNewType(builder.getInt64Ty());
  llvm::Constant *zero = llvm::Constant::getNullValue(type),
                 *one = llvm::ConstantInt::get(bitsType, 1),
                 *minusOne = llvm::Constant::getAllOnesValue(bitsType);
  llvm::Value* bits = builder.CreateBitCast(sum, bitsType);
  llvm::Value* isEven =
      builder.CreateICmpEQ(builder.CreateAnd(bits, one), llvm::Constant::getNullValue(bitsType));
  llvm::Value* isInexact = builder.CreateFCmpONE(error, zero);
  llvm::Value* isOutward =
      builder.CreateICmpEQ(builder.CreateFCmpOGT(error, zero), builder.CreateFCmpOGT(sum, zero));
  llvm::Value* step = builder.CreateSelect(isOutward, one, minusOne);
  llvm::Value* moved = builder.CreateAdd(bits, step);
  return builder.CreateBitCast(
      builder.CreateSelect(builder.CreateAnd(isInexact, isEven), moved, bits), type);
}

llvm::Value* expanded(llvm::IntrinsicInst& call) {
  Builder builder(&call);
  llvm::Type* wide = call.getType()->getWithNewType(builder.getDoubleTy());
  const auto operand = [&](unsigned index) {
    return builder.CreateFPExt(call.getArgOperand(index), wide);
  };
  llvm::Value *product = builder.CreateFMul(operand(0), operand(1)), *addend = operand(2);
  llvm::Value* sum = builder.CreateFAdd(product, addend);
  llvm::Value* part = builder.CreateFSub(sum, product);
  llvm::Value* error = builder.CreateFAdd(
      builder.CreateFSub(product, builder.CreateFSub(sum, part)), builder.CreateFSub(addend, part));
  return builder.CreateFPTrunc(roundToOdd(builder, sum, error), call.getType());
}

}  // namespace

llvm::PreservedAnalyses ExpandFmaPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (hasFma(module)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call && isExpandable(*call)) {
        call->replaceAllUsesWith(expanded(*call));
        call->eraseFromParent();
        changed = true;
      }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
