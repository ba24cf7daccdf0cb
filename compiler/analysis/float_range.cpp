// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intervals. Each operation is computed in double for the ends of its operands. An end that is no
// number of the operation's type moves outward to the next one: that covers rounding, and products
// that are not rounded before they are added. Operations whose flags allow other results have no
// range.
#include "compiler/analysis/float_range.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>

namespace lanewise {
namespace {

using namespace llvm::PatternMatch;

// The most operations between a value and what it is computed from that are looked through.
constexpr unsigned kMostDepth = 8;
constexpr FloatRange kEverything{};

// Whether the ends are what they are in real numbers, or what the operation rounds these to.
enum class Ends : uint8_t { Exact, Approximate };

template <class T>
T moved(double end, Ends ends, T direction) {
  const T rounded = static_cast<T>(end);
  const bool stays =
      end == 0 || (rounded == end && (ends == Ends::Exact || sizeof(T) < sizeof end));
  return stays ? rounded : std::nextafter(rounded, direction);
}

bool isFloat(const llvm::Type& type) { return type.getScalarType()->isFloatTy(); }

// Where subnormal numbers are taken for zero, constants, bounds and results of that size are zero.
FloatRange withZero(const llvm::Type& type, FloatRange range) {
  const double normal =
      isFloat(type) ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  if (range.low > 0 && range.low < normal) range.low = 0;
  if (range.high < 0 && range.high > -normal) range.high = 0;
  return range;
}

template <class T>
FloatRange rounded(double low, double high, Ends ends) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  return {moved(low, ends, -infinity), moved(high, ends, infinity), false};
}

// Ends that are no numbers come from infinities.
FloatRange around(const llvm::Type& type, std::initializer_list<double> values,
                  Ends ends = Ends::Exact) {
  if (llvm::any_of(values, [](double value) { return std::isnan(value); })) return kEverything;
  const auto [low, high] = std::minmax(values);
  return withZero(
      type, isFloat(type) ? rounded<float>(low, high, ends) : rounded<double>(low, high, ends));
}

bool isFinite(const FloatRange& range) {
  return std::isfinite(range.low) && std::isfinite(range.high) && !range.mayBeNan;
}

FloatRange united(const FloatRange& a, const FloatRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.mayBeNan || b.mayBeNan};
}

FloatRange magnitude(const FloatRange& x) {
  const double least = x.low > 0 ? x.low : x.high < 0 ? -x.high : 0;
  return {least, std::max(std::abs(x.low), std::abs(x.high)), x.mayBeNan};
}

// minnum: of a number and a NaN, the number. maxnum is minnum of the negated.
FloatRange smaller(const FloatRange& a, const FloatRange& b) {
  FloatRange result{std::min(a.low, b.low), std::min(a.high, b.high), a.mayBeNan && b.mayBeNan};
  if (a.mayBeNan) result.high = std::max(result.high, b.high);
  if (b.mayBeNan) result.high = std::max(result.high, a.high);
  return result;
}
FloatRange negated(const FloatRange& x) { return {-x.high, -x.low, x.mayBeNan}; }

class Ranges {
 public:
  explicit Ranges(const llvm::DataLayout& layout) : layout_(layout) {}

