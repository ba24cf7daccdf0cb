// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// narrow-integers: Arithmetic in 32 bits on numbers that fit in 16, as C makes it of bytes:
// pixels, above all. In 16 bits a register has twice as many lanes.
//
// Ranges follow from the operations, forward through the code, without loops. Operations whose
// operands and results fit in 16 bits form networks: values that are computed from each other. A
// network is narrowed if it has more operations than values that must be widened again behind it.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>

#include <algorithm>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: arithmetic
/// whose results fit in 16 bits has 16 bits. Every result is the same. Why here: the number of
/// lanes follows from the sizes of elements.
FUNCTION_PASS(NarrowIntegersPass);

namespace {

constexpr unsigned kWide = 32, kNarrow = 16;

bool isWide(const llvm::Value& value) { return value.getType()->isIntegerTy(kWide); }

bool isExtremum(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax: return true;
    default: return false;
  }
}

bool isAbs(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::abs;
}

bool isExtension(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ZExtInst, llvm::SExtInst>(instruction) &&
         instruction.getOperand(0)->getType()->isIntegerTy() &&
         instruction.getOperand(0)->getType()->getIntegerBitWidth() <= kNarrow;
}

// The operands that have the type of the result.
llvm::iterator_range<llvm::User::const_op_iterator> wideOperands(
    const llvm::Instruction& instruction) {
  auto begin = instruction.op_begin(), end = instruction.op_end();
  if (llvm::isa<llvm::SelectInst>(instruction)) ++begin;
  if (isAbs(instruction)) end = begin + 1;
  if (isExtremum(instruction)) end = begin + 2;
  return {begin, end};
}

bool isArithmetic(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Select: return true;
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return llvm::isa<llvm::ConstantInt>(instruction.getOperand(1));
    default: return isExtremum(instruction) || isAbs(instruction);
  }
}

class Ranges {
 public:
  llvm::ConstantRange of(const llvm::Value& value) const {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return llvm::ConstantRange(number->getValue());
    const auto known = ranges_.find(&value);
    return known != ranges_.end()
               ? known->second
               : llvm::ConstantRange::getFull(value.getType()->getIntegerBitWidth());
  }

  void visit(const llvm::Instruction& instruction) {
    ranges_.try_emplace(&instruction, compute(instruction));
  }

  bool fits(const llvm::Value& value) const {
    return of(value).getSignedMin().isSignedIntN(kNarrow) &&
           of(value).getSignedMax().isSignedIntN(kNarrow);
  }
  bool isNegative(const llvm::Value& value) const { return !of(value).isAllNonNegative(); }

 private:
  llvm::ConstantRange compute(const llvm::Instruction& instruction) const {
    if (isExtension(instruction)) {
      const auto from =
          llvm::ConstantRange::getFull(instruction.getOperand(0)->getType()->getIntegerBitWidth());
      return llvm::isa<llvm::ZExtInst>(instruction) ? from.zeroExtend(kWide)
                                                    : from.signExtend(kWide);
    }
    const llvm::Value& first = **wideOperands(instruction).begin();
    if (isAbs(instruction)) return of(first).abs();
    const llvm::Value& second = **std::next(wideOperands(instruction).begin());
    if (llvm::isa<llvm::SelectInst>(instruction))
      return of(first).unionWith(of(second), llvm::ConstantRange::Signed);
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      return llvm::ConstantRange::intrinsic(call->getIntrinsicID(), {of(first), of(second)});
    // LLVM knows less of a shift of negative numbers.
    if (instruction.getOpcode() == llvm::Instruction::Shl)
      if (const auto* bits = llvm::cast<llvm::ConstantInt>(&second); bits->getValue().ult(kNarrow))
        return of(first).multiply(
            llvm::APInt::getOneBitSet(kWide, static_cast<unsigned>(bits->getZExtValue())));
    const auto& operation = llvm::cast<llvm::BinaryOperator>(instruction);
    const llvm::ConstantRange range = of(first).binaryOp(operation.getOpcode(), of(second));
    if (!operation.isBitwiseLogicOp()) return range;
    // Sign bits of both operands are sign bits of the result.
    const unsigned bits = std::max(of(first).getMinSignedBits(), of(second).getMinSignedBits());
    return range.intersectWith(
        llvm::ConstantRange::getNonEmpty(llvm::APInt::getSignedMinValue(bits).sext(kWide),
                                         llvm::APInt::getSignedMaxValue(bits).sext(kWide) + 1),
        llvm::ConstantRange::Signed);
  }

