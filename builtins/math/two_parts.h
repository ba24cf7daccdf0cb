// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error-free transformations in f64 and f32, and the scaling and polynomial functions that the
// families share. In f32, fma computes the error of a product. Levels without the instruction
// compute it in f64, which holds the product. f64 does not use fma in code that may run on
// processors without the instruction: the bitcode and the libraries of the lowest level.
#pragma once
#include "builtins/scalar.h"

constexpr f64 kLog2E = 0x1.71547652b82fep+0, kLn2 = 0x1.62e42fefa39efp-1;
// ln 2, the first 42 bits and the rest: the product of the first with an exponent is exact.
constexpr f64 kLn2High = 0x1.62e42fefa38p-1, kLn2Low = 0x1.ef35793c7673p-45;
// In f32, the first 13 bits and the rest.
constexpr f32 kLog2EF32 = f32(kLog2E), kLn2HighF32 = 0x1.62e4p-1f, kLn2LowF32 = 0x1.7f7d1cp-20f;

// A number as an unevaluated sum, |low| at most half an ulp of high unless stated otherwise. Too
// large for registers: x86's ABI would pass two floats as a vector, whose element accesses would
// remain after inlining.
template <class T>
struct alignas(32) Two {
  T high, low;
};
using Double2 = Two<f64>;
using Float2 = Two<f32>;

constexpr f64 kPi = 0x1.921fb54442d18p+1;
template <class T>
constexpr Two<T> kPi2 = {kPi, 0x1.1a62633145c07p-53};
template <>
inline constexpr Float2 kPi2<f32> = {0x1.921fb6p+1f, -0x1.777a5cp-24f};

template <class T>
INLINE T summed(Two<T> parts) {
  return parts.high + parts.low;
}

// Part by part, so that the optimizer does not select between addresses.
template <class T>
INLINE Two<T> either(bool first, Two<T> a, Two<T> b) {
  return {first ? a.high : b.high, first ? a.low : b.low};
}
template <class T>
INLINE Two<T> negated(Two<T> a) {
  return {-a.high, -a.low};
}

