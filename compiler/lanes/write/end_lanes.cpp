// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of the lanes grow or fall from lane to lane, so the smallest and the largest are at
// the ends. The second part of `a && b` may be poison for lanes for which `a` is false, at the
// ends, too, if it is a select.
#include "compiler/lanes/write/end_lanes.h"

#include "compiler/lanes/known/id_conditions.h"
#include "compiler/lanes/write/lane_0_numbers.h"
#include "compiler/lanes/write/one_lane.h"
#include "compiler/lanes/write/widening.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace lanewise {
namespace {

using namespace llvm::PatternMatch;
using Predicate = llvm::CmpInst::Predicate;

constexpr unsigned kMostDepth = 4;

class EndTests {
 public:
  explicit EndTests(Widening& widening) : widening_(widening), builder_(widening.builder()) {}

  std::optional<EndLanes> of(llvm::Value& condition, bool expected, unsigned depth = 0) {
    if (widening_.isUniform(condition)) return ofUniform(condition, expected);
    if (depth == kMostDepth) return std::nullopt;
    llvm::Value *first = nullptr, *second = nullptr;
    if (match(&condition, m_Not(m_Value(first)))) return of(*first, !expected, depth + 1);
    const bool isAnd = match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)));
    if (isAnd || match(&condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
      const Parts parts{of(*first, expected, depth + 1), of(*second, expected, depth + 1),
                        widening_.isUniform(*first) || !llvm::isa<llvm::SelectInst>(condition)};
      return isAnd == expected ? both(parts) : either(parts);
    }
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    return comparison ? ofComparison(*comparison, expected) : std::nullopt;
  }

 private:
  struct Parts {
    std::optional<EndLanes> a, b;
    bool areComputed;  // b for all lanes, at least where `a` does not decide for all of them
  };

  EndLanes ofUniform(llvm::Value& condition, bool expected) {
    llvm::Value* value = widening_.scalar(&condition);
    if (!expected) value = builder_.CreateNot(value);
    return {value, builder_.CreateLogicalAnd(widening_.isFull, value), true, true};
  }

  // One part may be a condition on data.
  std::optional<EndLanes> both(const Parts& parts) {
    const auto& [a, b, areComputed] = parts;
    if (!a && !(b && areComputed)) return std::nullopt;
    if (!a || !b) return EndLanes{(a ? a : b)->any, builder_.getFalse(), false};
    const bool isOfOne = a->isUniform || b->isUniform;
    llvm::Value* anyOfSecond =
        areComputed ? b->any : builder_.CreateSelect(a->all, b->any, builder_.getTrue());
    return EndLanes{builder_.CreateLogicalAnd(a->any, anyOfSecond),
                    builder_.CreateLogicalAnd(a->all, b->all),
                    areComputed && isOfOne && a->isExact && b->isExact};
  }

  std::optional<EndLanes> either(const Parts& parts) {
    const auto& [a, b, areComputed] = parts;
    if (!a || !b) return std::nullopt;
    llvm::Value* all = a->all;
    // Where the uniform part is true, the other one may be poison.
    if (a->isUniform)
      all = builder_.CreateSelect(a->any, a->all, b->all);
    else if (areComputed)
      all = builder_.CreateLogicalOr(a->all, b->all);
    return EndLanes{builder_.CreateLogicalOr(a->any, b->any), all, a->isExact && b->isExact};
  }

  std::optional<EndLanes> ofComparison(const llvm::ICmpInst& comparison, bool expected) {
    llvm::Value *numbers = comparison.getOperand(0), *bound = comparison.getOperand(1);
    Predicate predicate = expected ? comparison.getPredicate() : comparison.getInversePredicate();
    if (widening_.isUniform(*numbers)) {
      std::swap(numbers, bound);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const Step step = widening_.shapeOf(*numbers);
    if (step.kind != Step::Strided || !numbers->getType()->isIntegerTy() ||
        !widening_.isUniform(*bound))
      return std::nullopt;
    llvm::Value *first = widening_.scalar(numbers), *border = widening_.scalar(bound);
    if (llvm::CmpInst::isEquality(predicate))
      return differsByLane(widening_, *numbers)
                 ? ofEquality(step.stride, *first, *border, predicate == llvm::CmpInst::ICMP_EQ)
                 : std::nullopt;
    const bool isSigned = llvm::CmpInst::isSigned(predicate);
    const bool mayWrap = !(isSigned ? step.noWrap.asSigned : step.noWrap.asUnsigned);
    if (mayWrap && isBehindFreeze(*numbers)) return std::nullopt;
    llvm::Value* last = lastNumber(*numbers, *first, step.stride);
    // The end for which it holds if it holds for any.
    const bool isFirst =
        (llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate)) == (step.stride > 0);
    llvm::Value* decisive = numberOfFullVector(*numbers, *(isFirst ? last : first), predicate);
    EndLanes lanes{
        builder_.CreateICmp(predicate, isFirst ? first : last, border),
        builder_.CreateICmp(llvm::ICmpInst::getStrictPredicate(predicate), decisive, border), true};
    if (!mayWrap) return lanes;
    llvm::Value* inOrder = doesNotWrap(widening_, *first, step.stride, isSigned);
    return EndLanes{builder_.CreateOr(builder_.CreateNot(inOrder), lanes.any),
                    builder_.CreateAnd(inOrder, lanes.all), false};
  }

  // At most one lane has the number, whether they wrap or not.
  std::optional<EndLanes> ofEquality(int64_t stride, llvm::Value& first, llvm::Value& border,
                                     bool isEqual) {
    if (stride != 1 && stride != -1) return std::nullopt;
    llvm::Value* lane =
        stride == 1 ? builder_.CreateSub(&border, &first) : builder_.CreateSub(&first, &border);
    llvm::Value* last = lastLane(lane->getType());
    llvm::Value* isOfLane = builder_.CreateICmpULE(lane, last);
    if (isEqual) return EndLanes{isOfLane, builder_.getFalse(), true};
    // The only live lane may be that one.
    llvm::Value* isOther = builder_.CreateNot(isOfLane);
    return EndLanes{builder_.CreateOr(builder_.CreateIsNotNull(last), isOther),
                    builder_.CreateLogicalAnd(widening_.isFull, isOther), true};
  }

  llvm::Value* lastLane(llvm::Type* type) {
    return builder_.CreateZExtOrTrunc(widening_.lastLane, type);
  }

  // Once for all conditions on the numbers.
  llvm::Value* lastNumber(const llvm::Value& numbers, llvm::Value& first, int64_t stride) {
    llvm::Value*& last = widening_.lastNumbers[&numbers];
    if (last) return last;
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    goBehind(first);
    llvm::Type* type = first.getType();
    llvm::Value* distance =
        builder_.CreateMul(lastLane(type), llvm::ConstantInt::getSigned(type, stride));
    return last = builder_.CreateAdd(&first, distance);
  }

  // The strict form of the predicate holds for it if and only if all lanes are live and the
  // predicate holds for `number`, that of the lane which decides for all. A branch then needs one
  // comparison; the number is computed once for all conditions with that predicate. `number` is not
  // the limit of its type where all lanes are live: they have different numbers.
  llvm::Value* numberOfFullVector(const llvm::Value& numbers, llvm::Value& number,
                                  Predicate predicate) {
    llvm::Value*& found = widening_.numbersOfFullVectors[{&numbers, predicate}];
    if (found) return found;
    const llvm::IRBuilderBase::InsertPointGuard guard(builder_);
    goBehind(number);
    const bool isLess = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
    llvm::Type* type = number.getType();
    llvm::Value* strict = &number;
    if (!llvm::ICmpInst::isStrictPredicate(predicate))
      strict = builder_.CreateAdd(strict, llvm::ConstantInt::getSigned(type, isLess ? -1 : 1));
    return found = builder_.CreateSelect(
               widening_.isFull, strict,
               llvm::ConstantInt::get(type, limit(type->getIntegerBitWidth(),
                                                  llvm::CmpInst::isSigned(predicate), isLess)));
  }

  static llvm::APInt limit(unsigned bits, bool isSigned, bool isGreatest) {
    if (isSigned)
      return isGreatest ? llvm::APInt::getSignedMaxValue(bits)
                        : llvm::APInt::getSignedMinValue(bits);
    return isGreatest ? llvm::APInt::getMaxValue(bits) : llvm::APInt::getMinValue(bits);
  }

  // Behind the definition of an argument or an instruction, and that of the live lanes.
  void goBehind(llvm::Value& value) {
    auto* definition = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!definition) definition = llvm::cast<llvm::Instruction>(widening_.isFull);
    builder_.SetInsertPoint(*definition->getInsertionPointAfterDef());
  }

  Widening& widening_;
  llvm::IRBuilder<>& builder_;
};

}  // namespace

std::optional<EndLanes> testEndLanes(Widening& widening, llvm::Value& condition, bool expected) {
  return EndTests(widening).of(condition, expected);
}

llvm::Value* testAllLanes(Widening& widening, llvm::Value& condition) {
  const std::optional<EndLanes> lanes = testEndLanes(widening, condition, true);
  return lanes ? lanes->all : nullptr;
}

}  // namespace lanewise
