// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction and the polynomials of the logarithm.
#pragma once
#include "builtins/math/two_parts.h"

// x = 2^exponent (1 + fraction), 1 + fraction in [sqrt(1/2), sqrt(2)), for positive finite x, else
// any values. Every f32 and f16 number is a normal number of f64.
struct LogParts {
  f64 exponent, fraction;
};
INLINE LogParts logPartsOfNormal(f64 x) {
  constexpr u64 root = 0x3fe6a09e667f3bcd;  // sqrt(1/2)
  const u64 above = bitsOf(x) - root;
  const f64 m = bitsAs<f64>((above & 0xfffffffffffff) + root);
  return {exponentIn(above), m - 1.0};
}
INLINE LogParts logParts(f64 x) {
  const bool subnormal = x < 0x1p-1022;
  const LogParts p = logPartsOfNormal(subnormal ? x * 0x1p54 : x);
  return {p.exponent - (subnormal ? 54.0 : 0.0), p.fraction};
}

// The same in f32, 1 + fraction in [low, 2 low).
struct LogPartsF32 {
  f32 exponent, fraction;
};
INLINE LogPartsF32 logParts(f32 x, f32 low) {
  const bool subnormal = x < 0x1p-126f;
  const u32 above = bitsOf(subnormal ? x * 0x1p24f : x) - bitsOf(low);
  const f32 k = f32(i32(above) >> 23);
  const f32 m = bitsAs<f32>((above & 0x7fffff) + bitsOf(low));
  return {subnormal ? k - 24.0f : k, m - 1.0f};
}

// log((1 + s) / (1 - s)) = 2 s + s z P(z), relative error 2^-38 for z = s^2 <= 0.0295, 2^-35 to
// 0.04: enough for f32 and f16.
INLINE f64 logOfRatio(f64 s) {
  const f64 z = s * s;
  // approx/polynomials.sollya: logOfRatio
  const f64 p = horner(z, 0x1.555555556524ep-1, 0x1.999998c8a6101p-2, 0x1.249325aecdd8ep-2,
                       0x1.c679fd9c0217dp-3, 0x1.8c9c689f86a36p-3);
  return mad(s * z, p, s + s);
}
// log(1 + f).
INLINE f64 logOfFraction(f64 f) { return logOfRatio(f / (2.0 + f)); }

// log(1 + f) = f - half + tail, half = f^2 / 2: the terms of 2 s + s z P(z) that f - f^2 / 2 is
// not.
struct LogTerms {
  f64 half, tail;
};
INLINE LogTerms logTerms(f64 f) {
  const f64 s = f / (2.0 + f), z = s * s;
  // approx/polynomials.sollya: logTerms
  const f64 p = twoChains(z, 0x1.5555555555555p-1, 0x1.9999999999d59p-2, 0x1.249249242ee2bp-2,
                          0x1.c71c725c5bef7p-3, 0x1.745cdb76b5db4p-3, 0x1.3b2158d078d54p-3,
                          0x1.0f4a20b8debfdp-3, 0x1.102337ece1e4ep-3);
  const f64 half = 0.5 * f * f;
  return {half, s * mad(z, p, half)};
}

// exponent ln 2 + log(1 + fraction) + correction, the terms added from the smallest.
INLINE f64 logOfParts(LogParts p, f64 correction) {
  const LogTerms t = logTerms(p.fraction);
  const f64 small = (mad(p.exponent, kLn2Low, t.tail) - t.half) + correction;
  const Double2 sum = fastTwoSum(p.exponent * kLn2High, p.fraction);
  return sum.high + (sum.low + small);
}
// log(1 + v) for v above -1: the rounding error of 1 + v, divided by it, is added. It is nothing
// where 1 + v is large.
INLINE f64 log1pOf(Double2 v) {
  const Double2 u = twoSum(1.0, v.high);
  return logOfParts(logParts(u.high),
                    (u.low + v.low) * nearInverse(u.high > 0x1p500 ? 0x1p500 : u.high));
}