  FloatRange of(const llvm::Value& value, unsigned depth) const {
    const llvm::Type* type = value.getType()->getScalarType();
    if (!type->isFloatTy() && !type->isDoubleTy()) return kEverything;
    const llvm::APFloat* constant = nullptr;
    if (match(&value, m_APFloat(constant))) {
      if (constant->isNaN()) return kEverything;
      const double number = constant->convertToDouble();
      return withZero(*type, {number, number, false});
    }
    const auto* operation = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!operation || depth == kMostDepth) return kEverything;
    if (const auto* math = llvm::dyn_cast<llvm::FPMathOperator>(operation))
      if (math->hasAllowReassoc() || math->hasAllowReciprocal() || math->hasApproxFunc())
        return kEverything;
    return ofOperation(*operation, depth + 1);
  }

 private:
  FloatRange ofOperation(const llvm::Instruction& operation, unsigned depth) const {
    const auto operand = [&](unsigned index) { return of(*operation.getOperand(index), depth); };
    const llvm::Type& type = *operation.getType();
    switch (operation.getOpcode()) {
      case llvm::Instruction::UIToFP: return ofInteger(operation, false);
      case llvm::Instruction::SIToFP: return ofInteger(operation, true);
      case llvm::Instruction::BitCast: return ofBits(operation);
      case llvm::Instruction::FPExt: return operand(0);
      case llvm::Instruction::FNeg: return negated(operand(0));
      case llvm::Instruction::FAdd: return sum(type, operand(0), operand(1));
      case llvm::Instruction::FSub: return sum(type, operand(0), negated(operand(1)));
      case llvm::Instruction::FMul: return product(type, operand(0), operand(1));
      case llvm::Instruction::FPTrunc: {
        const FloatRange x = operand(0);
        FloatRange result = around(type, {x.low, x.high});
        result.mayBeNan = x.mayBeNan;
        return result;
      }
      case llvm::Instruction::Select: return ofChoice(operation, depth);
      case llvm::Instruction::Call: return ofCall(operation, depth);
      default: return kEverything;
    }
  }

  FloatRange ofInteger(const llvm::Instruction& conversion, bool isSigned) const {
    const llvm::Value* integer = conversion.getOperand(0);
    const llvm::ConstantRange range = llvm::computeConstantRange(integer, isSigned)
                                          .intersectWith(llvm::ConstantRange::fromKnownBits(
                                              llvm::computeKnownBits(integer, layout_), isSigned));
    if (range.isEmptySet()) return kEverything;
    const llvm::APInt low = isSigned ? range.getSignedMin() : range.getUnsignedMin();
    const llvm::APInt high = isSigned ? range.getSignedMax() : range.getUnsignedMax();
    return around(*conversion.getType(),
                  {low.roundToDouble(isSigned), high.roundToDouble(isSigned)});
  }

  // Positive numbers are in the order of their bits.
  FloatRange ofBits(const llvm::Instruction& cast) const {
    const llvm::Type& type = *cast.getType();
    const llvm::Value* bits = cast.getOperand(0);
    if (!bits->getType()->isIntOrIntVectorTy() ||
        bits->getType()->getScalarSizeInBits() != type.getScalarSizeInBits())
      return kEverything;
    const llvm::KnownBits known = llvm::computeKnownBits(bits, layout_);
    if (!known.isNonNegative()) return kEverything;
    const llvm::fltSemantics& semantics = type.getScalarType()->getFltSemantics();
    const llvm::APFloat low(semantics, known.getMinValue()), high(semantics, known.getMaxValue());
    if (high.isNaN()) return kEverything;
    return around(type, {low.convertToDouble(), high.convertToDouble()});
  }

  static FloatRange sum(const llvm::Type& type, const FloatRange& a, const FloatRange& b) {
    if (!isFinite(a) || !isFinite(b)) return kEverything;
    return around(type, {a.low + b.low, a.high + b.high});
  }
  static FloatRange product(const llvm::Type& type, const FloatRange& a, const FloatRange& b) {
    if (!isFinite(a) || !isFinite(b)) return kEverything;
    return around(type, {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high},
                  Ends::Approximate);
  }

  // A value that is chosen because of its own comparison with a constant is limited by that.
  FloatRange ofChoice(const llvm::Instruction& choice, unsigned depth) const {
    const llvm::Value *condition = choice.getOperand(0), *first = choice.getOperand(1),
                      *second = choice.getOperand(2);
    return united(limited(of(*first, depth), *first, *condition, true),
                  limited(of(*second, depth), *second, *condition, false));
  }
  static FloatRange limited(FloatRange range, const llvm::Value& value,
                            const llvm::Value& condition, bool holds) {
    const auto* test = llvm::dyn_cast<llvm::FCmpInst>(&condition);
    const llvm::APFloat* bound = nullptr;
    if (!test || test->getOperand(0) != &value || !match(test->getOperand(1), m_APFloat(bound)) ||
        bound->isNaN())
      return range;
    const auto predicate =
        static_cast<unsigned>(holds ? test->getPredicate() : test->getInversePredicate());
    const double number = bound->convertToDouble();
    if (!(predicate & llvm::FCmpInst::FCMP_OGT)) range.high = std::min(range.high, number);
    if (!(predicate & llvm::FCmpInst::FCMP_OLT)) range.low = std::max(range.low, number);
    if (!(predicate & llvm::FCmpInst::FCMP_UNO)) range.mayBeNan = false;
    return withZero(*value.getType(), range);
  }

  FloatRange ofCall(const llvm::Instruction& instruction, unsigned depth) const {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call) return kEverything;
    const auto argument = [&](unsigned index) { return of(*call->getArgOperand(index), depth); };
    const llvm::Type& type = *call->getType();
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fabs: return magnitude(argument(0));
      case llvm::Intrinsic::minnum: return smaller(argument(0), argument(1));
      case llvm::Intrinsic::maxnum:
        return negated(smaller(negated(argument(0)), negated(argument(1))));
      case llvm::Intrinsic::fma:
      case llvm::Intrinsic::fmuladd:
        return sum(type, product(type, argument(0), argument(1)), argument(2));
      case llvm::Intrinsic::sqrt: {
        const FloatRange x = argument(0);
        return isFinite(x) && x.low >= 0
                   ? around(type, {std::sqrt(x.low), std::sqrt(x.high)}, Ends::Approximate)
                   : kEverything;
      }
      default: return kEverything;
    }
  }

  const llvm::DataLayout& layout_;
};

}  // namespace

FloatRange floatRangeOf(const llvm::Value& value, const llvm::DataLayout& layout) {
  return Ranges(layout).of(value, 0);
}

}  // namespace lanewise
