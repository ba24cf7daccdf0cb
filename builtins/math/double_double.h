// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error-free transformations in f64 without fma, whose presence would change results between CPU
// levels, and the scaling and polynomial forms that the families share.
#pragma once
#include "builtins/scalar.h"

constexpr f64 kLog2E = 0x1.71547652b82fep+0, kLn2 = 0x1.62e42fefa39efp-1;
// ln 2, the first 42 bits and the rest: the product of the first with an exponent is exact.
constexpr f64 kLn2High = 0x1.62e42fefa38p-1, kLn2Low = 0x1.ef35793c7673p-45;

// A number as an unevaluated sum, |low| at most half an ulp of high unless said otherwise.
struct Double2 {
  f64 high, low;
};

// |a| >= |b|.
INLINE Double2 fastTwoSum(f64 a, f64 b) {
  const f64 sum = a + b;
  return {sum, b - (sum - a)};
}
INLINE Double2 twoSum(f64 a, f64 b) {
  const f64 sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
// The upper 26 bits; a product of two such numbers is exact.
INLINE f64 upperHalf(f64 x) { return bitsAs<f64>(bitsOf(x) & ~((u64(1) << 27) - 1)); }

INLINE Double2 twoProduct(f64 a, f64 b) {
  const f64 ah = upperHalf(a), al = a - ah, bh = upperHalf(b), bl = b - bh;
  const f64 product = a * b;
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}
INLINE Double2 times(Double2 a, f64 b) {
  const Double2 p = twoProduct(a.high, b);
  return fastTwoSum(p.high, mad(a.low, b, p.low));
}
INLINE Double2 times(Double2 a, Double2 b) {
  const Double2 p = twoProduct(a.high, b.high);
  return fastTwoSum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
INLINE Double2 plus(Double2 a, Double2 b) {
  const Double2 s = twoSum(a.high, b.high);
  return fastTwoSum(s.high, s.low + (a.low + b.low));
}

// a / b, b not zero.
INLINE Double2 quotient(Double2 a, Double2 b) {
  const f64 q = a.high / b.high;
  const Double2 back = twoProduct(q, b.high);
  const f64 rest = ((a.high - back.high) - back.low) + (a.low - q * b.low);
  return {q, rest / b.high};
}
// The square root of s >= 0.
INLINE Double2 rootOf(Double2 s) {
  const f64 root = __builtin_sqrt(s.high);
  const Double2 square = twoProduct(root, root);
  const f64 rest = ((s.high - square.high) - square.low) + s.low;
  return {root, root > 0 ? rest / (root + root) : 0.0};
}

// The nearest integer, in floating point and as the low bits of an integer, without a conversion
// that could be out of range: for |x| < 2^51.
struct Rounded {
  f64 value;
  i64 integer;
};
INLINE Rounded nearest(f64 x) {
  constexpr f64 shift = 0x1.8p52;
  const f64 shifted = x + shift;
  return {shifted - shift, i64(bitsOf(shifted)) - i64(0x4338000000000000)};
}

// y * 2^n in two steps, of which only the second one rounds, for y near one and |n| < 2040.
INLINE f64 scaled(f64 y, i64 n) {
  const i64 half = n >> 1;
  return y * powerOfTwo<f64>(int(half)) * powerOfTwo<f64>(int(n - half));
}

// Horner's scheme, coefficients from the lowest.
template <class T>
INLINE T horner(T, T c) {
  return c;
}
template <class T, class... Rest>
INLINE T horner(T x, T c, Rest... rest) {
  return mad(horner(x, rest...), x, c);
}

template <class T>
INLINE T limited(T x, T low, T high) {
  const T raised = x < low ? low : x;
  return raised > high ? high : raised;
}

// x times a constant given as 26 bits and the rest, and rounded: the product in two parts.
INLINE Double2 timesConstant(f64 x, f64 upper, f64 rest, f64 whole) {
  const f64 xh = upperHalf(x), xl = x - xh;
  const f64 product = x * whole;
  return {product, mad(x, rest, (xh * upper - product) + xl * upper)};
}
