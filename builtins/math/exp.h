// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The polynomials of the exponential, which the hyperbolic functions and pow use too.
#pragma once
#include "builtins/math/two_parts.h"

// 2^r, |r| <= 0.5, relative error 2^-34.
INLINE f64 exp2Polynomial(f64 r) {
  // approx/polynomials.sollya: exp2Polynomial
  return horner(r, 0x1.ffffffffabbccp-1, 0x1.62e42ff116284p-1, 0x1.ebfbe0a4be89bp-3,
                0x1.c6b08aaf2fd1dp-5, 0x1.3b29dc40d1fb4p-7, 0x1.5d8a708773cc9p-10,
                0x1.446a1fddc880cp-13, 0x1.fe1784c35a78ap-17);
}
// 2^r for |r| <= 1/2, relative error 2^-28.
INLINE f64 exp2ForF32(f64 r) {
  // approx/polynomials.sollya: exp2ForF32
  return horner(r, 0x1.0000000261508p0, 0x1.62e430c7e92d5p-1, 0x1.ebfbdadcb1701p-3,
                0x1.c6aed4b946d84p-5, 0x1.3b2dbbc066705p-7, 0x1.5f456a8ef562dp-10,
                0x1.41d333d34ccd5p-13);
}
// a + e^r - 1 + c for |r| <= 0.35, a that is zero or not below r, and c below the last place of r,
// in f32. r is added without error, so that the error is little more than that of the last
// rounding.
INLINE f32 plusExpm1(f32 a, f32 r, f32 c) {
  // approx/polynomials.sollya: plusExpm1 of f32
  const f32 q = estrin(r, 0x1p-1f, 0x1.555552p-3f, 0x1.5554e4p-5f, 0x1.1115b6p-7f, 0x1.6d5156p-10f,
                       0x1.9a9442p-13f);
  const Float2 sum = fastTwoSum(a, r);
  return sum.high + fused(r * r, q, sum.low + c);
}
// e^r = 1 + r + r^2 q, with one term less: nothing is lost by subtraction.
INLINE f32 expTailF32(f32 r) {
  // approx/polynomials.sollya: expTailF32
  return estrin(r, 0x1.fffffcp-2f, 0x1.55549p-3f, 0x1.55589ep-5f, 0x1.123abcp-7f, 0x1.6a624cp-10f);
}
INLINE f32 expF32(f32 r) {
  const Float2 sum = fastTwoSum(1.0f, r);
  return sum.high + fused(r * r, expTailF32(r), sum.low);
}
// 2^r, |r| <= 0.5: 1 + r ln2 is in two parts, the low one computed by fma.
INLINE f32 exp2F32(f32 r) {
  const f32 high = mad(r, 0x1.62e43p-1f, 1.0f), low = fused(r, 0x1.62e43p-1f, 1.0f - high);
  // approx/polynomials.sollya: exp2F32
  const f32 q =
      estrin(r, 0x1.ebfbdcp-3f, 0x1.c6af88p-5f, 0x1.3b2dep-7f, 0x1.5f0448p-10f, 0x1.416beep-13f);
  return high + mad(r * r, q, low);
}
// (e^r - 1 - r) / r^2, |r| <= 0.35, for f16.
INLINE f64 expm1TailF32(f64 r) {
  // approx/polynomials.sollya: expm1TailF32
  return horner(r, 0x1.0000000004f78p-1, 0x1.5555556852d31p-3, 0x1.5555552f3eeap-5,
                0x1.1110c364dea61p-7, 0x1.6c16ffb29f028p-10, 0x1.a15753f2201a6p-13,
                0x1.a06e7c0a936ecp-16);
}
// The same for f64, relative error 2^-58.
INLINE f64 expm1TailF64(f64 r) {
  // approx/polynomials.sollya: expm1TailF64
  return twoChains(r, 0x1p-1, 0x1.5555555555557p-3, 0x1.5555555555551p-5, 0x1.111111110ffdp-7,
                   0x1.6c16c16c191b4p-10, 0x1.a01a01ac82309p-13, 0x1.a01a0194f2396p-16,
                   0x1.71de003bf3782p-19, 0x1.27e5068600129p-22, 0x1.af520b2305d2ap-26,
                   0x1.1f2b56fbc05bbp-29);
}
// a + e^(r + c) - 1 for |r| <= 0.35, c below its last place, and a that is zero or not below r.
// r is added without error, so that the error is little more than that of the last rounding.
INLINE f64 plusExpm1(Double2 a, f64 r, f64 c) {
  const Double2 sum = fastTwoSum(a.high, r);
  return sum.high + ((sum.low + a.low) + mad(r * r, expm1TailF64(r), mad(c, r, c)));
}
INLINE f64 plusExpm1(f64 a, f64 r, f64 c) {
  const Double2 sum = fastTwoSum(a, r);
  return sum.high + (sum.low + mad(r * r, expm1TailF64(r), mad(c, r, c)));
}

// e^(t.high + t.low) = value 2^exponent, value near one, its error 2^-57. Arguments above the range
// of results are limited and lose their low part. Arguments below are not: near its poles the gamma
// function is a quotient of values that are below the range of numbers.
struct Power {
  Double2 value;
  i64 exponent;
};
INLINE Power expTwoParts(Double2 t) {
  const f64 high = limited(t.high, -810.0, 720.0);
  const f64 extra = high == t.high ? t.low : t.high - t.high;
  const Rounded<f64> n = nearest(high * kLog2E);
  const f64 small = extra - n.value * kLn2Low;
  const Double2 r = twoSum(high - n.value * kLn2High, small);
  const Double2 sum = fastTwoSum(1.0, r.high);
  const f64 tail = mad(r.high * r.high, expm1TailF64(r.high), mad(r.low, r.high, r.low));
  return {{sum.high, sum.low + tail}, n.integer};
}
