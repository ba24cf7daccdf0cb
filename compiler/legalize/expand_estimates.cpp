// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-estimates: divisions of float that may multiply by a reciprocal become the processor's
// estimate of the reciprocal, or of that of the root, and a step of an iteration that leaves two
// ulp at most. Where the step gives zero or NaN, the result is that of the estimate, which has the
// sign of zeros and the infinities: code generation has the same form without this choice, so that
// 1 / 0 would be NaN. Processors without estimates divide.
#include "compiler/contract/pass.h"
#include "compiler/target/target.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {

/// Ensures: no division of float with the flag arcp is left whose divisor is no constant and whose
/// result may be infinite or NaN, if the processor has estimates. Subnormal divisors may count as
/// zeros, and so may reciprocals below the normal numbers. Why here: it was an operation on lanes,
/// and passes behind it remove what the form does not need.
MODULE_PASS(ExpandEstimatesPass);

namespace {

using namespace llvm::PatternMatch;
using Builder = llvm::IRBuilder<>;

// From this many bits on, the square of the estimate's error is below one ulp.
constexpr unsigned kBitsForOneTerm = 14;

class Estimate {
 public:
  explicit Estimate(llvm::BinaryOperator& division)
      : builder_(&division), type_(*division.getType()), numerator_(*division.getOperand(0)) {
    llvm::Value* divisor = division.getOperand(1);
    auto* root = llvm::dyn_cast<llvm::IntrinsicInst>(divisor);
    isOne_ = match(&numerator_, m_SpecificFP(1.0));
    isOfRoot_ =
        isOne_ && root && root->getIntrinsicID() == llvm::Intrinsic::sqrt && root->hasApproxFunc();
    number_ = isOfRoot_ ? root->getArgOperand(0) : divisor;
    const ReciprocalEstimate estimate = estimateReciprocal(builder_, *number_, isOfRoot_);
    near_ = estimate.value;
    oneTerm_ = estimate.bits >= kBitsForOneTerm;
  }

  llvm::Value* expanded() {
    if (isOfRoot_) return chosen(rootStep(), near_);
    llvm::Value* inverse = step();
    if (isOne_) return chosen(inverse, near_);
    llvm::Value* quotient = builder_.CreateFMul(&numerator_, inverse);
    llvm::Value* rest = mad(negated(number_), quotient, &numerator_);
    return chosen(mad(rest, inverse, quotient), builder_.CreateFMul(&numerator_, near_));
  }

 private:
  llvm::Constant* constant(double value) { return llvm::ConstantFP::get(&type_, value); }
  llvm::Value* negated(llvm::Value* value) { return builder_.CreateFNeg(value); }
  llvm::Value* mad(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return builder_.CreateIntrinsic(llvm::Intrinsic::fmuladd, {&type_}, {a, b, c});
  }
  llvm::Value* chosen(llvm::Value* better, llvm::Value* otherwise) {
    return builder_.CreateSelect(builder_.CreateFCmpONE(better, constant(0)), better, otherwise);
  }
  // e = 1 - x y, and 1 / x = y / (1 - e) = y + y (e + e^2).
  llvm::Value* step() {
    llvm::Value* error = mad(negated(number_), near_, constant(1));
    return mad(near_, oneTerm_ ? error : mad(error, error, error), near_);
  }
  // e = 1 - x y^2, and 1 / sqrt(x) = y / sqrt(1 - e) = y + y (e / 2 + 3 e^2 / 8).
  llvm::Value* rootStep() {
    llvm::Value* product = builder_.CreateFMul(number_, near_);
    llvm::Value* error = mad(negated(product), near_, constant(1));
    llvm::Value* factor = oneTerm_ ? constant(0.5) : mad(error, constant(0.375), constant(0.5));
    return mad(builder_.CreateFMul(near_, factor), error, near_);
  }

  Builder builder_;
  llvm::Type& type_;
  llvm::Value &numerator_, *number_ = nullptr, *near_ = nullptr;
  bool isOne_ = false, isOfRoot_ = false, oneTerm_ = false;
};

bool mayBeEstimated(const llvm::BinaryOperator& division) {
  return division.getOpcode() == llvm::Instruction::FDiv && division.hasAllowReciprocal() &&
         !(division.hasNoNaNs() && division.hasNoInfs()) &&
         division.getType()->getScalarType()->isFloatTy() &&
         !llvm::isa<llvm::Constant>(division.getOperand(1));
}

}  // namespace

llvm::PreservedAnalyses ExpandEstimatesPass::run(llvm::Module& module,
                                                 llvm::ModuleAnalysisManager&) {
  if (!canEstimate(module)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        if (mayBeEstimated(*division)) {
          division->replaceAllUsesWith(Estimate(*division).expanded());
          division->eraseFromParent();
          changed = true;
        }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
