// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One case for each opcode. Constants are second operands (lanes/prepare/prepare_lanes.cpp).
#include "compiler/analysis/step_rules.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/bit.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

using llvm::Instruction;

constexpr unsigned kMostDepth = 6;  // of what is behind a freeze

NoWrap promisesOf(const Instruction& instruction, const StepRules& rules) {
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  if (!operation) return kMayWrap;
  return rules.trusted & NoWrap{operation->hasNoSignedWrap(), operation->hasNoUnsignedWrap()};
}

const llvm::DataLayout& layoutOf(const Instruction& instruction) {
  return instruction.getModule()->getDataLayout();
}

bool isMultipleOfItems(const llvm::Value& value, const Instruction& user, const StepRules& rules) {
  return value.getType()->isIntegerTy() &&
         llvm::computeKnownBits(&value, layoutOf(user)).countMinTrailingZeros() >=
             static_cast<unsigned>(llvm::bit_width(rules.items) - 1);
}

// Whether a promise of an operation may fail behind the value. Results of calls and arguments keep
// theirs.
bool mayBePoison(const llvm::Value& value, unsigned depth = 0) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction) return llvm::isa<llvm::PoisonValue>(value);
  if (llvm::isa<llvm::CallInst>(instruction)) return false;
  if (depth == kMostDepth || llvm::canCreatePoison(llvm::cast<llvm::Operator>(instruction)))
    return true;
  return llvm::any_of(instruction->operand_values(),
                      [&](const llvm::Value* operand) { return mayBePoison(*operand, depth + 1); });
}

// The item's number is any number where it was poison, not the one before plus the stride.
Step frozen(const Step& step, const llvm::Value& value) {
  if (step.noWrap == kMayWrap || !mayBePoison(value)) return step;
  Step result = step;
  result.noWrap = kMayWrap;
  result.isId = result.isAligned = false;
  return result;
}

// A sum, a difference, or bits that two numbers do not share. A multiple of the number of items
// keeps an aligned value aligned.
Step throughSum(const Instruction& sum, const StepRules& rules) {
  const llvm::Value &left = *sum.getOperand(0), &right = *sum.getOperand(1);
  const Step a = rules.of(left), b = rules.of(right);
  const bool isDifference = sum.getOpcode() == Instruction::Sub;
  Step result = sum.getOpcode() == Instruction::Or ? disjointOr(a, b)
                : isDifference                     ? minus(a, b, promisesOf(sum, rules))
                                                   : plus(a, b, promisesOf(sum, rules));
  if (result.kind != Step::Strided) return result;
  result.isAligned =
      (a.isAligned && b.kind == Step::Uniform && isMultipleOfItems(right, sum, rules)) ||
      (b.isAligned && a.kind == Step::Uniform && !isDifference &&
       isMultipleOfItems(left, sum, rules));
  return result;
}

Step throughProduct(const Instruction& product, const StepRules& rules) {
  const llvm::Value &left = *product.getOperand(0), &right = *product.getOperand(1);
  const Step a = rules.of(left), b = rules.of(right);
  if (a.isOpaque() || b.isOpaque()) return Step::varying();
  if (a.kind == Step::Unknown || b.kind == Step::Unknown) return {};
  if (a.kind == Step::Uniform && b.kind == Step::Uniform) return Step::uniform();
  const NoWrap promised = promisesOf(product, rules);
  if (product.getOpcode() == Instruction::Shl) return shifted(a, signedConstant(right), promised);
  return b.kind == Step::Uniform ? times(a, signedConstant(right), promised)
                                 : times(b, signedConstant(left), promised);
}

// sext(trunc(id)) to 32 bits, and perhaps a product of it: (id << 32) >> bits.
std::optional<Step> extendedHalf(const Instruction& shift, const StepRules& rules) {
  const auto* left = llvm::dyn_cast<Instruction>(shift.getOperand(0));
  if (!left || left->getOpcode() != Instruction::Shl || !left->getType()->isIntegerTy(64) ||
      signedConstant(*left->getOperand(1)) != 32)
    return std::nullopt;
  const Step id = rules.of(*left->getOperand(0));
  const int64_t bits = signedConstant(*shift.getOperand(1)).value_or(64);
  if (!id.isId || bits < 0 || bits > 32) return std::nullopt;
  return Step::strided(id.stride << (32 - bits), {.asSigned = true});
}

