// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward analysis. Where the base has zeros in the bits that the steps have, bits of the sum are
// those of the base and of the step, so that operations on bits treat both apart.
#include "compiler/lanes/known/lane_patterns.h"

#include "compiler/analysis/step_rules.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace lanewise {
namespace {

using Bounds = LanePattern::Bounds;

constexpr unsigned kMostZeroBits = 32;
constexpr int64_t kMostStep = int64_t{1} << 40;
constexpr int64_t kMostLocalId = (1 << 16) - 1;  // more than a work-group has work-items

std::optional<unsigned> bitsOf(const llvm::Type& type) {
  if (type.isPointerTy()) return 64;
  if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) return type.getIntegerBitWidth();
  return std::nullopt;
}

// The bounds of a signed number.
Bounds boundsOf(unsigned bits) {
  const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bits);
  return {-high - 1, high};
}

// What a sum or a product lies between, if it does not wrap.
std::optional<Bounds> fitted(const llvm::Instruction& instruction, std::optional<Bounds> bounds) {
  const Bounds limits = boundsOf(*bitsOf(*instruction.getType()));
  if (bounds && bounds->low >= limits.low && bounds->high <= limits.high) return bounds;
  const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  return operation && operation->hasNoSignedWrap() ? std::optional(limits) : std::nullopt;
}

bool hasSmallSteps(const LanePattern& pattern) {
  return llvm::all_of(pattern.steps,
                      [](int64_t step) { return -kMostStep <= step && step <= kMostStep; });
}

// The steps have only bits that are zero in the base, and none is the sign of the type.
bool isApart(const LanePattern& pattern, const llvm::Type& type) {
  const unsigned bits = std::min(pattern.zeroBits, *bitsOf(type) - 1);
  return llvm::all_of(pattern.steps, [&](int64_t step) { return step >= 0 && step >> bits == 0; });
}

}  // namespace

LanePatterns::LanePatterns(const llvm::Function& function, const Shapes& shapes, unsigned lanes)
    : shapes_(shapes), lanes_(lanes) {
  if (!std::has_single_bit(lanes)) return;
  for (const llvm::BasicBlock* block :
       llvm::ReversePostOrderTraversal<const llvm::Function*>(&function))
    for (const llvm::Instruction& instruction : *block) {
      if (!bitsOf(*instruction.getType()) || shapes.isUniform(instruction)) continue;
      std::optional<LanePattern> pattern = compute(instruction);
      if (!pattern && shapes.of(instruction).kind == Step::Strided)
        pattern = ofOperand(instruction);
      if (pattern && hasSmallSteps(*pattern)) patterns_[&instruction] = std::move(*pattern);
    }
}

// The pattern of a value that has been visited, or of which nothing but its shape matters.
std::optional<LanePattern> LanePatterns::ofOperand(const llvm::Value& value) const {
  if (const LanePattern* known = of(value)) return *known;
  const std::optional<unsigned> bits = bitsOf(*value.getType());
  if (!bits) return std::nullopt;
  const Step shape = shapes_.of(value);
  LanePattern pattern;
  if (shape.kind == Step::Uniform) {
    const std::optional<int64_t> number = signedConstant(value);
    pattern.steps.assign(lanes_, number.value_or(0));
    if (number) pattern.zeroBits = kMostZeroBits;
    pattern.bounds = number ? Bounds{*number, *number} : boundsOf(*bits);
    return pattern;
  }
  if (shape.kind != Step::Strided || shape.stride > kMostStep || shape.stride < -kMostStep)
    return std::nullopt;
  for (unsigned lane = 0; lane < lanes_; ++lane) pattern.steps.push_back(lane * shape.stride);
  if (shape.isAligned) pattern.zeroBits = static_cast<unsigned>(std::countr_zero(lanes_));
  if (shape.isAligned && shape.isId) {
    pattern.bounds = Bounds{0, kMostLocalId};
  } else if (shape.noWrap.asSigned) {
    pattern.bounds = boundsOf(*bits);
  }
  return pattern;
}

std::optional<LanePattern> LanePatterns::compute(const llvm::Instruction& instruction) const {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add: return ofSum(instruction, 1);
    case llvm::Instruction::Sub: return ofSum(instruction, -1);
    case llvm::Instruction::Or:
      if (llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint())
        return ofSum(instruction, 1);
      return ofBits(instruction);
    case llvm::Instruction::Mul: return ofProduct(instruction);
    case llvm::Instruction::Shl: return ofProduct(instruction);
    case llvm::Instruction::And:
    case llvm::Instruction::Xor:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return ofBits(instruction);
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Trunc: return ofCast(instruction);
    case llvm::Instruction::Freeze: return ofOperand(*instruction.getOperand(0));
    case llvm::Instruction::GetElementPtr: return ofAddress(instruction);
    default: return std::nullopt;
  }
}

std::optional<LanePattern> LanePatterns::ofSum(const llvm::Instruction& instruction,
                                               int sign) const {
  std::optional<LanePattern> sum = ofOperand(*instruction.getOperand(0));
  const std::optional<LanePattern> other = ofOperand(*instruction.getOperand(1));
  if (!sum || !other) return std::nullopt;
  for (unsigned lane = 0; lane < lanes_; ++lane) sum->steps[lane] += sign * other->steps[lane];
  sum->zeroBits = std::min(sum->zeroBits, other->zeroBits);
  std::optional<Bounds> bounds;
  if (sum->bounds && other->bounds) {
    const Bounds a = *sum->bounds, b = *other->bounds;
    Bounds exact{};
    const bool overflows = sign > 0 ? __builtin_add_overflow(a.low, b.low, &exact.low) ||
                                          __builtin_add_overflow(a.high, b.high, &exact.high)
                                    : __builtin_sub_overflow(a.low, b.high, &exact.low) ||
                                          __builtin_sub_overflow(a.high, b.low, &exact.high);
    if (!overflows) bounds = exact;
  }
  sum->bounds = fitted(instruction, bounds);
  return sum;
}