  llvm::DenseMap<const llvm::Value*, llvm::ConstantRange> ranges_;
};

class Narrowing {
 public:
  explicit Narrowing(llvm::Function& kernel) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&kernel))
      for (llvm::Instruction& instruction : *block) visit(instruction);
  }

  bool run() {
    chooseNetworks();
    for (llvm::Instruction* instruction : order_)
      if (chosen_.contains(networks_.getLeaderValue(instruction))) narrow(*instruction);
    for (llvm::Instruction* instruction : order_)
      if (narrow_.contains(instruction)) replaceUses(*instruction);
    for (llvm::Instruction* instruction : llvm::reverse(order_))
      if (narrow_.contains(instruction)) instruction->eraseFromParent();
    return !narrow_.empty();
  }

 private:
  // Operands come first, but for those of phis, which are not narrowed.
  void visit(llvm::Instruction& instruction) {
    if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      return visitComparison(*comparison);
    if (!isWide(instruction) || (!isExtension(instruction) && !isArithmetic(instruction))) return;
    ranges_.visit(instruction);
    if (!ranges_.fits(instruction) || !mayBeNarrow(instruction)) return;
    order_.push_back(&instruction);
    networks_.insert(&instruction);
    if (isExtension(instruction)) return;
    for (const llvm::Use& operand : wideOperands(instruction))
      if (llvm::isa<llvm::Instruction>(operand))
        networks_.unionSets(&instruction, llvm::cast<llvm::Instruction>(operand.get()));
  }

  // Both sides are narrowed or none.
  void visitComparison(const llvm::ICmpInst& comparison) {
    if (!isComparedInNarrow(comparison)) return;
    const auto* left = llvm::dyn_cast<llvm::Instruction>(comparison.getOperand(0));
    const auto* right = llvm::dyn_cast<llvm::Instruction>(comparison.getOperand(1));
    if (left && right) networks_.unionSets(left, right);
  }

  bool mayBeNarrow(const llvm::Instruction& instruction) const {
    if (isExtension(instruction)) return true;
    const auto operands = wideOperands(instruction);
    if (!llvm::all_of(operands, [&](const llvm::Use& use) {
          return (llvm::isa<llvm::ConstantInt>(use) && ranges_.fits(*use)) ||
                 networks_.findValue(llvm::dyn_cast<llvm::Instruction>(use.get())) !=
                     networks_.end();
        }))
      return false;
    switch (instruction.getOpcode()) {
      case llvm::Instruction::Shl:
      case llvm::Instruction::AShr:
        return llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->getValue().ult(kNarrow);
      case llvm::Instruction::LShr:
        return llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->getValue().ult(kNarrow) &&
               !ranges_.isNegative(*instruction.getOperand(0));
      default: break;
    }
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool isUnsigned = call && (call->getIntrinsicID() == llvm::Intrinsic::umin ||
                                     call->getIntrinsicID() == llvm::Intrinsic::umax);
    return !isUnsigned ||
           llvm::none_of(operands, [&](const llvm::Use& use) { return ranges_.isNegative(*use); });
  }

  void chooseNetworks() {
    struct Gain {
      unsigned operations = 0, widened = 0;
    };
    llvm::MapVector<const llvm::Instruction*, Gain> gains;
    for (llvm::Instruction* instruction : order_) {
      Gain& gain = gains[networks_.getLeaderValue(instruction)];
      gain.operations += !isExtension(*instruction);
      gain.widened += !isExtension(*instruction) &&
                      llvm::any_of(instruction->users(), [&](const llvm::User* user) {
                        return needsWide(*llvm::cast<llvm::Instruction>(user));
                      });
    }
    for (const auto& [network, gain] : gains)
      if (gain.operations > gain.widened) chosen_.insert(network);
  }

  bool isComparedInNarrow(const llvm::ICmpInst& comparison) const {
    return llvm::all_of(comparison.operands(), [&](const llvm::Use& use) {
      const bool isKnown =
          llvm::isa<llvm::ConstantInt>(use)
              ? ranges_.fits(*use)
              : networks_.findValue(llvm::dyn_cast<llvm::Instruction>(use.get())) !=
                    networks_.end();
      return isKnown && (!comparison.isUnsigned() || !ranges_.isNegative(*use));
    });
  }

  // Whether a user has no form for narrow operands.
  bool needsWide(const llvm::Instruction& user) const {
    if (networks_.findValue(&user) != networks_.end()) return false;
    if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&user))
      return !isComparedInNarrow(*comparison);
    return !(llvm::isa<llvm::TruncInst>(user) && user.getType()->getIntegerBitWidth() <= kNarrow);
  }

  llvm::Value* narrowOf(llvm::Value* value) const {
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return llvm::ConstantInt::get(number->getContext(), number->getValue().trunc(kNarrow));
    return narrow_.lookup(llvm::cast<llvm::Instruction>(value));
  }

  void narrow(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::Type* type = builder.getIntNTy(kNarrow);
    llvm::Value* result = nullptr;
    if (isExtension(instruction)) {
      result = llvm::isa<llvm::ZExtInst>(instruction)
                   ? builder.CreateZExt(instruction.getOperand(0), type)
                   : builder.CreateSExt(instruction.getOperand(0), type);
    } else if (isAbs(instruction)) {
      result = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::abs, narrowOf(instruction.getOperand(0)), builder.getFalse());
    } else {
      llvm::SmallVector<llvm::Value*, 2> operands;
      for (const llvm::Use& operand : wideOperands(instruction))
        operands.push_back(narrowOf(operand));
      if (llvm::isa<llvm::SelectInst>(instruction))
        result = builder.CreateSelect(instruction.getOperand(0), operands[0], operands[1]);
      else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
        result = builder.CreateBinaryIntrinsic(call->getIntrinsicID(), operands[0], operands[1]);
      else
        result = builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(),
                                     operands[0], operands[1]);
    }
    narrow_[&instruction] = result;
  }

  // By users that are not narrowed themselves.
  void replaceUses(llvm::Instruction& instruction) {
    llvm::Value* value = narrow_.lookup(&instruction);
    llvm::Value* widened = nullptr;
    const llvm::SmallSetVector<llvm::User*, 4> users(instruction.user_begin(),
                                                     instruction.user_end());
    for (llvm::User* each : users) {
      auto& user = *llvm::cast<llvm::Instruction>(each);
      if (narrow_.contains(&user)) continue;
      if (!needsWide(user)) {
        replaceUser(user, value);
        continue;
      }
      if (!widened) {
        llvm::IRBuilder<> builder(&instruction);
        widened = ranges_.isNegative(instruction)
                      ? builder.CreateSExt(value, instruction.getType())
                      : builder.CreateZExt(value, instruction.getType());
      }
      user.replaceUsesOfWith(&instruction, widened);
    }
  }

  // A comparison or truncation.
  void replaceUser(llvm::Instruction& user, llvm::Value* value) {
    llvm::IRBuilder<> builder(&user);
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&user);
    user.replaceAllUsesWith(comparison ? builder.CreateICmp(comparison->getPredicate(),
                                                            narrowOf(user.getOperand(0)),
                                                            narrowOf(user.getOperand(1)))
                                       : builder.CreateTrunc(value, user.getType()));
    user.eraseFromParent();
  }

  llvm::EquivalenceClasses<const llvm::Instruction*> networks_;
  std::vector<llvm::Instruction*> order_;
  // The narrow form of an extension from 16 bits is its operand, which may be a truncation that is
  // replaced itself.
  llvm::DenseMap<const llvm::Instruction*, llvm::WeakTrackingVH> narrow_;
  llvm::DenseSet<const llvm::Instruction*> chosen_;
  Ranges ranges_;
};

}  // namespace

llvm::PreservedAnalyses NarrowIntegersPass::run(llvm::Function& kernel,
                                                llvm::FunctionAnalysisManager&) {
  const bool changed = isPrepared(kernel) && Narrowing(kernel).run();
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