// Whether an aligned value is not negative as a signed number. If an item's is not, no other's is.
bool isNatural(const llvm::Value& value, const Instruction& user, const Step& step) {
  return step.isAligned &&
         (step.isId || llvm::isKnownNonNegative(&value, llvm::SimplifyQuery(layoutOf(user))));
}

// The step of an operation with a constant, which keeps a part of a number.
Step throughPart(const Instruction& part, const StepRules& rules) {
  const Step step = rules.of(*part.getOperand(0)), other = rules.of(*part.getOperand(1));
  if (step.isOpaque() || other.kind == Step::Varying) return Step::varying();
  if (step.kind == Step::Unknown || other.kind == Step::Unknown) return {};
  const std::optional<int64_t> number = signedConstant(*part.getOperand(1));
  if (!number || !step.isKnown()) return Step::varying();
  const auto powerOfTwo = [&] { return *number >= 0 && *number < 32 ? int64_t{1} << *number : 0; };
  switch (part.getOpcode()) {
    case Instruction::And: return masked(step, *number, rules.items);
    case Instruction::SRem:
      if (!isNatural(*part.getOperand(0), part, step)) return Step::varying();
      [[fallthrough]];
    case Instruction::URem: return remainder(step, *number, rules.items);
    case Instruction::SDiv:
      if (!isNatural(*part.getOperand(0), part, step)) return Step::varying();
      [[fallthrough]];
    case Instruction::UDiv: return quotient(step, *number, rules.items);
    case Instruction::AShr:
      if (const auto half = extendedHalf(part, rules)) return *half;
      [[fallthrough]];
    case Instruction::LShr: return quotient(step, powerOfTwo(), rules.items);
    default: return Step::varying();
  }
}

Step throughCast(const Instruction& cast, const StepRules& rules) {
  const llvm::Value& operand = *cast.getOperand(0);
  const Step step = rules.of(operand);
  const auto bitsOf = [&](const llvm::Value& value) {
    return layoutOf(cast).getTypeSizeInBits(value.getType()).getFixedValue();
  };
  const auto from = static_cast<unsigned>(bitsOf(operand));
  switch (cast.getOpcode()) {
    case Instruction::Trunc: return truncated(step, cast.getType()->getIntegerBitWidth());
    case Instruction::SExt: return signExtended(step, from);
    case Instruction::ZExt:
      return zeroExtended(step, from, cast.hasNonNeg() && rules.trusted.asSigned);
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      if (from == 64 && bitsOf(cast) == 64) return reinterpreted(step);
      [[fallthrough]];
    default: return step.kind == Step::Strided || step.lowStride ? Step::varying() : step;
  }
}

Step throughAddress(const Instruction& address, const StepRules& rules) {
  const llvm::DataLayout& layout = layoutOf(address);
  Step step = addressed(rules.of(*address.getOperand(0)), Step::uniform(), 64, 1);
  for (auto part = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); part != end;
       ++part)
    if (!part.isStruct())
      step = addressed(step, rules.of(*part.getOperand()),
                       part.getOperand()->getType()->getScalarSizeInBits(),
                       part.getSequentialElementStride(layout).getFixedValue());
  return step;
}

}  // namespace

std::optional<int64_t> signedConstant(const llvm::Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!number || number->getBitWidth() > 64) return std::nullopt;
  return number->getSExtValue();
}

Step stepThrough(const Instruction& instruction, const StepRules& rules) {
  const auto operand = [&](unsigned number) { return rules.of(*instruction.getOperand(number)); };
  switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub: return throughSum(instruction, rules);
    case Instruction::Or:
      return rules.trusted.asSigned &&
                     llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()
                 ? throughSum(instruction, rules)
                 : Step::varying();
    case Instruction::Mul:
    case Instruction::Shl: return throughProduct(instruction, rules);
    case Instruction::GetElementPtr: return throughAddress(instruction, rules);
    case Instruction::Freeze: return frozen(operand(0), *instruction.getOperand(0));
    default: break;
  }
  if (instruction.isCast()) return throughCast(instruction, rules);
  if (instruction.isBinaryOp()) return throughPart(instruction, rules);
  const bool isUnknown = llvm::any_of(instruction.operand_values(), [&](const llvm::Value* value) {
    return rules.of(*value).kind == Step::Unknown;
  });
  return isUnknown ? Step{} : Step::varying();
}

Step stepOfChoice(const Instruction& instruction, unsigned first, const StepRules& rules) {
  Step result;
  for (unsigned i = first; i < instruction.getNumOperands(); ++i)
    result = join(result, rules.of(*instruction.getOperand(i)));
  return result;
}

}  // namespace lanewise
