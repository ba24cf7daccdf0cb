// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expand-scaling: y * 2^n is an instruction for vectors (target.h), or two products with powers of
// two, of which only the second one rounds. The device library finds n as the low bits of a
// floating-point number that is n added to a large one (builtins/math/two_parts.h): the instruction
// gets the difference of the two, the products are made of the bits.
#include "compiler/contract/pass.h"
#include "compiler/target/target.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <cmath>
#include <cstdint>

namespace lanewise {

/// Requires: the device library's scaled() made llvm.ldexp (builtins/math/two_parts.h): the number
/// is near one and the exponent at most twice that of the smallest normal number, or the number is
/// NaN. Ensures: no llvm.ldexp is left. Why here: it was an operation on lanes, and passes behind
/// it remove what the form does not need.
REQUIRED_MODULE_PASS(ExpandScalingPass);

namespace {

using namespace llvm::PatternMatch;
using Builder = llvm::IRBuilder<>;

class Scaling {
 public:
  explicit Scaling(llvm::IntrinsicInst& call)
      : builder_(&call),
        number_(call.getArgOperand(0)),
        exponent_(call.getArgOperand(1)),
        type_(*call.getType()),
        places_(llvm::APFloat::semanticsPrecision(type_.getScalarType()->getFltSemantics()) - 1),
        twiceBias_(2 * static_cast<unsigned>(llvm::APFloat::semanticsMaxExponent(
                           type_.getScalarType()->getFltSemantics()))) {
    const llvm::APInt* negative = nullptr;
    llvm::Value* sum = nullptr;
    if (!match(exponent_, m_Add(m_BitCast(m_Value(sum)), m_APInt(negative))) &&
        !match(exponent_, m_Trunc(m_Add(m_BitCast(m_Value(sum)), m_APInt(negative)))))
      return;
    if (sum->getType() != &type_ || -*negative != large().bitcastToAPInt()) return;
    sum_ = sum;
  }

  llvm::Value* expanded() {
    const llvm::Module& module = *builder_.GetInsertBlock()->getModule();
    return canScale(module, type_) ? scaleByInstruction(builder_, *number_, *exponentAsFloat())
                                   : products();
  }

 private:
  // What scaled() adds to n: a number whose last place is one, and two times the bias.
  llvm::APFloat large() const {
    const double number = std::ldexp(1.5, static_cast<int>(places_)) + twiceBias_;
    return type_.getScalarType()->isFloatTy() ? llvm::APFloat(static_cast<float>(number))
                                              : llvm::APFloat(number);
  }

  llvm::Value* exponentAsFloat() {
    return sum_ ? builder_.CreateFSub(sum_, llvm::ConstantFP::get(&type_, large()))
                : builder_.CreateSIToFP(exponent_, &type_);
  }

  llvm::Value* products() {
    llvm::Type* bits = type_.getWithNewType(builder_.getIntNTy(type_.getScalarSizeInBits()));
    const auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(bits, value); };
    llvm::Value* biased =
        sum_ ? builder_.CreateBitCast(sum_, bits)
             : builder_.CreateAdd(builder_.CreateSExt(exponent_, bits), constant(twiceBias_));
    llvm::Value* half = builder_.CreateLShr(biased, constant(1));
    const auto power = [&](llvm::Value* exponent) {
      return builder_.CreateBitCast(builder_.CreateShl(exponent, constant(places_)), &type_);
    };
    llvm::Value* near = builder_.CreateFMul(number_, power(half));
    return builder_.CreateFMul(near, power(builder_.CreateSub(biased, half)));
  }

  Builder builder_;
  llvm::Value *number_, *exponent_;
  llvm::Type& type_;
  const unsigned places_, twiceBias_;
  llvm::Value* sum_ = nullptr;  // of the exponent and large()
};

}  // namespace

llvm::PreservedAnalyses ExpandScalingPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == llvm::Intrinsic::ldexp) {
          call->replaceAllUsesWith(Scaling(*call).expanded());
          call->eraseFromParent();
          changed = true;
        }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