// |a| >= |b|, or a is zero.
template <class T>
INLINE Two<T> fastTwoSum(T a, T b) {
  const T sum = a + b;
  return {sum, b - (sum - a)};
}
// fastTwoSum(a * b, c) for an exact product a * b. Contraction makes it shorter and changes no bit.
template <class T>
INLINE Two<T> fastSumWithProduct(T a, T b, T c) {
  const T sum = mad(a, b, c);
  return {sum, c - mad(-a, b, sum)};
}
template <class T>
INLINE Two<T> twoSum(T a, T b) {
  const T sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
// The upper 26 bits; a product of two such numbers is exact.
INLINE f64 upperHalf(f64 x) { return bitsAs<f64>(bitsOf(x) & ~((u64(1) << 27) - 1)); }

// The same rounded to nearest: the rest has 26 bits, too, and so is every product of two parts
// exact.
INLINE f64 nearestHalf(f64 x) {
  constexpr u64 half = u64(1) << 26;
  return bitsAs<f64>((bitsOf(x) + half) & ~(2 * half - 1));
}

// Both compute the same, since the error is exact: large functions use the short one.
INLINE Double2 twoProduct(f64 a, f64 b) {
  const f64 product = a * b;
  if constexpr (kHasFma) return {product, __builtin_fma(a, b, -product)};
  const f64 ah = nearestHalf(a), al = a - ah, bh = nearestHalf(b), bl = b - bh;
  return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}
// c - a * b where that is a number of f64, and c - the rounded product, too.
INLINE f64 exactRest(f64 c, f64 a, f64 b) {
  if constexpr (kHasFma) return __builtin_fma(-a, b, c);
  const Double2 product = twoProduct(a, b);
  return (c - product.high) - product.low;
}
// In f32 without fma by f64, which holds products, and sums that are numbers of f32.
INLINE f32 exactRest(f32 c, f32 a, f32 b) {
  return kMayFuse ? fused(-a, b, c) : f32(f64(c) - f64(a) * f64(b));
}
INLINE Float2 twoProduct(f32 a, f32 b) {
  const f32 product = a * b;
  return {product, -exactRest(product, a, b)};
}
// Below these bounds the low part of a two-part product would be subnormal, and would add an error
// of its own.
constexpr f32 tiny(f32) { return 0x1p-90f; }
constexpr f64 tiny(f64) { return 0x1p-900; }
// a b + c, c small, with one rounding. Without fma with two, of which the first counts little;
// products in two parts are made of numbers that are far from the smallest ones.
INLINE f32 productPlus(f32 a, f32 b, f32 c) {
  return kHasFma ? __builtin_fmaf(a, b, c) : f32(f64(a) * f64(b) + f64(c));
}
INLINE f64 productPlus(f64 a, f64 b, f64 c) {
  if constexpr (kHasFma) return __builtin_fma(a, b, c);
  const bool small = absOf(a) < tiny(a);
  const f64 up = small ? 0x1p200 : 1.0, down = small ? 0x1p-200 : 1.0;
  const Double2 product = twoProduct(a * up, b);
  return (product.high + (product.low + c * up)) * down;
}
template <class T>
INLINE Two<T> times(Two<T> a, T b) {
  const Two<T> p = twoProduct(a.high, b);
  return fastTwoSum(p.high, mad(a.low, b, p.low));
}
template <class T>
INLINE Two<T> times(Two<T> a, Two<T> b) {
  const Two<T> p = twoProduct(a.high, b.high);
  return fastTwoSum(p.high, p.low + mad(a.high, b.low, a.low * b.high));
}
template <class T>
INLINE Two<T> plus(Two<T> a, Two<T> b) {
  const Two<T> s = twoSum(a.high, b.high);
  return fastTwoSum(s.high, s.low + (a.low + b.low));
}

// y with the opposite sign if that of x is negative: an odd function of x that was computed for its
// magnitude.
template <class T>
INLINE T oddOf(T x, T y) {
  using Bits = typename Type<T>::Bits;
  return bitsAs<T>(Bits(bitsOf(y) ^ (bitsOf(x) & Type<T>::sign)));
}

// 1 / x, relative error 1/8: accurate enough to correct a rounding error.
INLINE f32 roughInverse(f32 x) { return bitsAs<f32>(0x7ef311c7 - bitsOf(x)); }
INLINE f64 roughInverse(f64 x) { return bitsAs<f64>(0x7fde623822fc16e6 - bitsOf(x)); }
// The same for |x| below 2^1023 with an error of 2^-9, and of f^3 at 1 + f: for second parts, where
// another division would take long. The first estimate is right at powers of two.
INLINE f64 nearInverse(f64 x) {
  const f64 near = bitsAs<f64>(0x7fe0000000000000 - bitsOf(x)), e = mad(-x, near, 1.0);
  return mad(near, mad(e, e, e), near);
}
// a / b, b not zero and below 2^1023.
INLINE Two<f64> quotient(Two<f64> a, Two<f64> b) {
  const f64 q = a.high / b.high;
  return {q, (exactRest(a.high, q, b.high) + mad(-q, b.low, a.low)) * nearInverse(b.high)};
}
INLINE f32 sqrtOf(f32 x) { return __builtin_sqrtf(x); }
INLINE f64 sqrtOf(f64 x) { return __builtin_sqrt(x); }
// The square root of s >= 0.
INLINE Double2 rootOf(Double2 s) {
  const f64 root = __builtin_sqrt(s.high);
  const f64 rest = exactRest(s.high, root, root) + s.low;
  return {root, root > 0 ? rest * (0.5 * nearInverse(root)) : 0.0};
}

// The exponent, from -1023 on, in the upper 12 bits of the difference of a number's bits and those
// of a number near one. Not by a conversion instruction: it keeps a part of the register that it
// writes, and so depends on the last result in that register, maybe of the previous call.
INLINE f64 exponentIn(u64 bits) {
  constexpr u64 one = u64(1023) << 52;
  return bitsAs<f64>(bitsOf(0x1p52) | (bits + one) >> 52) - (0x1p52 + 1023);
}

// The nearest integer, in floating point and as the low bits of an integer, without a conversion
// that could be out of range: for |x| < 2^51, or 2^22 in f32.
template <class T>
struct Rounded {
  T value;
  typename Type<T>::Int integer;
};
// `factor` times x, rounded or contracted: the difference does not matter.
template <class T>
INLINE Rounded<T> nearest(T x, T factor = 1) {
  using Int = typename Type<T>::Int;
  constexpr T shift = T(Int(3) << (Type<T>::fraction - 1));
  const T shifted = mad(x, factor, shift);
  return {shifted - shift, Int(bitsOf(shifted) - bitsOf(shift))};
}

// y * 2^n in two steps, of which only the second one rounds, for y near one and |n| < 2040, in f32
// 250.
template <class T>
INLINE T scaled(T y, typename Type<T>::Int n) {
  const auto half = n >> 1;
  return y * powerOfTwo<T>(int(half)) * powerOfTwo<T>(int(n - half));
}

// The nearest integer n as above, for -2046 <= n < 2040, in f32 -254 <= n < 250, and in the low
// bits of an integer with two times the bias of exponents added: halves of it are the exponents of
// two factors of 2^n, both zero for the least n.
template <class T>
struct Exponent {
  T value;
  typename Type<T>::Bits biased;
};
template <class T>
constexpr T kExponentShift =
    T((typename Type<T>::Int(3) << (Type<T>::fraction - 1)) + 2 * Type<T>::bias);
template <class T>
INLINE Exponent<T> nearestExponent(T x, T factor = 1) {
  constexpr T shift = kExponentShift<T>;
  const T shifted = mad(x, factor, shift);
  return {shifted - shift, bitsOf(shifted)};
}
#ifdef LANEWISE_BITCODE
// llvm.ldexp, which some processors have an instruction for (compiler/legalize/expand_scaling.cpp).
// The compiler relies on the limits of y and n.
INLINE f32 byIntrinsic(f32 y, u32 n) { return __builtin_ldexpf(y, i32(n)); }
INLINE f64 byIntrinsic(f64 y, u64 n) { return __builtin_ldexp(y, i32(n)); }
template <class T>
INLINE T scaled(T y, Exponent<T> n) {
  return byIntrinsic(y, n.biased - bitsOf(kExponentShift<T>));
}
#else
template <class T>
INLINE T scaled(T y, Exponent<T> n) {
  const auto half = n.biased >> 1;
  return y * bitsAs<T>(half << Type<T>::fraction) *
         bitsAs<T>((n.biased - half) << Type<T>::fraction);
}
#endif

// Horner's scheme, coefficients from the lowest.
template <class T>
INLINE T horner(T, T c) {
  return c;
}
template <class T, class... Rest>
INLINE T horner(T x, T c, Rest... rest) {
  return mad(horner(x, rest...), x, c);
}

// The same with a shorter chain of dependent operations: Estrin's scheme for all coefficients but
// the lowest, whose rounding error matters most. The powers of x must be normal numbers or zero, or
// results take long.
template <class T, class... Rest>
INLINE T estrin(T x, T lowest, Rest... rest) {
  T sums[] = {rest...}, power = x;
  for (int count = sizeof...(rest); count > 1; count = (count + 1) / 2) {
    for (int i = 0; i < count / 2; ++i) sums[i] = mad(sums[2 * i + 1], power, sums[2 * i]);
    if (count % 2) sums[count / 2] = sums[count - 1];
    power *= power;
  }
  return mad(sums[0], x, lowest);
}

// The same in two chains, of the even and of the odd powers: only the square of x has to be a
// normal number or zero.
template <class T, class... Rest>
INLINE T twoChains(T x, T lowest, Rest... rest) {
  constexpr int count = sizeof...(rest);
  const T sums[] = {rest...}, square = x * x;
  T chains[] = {sums[(count - 1) & ~1], sums[((count - 2) & ~1) + 1]};
  for (int i = count - 3; i >= 0; --i) chains[i & 1] = mad(chains[i & 1], square, sums[i]);
  return mad(mad(chains[1], x, chains[0]), x, lowest);
}

// The same by pairs of terms and Horner's scheme for these in the square of x: as short as Estrin's
// for five to seven coefficients, without a fourth power.
template <class T, class... Rest>
INLINE T byPairs(T x, T lowest, Rest... rest) {
  constexpr int count = sizeof...(rest), last = (count - 1) & ~1;
  const T sums[] = {rest..., 0}, square = x * x;
  T sum = last + 1 < count ? mad(sums[last + 1], x, sums[last]) : sums[last];
  for (int i = last - 2; i >= 0; i -= 2) sum = mad(sum, square, mad(sums[i + 1], x, sums[i]));
  return mad(sum, x, lowest);
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