std::optional<LanePattern> LanePatterns::ofProduct(const llvm::Instruction& instruction) const {
  std::optional<LanePattern> product = ofOperand(*instruction.getOperand(0));
  std::optional<int64_t> factor = signedConstant(*instruction.getOperand(1));
  if (!product || !factor) return std::nullopt;
  if (instruction.getOpcode() == llvm::Instruction::Shl) {
    if (*factor < 0 || *factor > kMostZeroBits) return std::nullopt;
    factor = int64_t{1} << *factor;
  }
  if (*factor <= 0 || *factor > kMostStep) return std::nullopt;
  for (int64_t& step : product->steps)
    if (__builtin_mul_overflow(step, *factor, &step)) return std::nullopt;
  const auto zeros = static_cast<unsigned>(std::countr_zero(static_cast<uint64_t>(*factor)));
  product->zeroBits = std::min(product->zeroBits + zeros, kMostZeroBits);
  if (Bounds exact{}; product->bounds &&
                      !__builtin_mul_overflow(product->bounds->low, *factor, &exact.low) &&
                      !__builtin_mul_overflow(product->bounds->high, *factor, &exact.high))
    product->bounds = fitted(instruction, exact);
  else
    product->bounds = fitted(instruction, std::nullopt);
  return product;
}

// The pattern of an operation on bits with a constant.
std::optional<LanePattern> LanePatterns::ofBits(const llvm::Instruction& instruction) const {
  std::optional<LanePattern> result = ofOperand(*instruction.getOperand(0));
  const std::optional<int64_t> number = signedConstant(*instruction.getOperand(1));
  if (!result || !number || !isApart(*result, *instruction.getType())) return std::nullopt;
  const std::optional<Bounds> bounds = std::exchange(result->bounds, std::nullopt);
  const bool isNatural = bounds && bounds->low >= 0 && *number >= 0;
  const int64_t low = *number & ((int64_t{1} << result->zeroBits) - 1);
  const auto each = [&](auto operation) {
    for (int64_t& step : result->steps) step = operation(step);
  };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::And:
      each([&](int64_t step) { return step & low; });
      if (bounds && bounds->low >= 0)
        result->bounds = Bounds{0, *number < 0 ? bounds->high : std::min(*number, bounds->high)};
      else if (*number >= 0)
        result->bounds = Bounds{0, *number};
      return result;
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor: {
      const bool isOr = instruction.getOpcode() == llvm::Instruction::Or;
      each([&](int64_t step) { return isOr ? step | low : step ^ low; });
      if (isNatural && bounds->high < kMostStep && *number < kMostStep) {
        const auto all = static_cast<uint64_t>(bounds->high | *number);
        result->bounds = Bounds{0, static_cast<int64_t>(std::bit_ceil(all + 1) - 1)};
      }
      return result;
    }
    default:  // to the right
      if (*number < 0 || *number > result->zeroBits) return std::nullopt;
      each([&](int64_t step) { return step >> *number; });
      result->zeroBits -= static_cast<unsigned>(*number);
      if (isNatural) result->bounds = Bounds{bounds->low >> *number, bounds->high >> *number};
      return result;
  }
}

std::optional<LanePattern> LanePatterns::ofCast(const llvm::Instruction& instruction) const {
  std::optional<LanePattern> result = ofOperand(*instruction.getOperand(0));
  if (!result) return std::nullopt;
  if (llvm::isa<llvm::TruncInst>(instruction)) {
    if (!result->bounds) return result;
    const Bounds limits = boundsOf(instruction.getType()->getIntegerBitWidth());
    if (result->bounds->low < limits.low || result->bounds->high > limits.high)
      result->bounds.reset();
    return result;
  }
  const bool isSigned = llvm::isa<llvm::SExtInst>(instruction);
  if (!result->bounds || (!isSigned && result->bounds->low < 0)) return std::nullopt;
  return result;
}

std::optional<LanePattern> LanePatterns::ofAddress(const llvm::Instruction& address) const {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  std::optional<LanePattern> sum = ofOperand(*address.getOperand(0));
  if (!sum) return std::nullopt;
  for (auto step = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); step != end;
       ++step) {
    const llvm::Value& index = *step.getOperand();
    if (step.isStruct() || (shapes_.isUniform(index) && !signedConstant(index))) continue;
    const std::optional<LanePattern> pattern = ofOperand(index);
    // An index of less than 64 bits is extended.
    if (!pattern || (index.getType()->getIntegerBitWidth() < 64 && !pattern->bounds))
      return std::nullopt;
    const auto bytes =
        static_cast<int64_t>(step.getSequentialElementStride(layout).getFixedValue());
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      int64_t offset = 0;
      if (__builtin_mul_overflow(pattern->steps[lane], bytes, &offset)) return std::nullopt;
      sum->steps[lane] += offset;
    }
  }
  sum->zeroBits = 0;
  sum->bounds.reset();
  return sum;
}

}  // namespace lanewise
