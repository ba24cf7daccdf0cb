// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// move-bit-selects: m ? (a & c) | (b & ~c) : a becomes (a & c) | ((m ? b : a) & ~c). For vectors of
// integers and a constant c, LLVM 19 makes one instruction with a mask of the first form, where a
// level has it, and takes bits of the wrong operand.
#include "compiler/contract/pass.h"
#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <utility>

namespace lanewise {

/// Ensures: no select between a vector and bits of this vector and of another one, by a constant,
/// is left. Why here: instcombine makes them.
REQUIRED_MODULE_PASS(MoveBitSelectsPass);

namespace {

using namespace llvm::PatternMatch;

// (a & bits) | (b & ~bits). Of a magnitude, which has no sign, `b` may be itself.
struct BitChoice {
  llvm::Value *a, *b;
  llvm::Constant *bits, *otherBits;
};

bool isMagnitude(const llvm::Value& value) {
  return match(&value, m_BitCast(m_Intrinsic<llvm::Intrinsic::fabs>()));
}

std::optional<BitChoice> bitChoice(llvm::Value& value, llvm::Value& a) {
  llvm::Value *left = nullptr, *right = nullptr;
  if (!match(&value, m_Or(m_Value(left), m_Value(right))) &&
      !match(&value, m_Xor(m_Value(left), m_Value(right))) &&
      !match(&value, m_Add(m_Value(left), m_Value(right))))
    return std::nullopt;
  llvm::Constant* bits = nullptr;
  if (!match(left, m_And(m_Specific(&a), m_ImmConstant(bits)))) std::swap(left, right);
  if (!match(left, m_And(m_Specific(&a), m_ImmConstant(bits)))) return std::nullopt;
  llvm::Constant* otherBits = llvm::ConstantExpr::getNot(bits);
  llvm::Value* b = nullptr;
  if (match(right, m_And(m_Value(b), m_Specific(otherBits)))) return {{&a, b, bits, otherBits}};
  if (isMagnitude(*right) && match(bits, m_SignMask())) return {{&a, right, bits, otherBits}};
  return std::nullopt;
}

bool move(llvm::SelectInst& select) {
  if (!llvm::isa<llvm::FixedVectorType>(select.getType())) return false;
  if (!select.getType()->isIntOrIntVectorTy()) return false;
  llvm::Value *yes = select.getTrueValue(), *no = select.getFalseValue();
  auto choice = bitChoice(*yes, *no);
  const bool chosenIfTrue = choice.has_value();
  if (!choice) choice = bitChoice(*no, *yes);
  if (!choice) return false;
  llvm::IRBuilder<> builder(&select);
  llvm::Value* either =
      builder.CreateSelect(select.getCondition(), chosenIfTrue ? choice->b : choice->a,
                           chosenIfTrue ? choice->a : choice->b);
  select.replaceAllUsesWith(builder.CreateOr(builder.CreateAnd(choice->a, choice->bits),
                                             builder.CreateAnd(either, choice->otherBits)));
  select.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses MoveBitSelectsPass::run(llvm::Module& module,
                                                llvm::ModuleAnalysisManager&) {
  if (!isRepaired(Repair::MaskedBitSelects)) return llvm::PreservedAnalyses::all();
  bool changed = false;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) changed |= move(*select);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
