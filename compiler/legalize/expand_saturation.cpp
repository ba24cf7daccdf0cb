// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-saturation: conversions of floating-point vectors to the nearest integers of a range. LLVM
// 19 converts them element by element. A number is moved into the range before the conversion; the
// largest integer may lie between two numbers, the least one never does.
#include "compiler/contract/pass.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Ensures: no conversion of a vector to integers that saturates (llvm.fptosi.sat, llvm.fptoui.sat)
/// is left. Why here: it was an operation on lanes.
REQUIRED_MODULE_PASS(ExpandSaturationPass);

namespace {

using Builder = llvm::IRBuilder<>;

bool isSaturation(const llvm::IntrinsicInst& call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  return (id == llvm::Intrinsic::fptosi_sat || id == llvm::Intrinsic::fptoui_sat) &&
         llvm::isa<llvm::FixedVectorType>(call.getType());
}

llvm::Value* convert(llvm::IntrinsicInst& call) {
  Builder builder(&call);
  const bool isSigned = call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
  llvm::Value* value = call.getArgOperand(0);
  llvm::Type *from = value->getType(), *to = call.getType();
  const unsigned bits = to->getScalarSizeInBits();
  const llvm::APInt most =
      isSigned ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  const llvm::APInt least = isSigned ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt(bits, 0);
  llvm::APFloat high(from->getScalarType()->getFltSemantics()), low = high;
  low.convertFromAPInt(least, isSigned, llvm::APFloat::rmTowardZero);
  const bool isExact =
      high.convertFromAPInt(most, isSigned, llvm::APFloat::rmTowardZero) == llvm::APFloat::opOK;
  llvm::Constant *lowest = llvm::ConstantFP::get(from, low),
                 *highest = llvm::ConstantFP::get(from, high);
  llvm::Value* inside =
      builder.CreateSelect(builder.CreateFCmpOGT(value, lowest), value, lowest);  // NaN: lowest
  inside = builder.CreateSelect(builder.CreateFCmpOLT(inside, highest), inside, highest);
  llvm::Value* result =
      isSigned ? builder.CreateFPToSI(inside, to) : builder.CreateFPToUI(inside, to);
  if (isSigned)
    result = builder.CreateSelect(builder.CreateFCmpORD(value, value), result,
                                  llvm::Constant::getNullValue(to));
  if (isExact) return result;
  return builder.CreateSelect(builder.CreateFCmpOGT(value, highest),
                              llvm::ConstantInt::get(to, most), result);
}

}  // namespace

llvm::PreservedAnalyses ExpandSaturationPass::run(llvm::Module& module,
                                                  llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (isSaturation(*call)) {
          call->replaceAllUsesWith(convert(*call));
          call->eraseFromParent();
          changed = true;
        }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
