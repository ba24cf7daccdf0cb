// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides are numbers modulo 2^64, as values are. Low strides and factors are not: a product that
// overflows is varying.
#include "compiler/analysis/step.h"

#include <bit>
#include <limits>

namespace lanewise {
namespace {

constexpr int64_t kLow32 = 0xffffffff;
constexpr int64_t kMostShift = 61;
constexpr int64_t kMostMask = std::numeric_limits<int64_t>::max();

int64_t wrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

int64_t negated(int64_t a) { return wrappingSum(~a, 1); }

// What follows without looking at the operation; nullopt: look at it.
std::optional<Step> withoutOperation(const Step& a, const Step& b) {
  if (a.isOpaque() || b.isOpaque()) return Step::varying();
  if (a.kind == Step::Unknown || b.kind == Step::Unknown) return Step{};
  return std::nullopt;
}

// \pre The step is neither unknown nor opaque.
int64_t lowStrideOf(const Step& step) { return step.lowStride.value_or(step.stride); }

bool isPowerOfAtLeast(int64_t number, unsigned items) {
  return number >= static_cast<int64_t>(items) &&
         std::has_single_bit(static_cast<uint64_t>(number));
}

// The step of a value that may wrap, extended to more bits.
Step extendedLow(const Step& step, unsigned bits) {
  return bits >= 32 ? Step::lowStrided(step.stride) : Step::varying();
}

Step extended(const Step& step, NoWrap noWrap) {
  Step result = Step::strided(step.stride, noWrap);
  result.isAligned = step.isAligned;
  result.isId = step.isAligned && step.isId;
  return result;
}

}  // namespace

Step join(const Step& a, const Step& b) {
  // A phi of which only the low bits are strided has no value of item 0.
  if (a.kind == Step::Varying || b.kind == Step::Varying) return Step::varying();
  if (a.kind == Step::Unknown) return b;
  if (b.kind == Step::Unknown) return a;
  if (a.stride != b.stride) return Step::varying();
  Step result = a;
  result.isId &= b.isId;
  result.isAligned &= b.isAligned;
  result.noWrap = a.noWrap & b.noWrap;
  return result;
}

// Carries go up only: the low bits of a sum, a difference or a product follow from those of its
// operands.
Step plus(const Step& a, const Step& b, NoWrap promised) {
  if (const auto known = withoutOperation(a, b)) return *known;
  if (a.isKnown() && b.isKnown())
    return Step::strided(wrappingSum(a.stride, b.stride), a.noWrap & b.noWrap & promised);
  int64_t low = 0;
  return __builtin_add_overflow(lowStrideOf(a), lowStrideOf(b), &low) ? Step::varying()
                                                                      : Step::lowStrided(low);
}

Step minus(const Step& a, const Step& b, NoWrap promised) {
  if (const auto known = withoutOperation(a, b)) return *known;
  if (a.isKnown() && b.isKnown())
    return Step::strided(wrappingSum(a.stride, negated(b.stride)), a.noWrap & b.noWrap & promised);
  int64_t low = 0;
  return __builtin_sub_overflow(lowStrideOf(a), lowStrideOf(b), &low) ? Step::varying()
                                                                      : Step::lowStrided(low);
}

Step disjointOr(const Step& a, const Step& b) {
  if (const auto known = withoutOperation(a, b)) return *known;
  if (!a.isKnown() || !b.isKnown()) return Step::varying();
  return Step::strided(wrappingSum(a.stride, b.stride), a.noWrap & b.noWrap);
}

Step times(const Step& step, std::optional<int64_t> factor, NoWrap promised) {
  if (const auto known = withoutOperation(step, step)) return *known;
  int64_t stride = 0;
  if (!factor || __builtin_mul_overflow(lowStrideOf(step), *factor, &stride))
    return Step::varying();
  // Unsigned, the factor is a large one, by which few numbers can be multiplied.
  if (*factor < 0) promised.asUnsigned = false;
  return step.isKnown() ? Step::strided(stride, step.noWrap & promised) : Step::lowStrided(stride);
}

Step shifted(const Step& step, std::optional<int64_t> bits, NoWrap promised) {
  if (!bits || *bits < 0 || *bits > kMostShift) bits = std::nullopt;
  return times(step, bits ? std::optional(int64_t{1} << *bits) : std::nullopt, promised);
}

Step masked(const Step& step, int64_t mask, unsigned items) {
  if (const auto known = withoutOperation(step, step)) return *known;
  if (step.isAligned && mask >= 0 && mask < kMostMask && isPowerOfAtLeast(mask + 1, items))
    return remainder(step, mask + 1, items);
  // zext(trunc(id)) to 32 bits
  return step.isId && mask == kLow32 ? Step::strided(step.stride, kNeverWraps) : Step::varying();
}

// The result is not negative.
Step remainder(const Step& step, int64_t divisor, unsigned items) {
  if (const auto known = withoutOperation(step, step)) return *known;
  if (!step.isAligned || !isPowerOfAtLeast(divisor, items)) return Step::varying();
  Step result = Step::strided(1, kNeverWraps);
  result.isId = step.isId;
  result.isAligned = true;
  return result;
}

Step quotient(const Step& step, int64_t divisor, unsigned items) {
  if (const auto known = withoutOperation(step, step)) return *known;
  return step.isAligned && isPowerOfAtLeast(divisor, items) ? Step::uniform() : Step::varying();
}

Step truncated(const Step& step, unsigned bits) {
  if (step.lowStride && bits <= 32) return Step::strided(*step.lowStride, kMayWrap);
  if (step.kind != Step::Strided) return step;
  const bool fits = step.isId && bits >= 32;
  Step result = Step::strided(step.stride, fits ? kNeverWraps : kMayWrap);
  result.isAligned = fits && step.isAligned;
  result.isId = result.isAligned;
  return result;
}

Step signExtended(const Step& step, unsigned bits) {
  if (step.kind != Step::Strided) return step;
  return step.noWrap.asSigned ? extended(step, {.asSigned = true}) : extendedLow(step, bits);
}

Step zeroExtended(const Step& step, unsigned bits, bool isNatural) {
  if (step.kind != Step::Strided) return step;
  if (step.noWrap.asUnsigned || (step.noWrap.asSigned && isNatural))
    return extended(step, {.asSigned = true, .asUnsigned = step.noWrap.asUnsigned});
  return extendedLow(step, bits);
}

Step reinterpreted(const Step& step) {
  if (step.kind == Step::Varying) return Step::varying();
  return step.kind == Step::Strided ? Step::strided(step.stride, kMayWrap) : step;
}

Step addressed(const Step& address, const Step& index, unsigned indexBits, uint64_t elementBytes) {
  for (const Step& step : {address, index})
    if (!step.isKnown()) return {.kind = step.kind};
  const bool isExtended = index.kind == Step::Strided && indexBits < 64;
  int64_t bytes = 0;
  if ((isExtended && !index.noWrap.asSigned) ||
      __builtin_mul_overflow(index.stride, elementBytes, &bytes))
    return Step::varying();
  return Step::strided(wrappingSum(address.stride, bytes), kNeverWraps);
}

}  // namespace lanewise
