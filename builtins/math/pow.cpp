// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pow, pown, powr, rootn: e^(y log x). f64 needs log x with 12 more bits than it has: a table, an
// exact r, and sums in two parts. f32 is computed in f64. f16 is f64's result rounded: a few of its
// 2^32 pairs are so near to the middle of two numbers that less would not tell, and many are in it.
// The logarithm of zero, infinity and NaN is -infinity, infinity and NaN, and the rest follows.
#include "builtins/math/exp.h"
#include "builtins/math/log.h"
#include "builtins/math/log_two_parts.h"

// e^(t.high + t.low), t.low below 2^-52 of t.high. Where t.high is limited, t.low is left out.
INLINE f64 expOf(Double2 t) {
  const f64 limit = limited(t.high, -2046.0 * kLn2, 720.0);
  const Exponent<f64> n = nearestExponent(limit, kLog2E);
  const f64 high = mad(-n.value, kLn2High, limit);
  const f64 low = mad(n.value, kLn2Low, limit == t.high ? -t.low : 0.0);
  const f64 r = high - low;
  return scaled(plusExpm1(1.0, r, (high - r) - low), n);
}
// x^y for x that is not negative. Where log x is no number, e^(y log x) is right with an infinite
// upper part, or a NaN.
INLINE Double2 logWithEnds(f64 x) {
  const Double2 log = logTwoParts(x);
  const f64 atEnds = x == 0 ? -infinity<f64>() : x;
  return {x > 0 && x < infinity<f64>() ? log.high : atEnds, log.low};
}
// A y beyond 2^64 has the same results as 2^64.
INLINE f64 powPositive(f64 x, f64 y) {
  const Double2 log = logWithEnds(x);
  const f64 limit = limited(y, -0x1p64, 0x1p64);
  const Double2 product = twoProduct(log.high, limit);
  return expOf({product.high, mad(log.low, limit, product.low)});
}
// f64(n), without a conversion, for the reason that exponentIn() has.
INLINE f64 number(i32 n) {
  return bitsAs<f64>(bitsOf(0x1p52) | (u32(n) ^ 0x80000000)) - (0x1p52 + 0x1p31);
}
// An f64 that is a unit away from the middle of two f16 stands for it: there the tie is broken.
INLINE f16 roundedF16(f64 x) { return rounded<f16>(bitsAs<f64>((bitsOf(x) + 4) & ~u64(7))); }

INLINE f16 powPositive(f16 x, f16 y) { return roundedF16(powPositive(f64(x), f64(y))); }
INLINE f16 powPositive(f16 x, i32 n) { return roundedF16(powPositive(f64(x), number(n))); }
// log2 x for f32, with infinite results for zero and infinity, and NaN of NaN.
INLINE f64 log2InF64(f32 x) {
  const LogPartsF32 p = logParts(x, 0x1.6a09e6p-1f);
  const f32 atEnds = x == 0 ? -infinity<f32>() : x;
  const f32 exponent = x > 0 && x < infinity<f32>() ? p.exponent : atEnds;
  const f64 f = f64(p.fraction);
  // approx/polynomials.sollya: log2InF64
  const f64 q = twoChains(f, 0x1.71547652efa2ap0, -0x1.7154767bd4fcep-1, 0x1.ec709c00f6b5ap-2,
                          -0x1.715435ba6e5bbp-2, 0x1.2777328d14eecp-2, -0x1.ec8d8472ff478p-3,
                          0x1.a615ee1e923fdp-3, -0x1.6eaf2e9fcb117p-3, 0x1.459fc64622202p-3,
                          -0x1.4183c30831404p-3, 0x1.3d37ab482af82p-3, -0x1.61c73a34ef9acp-4);
  return mad(f, q, f64(exponent));
}
// 2^t, rounded to f32. The low bits of a NaN are zeros, since it was one of f32.
INLINE f32 exp2OfF64(f64 t) {
  const f64 limit = limited(t, -200.0, 200.0);
  const Rounded<f64> n = nearest(limit);
  return f32(bitsAs<f64>(bitsOf(exp2ForF32(limit - n.value)) + (u64(n.integer) << 52)));
}
INLINE f32 powPositive(f32 x, f32 y) {
  return exp2OfF64(log2InF64(x) * f64(limited(y, -0x1p64f, 0x1p64f)));
}
INLINE f32 powPositive(f32 x, i32 n) { return exp2OfF64(log2InF64(x) * number(n)); }
INLINE f64 powPositive(f64 x, i32 n) { return powPositive(x, number(n)); }
// x^(1/n): the inverse in two parts.
INLINE f64 rootPositive(f64 x, i32 n) {
  const f64 whole = number(n), inverse = 1.0 / whole;
  const Double2 log = logWithEnds(x), product = twoProduct(log.high, inverse);
  const f64 rest = exactRest(1.0, inverse, whole) * inverse;
  return expOf({product.high, mad(log.high, rest, mad(log.low, inverse, product.low))});
}
INLINE f16 rootPositive(f16 x, i32 n) { return roundedF16(rootPositive(f64(x), n)); }
INLINE f32 rootPositive(f32 x, i32 n) { return exp2OfF64(log2InF64(x) / number(n)); }

template <class T>
INLINE T powOf(T x, T y) {
  const T magnitude = absOf(x), half = y * T(0.5);
  const bool integer = __builtin_elementwise_trunc(y) == y;
  const bool odd = integer && __builtin_elementwise_trunc(half) != half;
  const T positive = powPositive(magnitude, y), result = odd ? withSign(positive, x) : positive;
  const bool undefined = x < T(0) && !integer && magnitude != infinity<T>();
  return y == T(0) || x == T(1) ? T(1) : undefined ? nan<T>() : result;
}
template <class T>
INLINE T powrOf(T x, T y) {
  const bool undefined = x < T(0) || (x == T(1) && absOf(y) == infinity<T>());
  return undefined ? nan<T>() : powPositive(absOf(x), y);
}
template <class T>
INLINE T pownOf(T x, i32 n) {
  const T positive = powPositive(absOf(x), n);
  return n == 0 ? T(1) : n & 1 ? withSign(positive, x) : positive;
}
template <class T>
INLINE T rootnOf(T x, i32 n) {
  const T positive = rootPositive(absOf(x), n);
  const bool undefined = n == 0 || (x < T(0) && !(n & 1));
  return undefined ? nan<T>() : n & 1 ? withSign(positive, x) : positive;
}

LW_LARGE f32 lw_pow_f32_f32(f32 x, f32 y) { return powOf(x, y); }
CLAIM(f32, 0.75, 0x1.eea9d2p-1, 0x1.2e25b8p+11)
SWEEP(0, 20, 40000)
SWEEP(0.9, 1.1, 20000)
LW_LARGE f32 lw_powr_f32_f32(f32 x, f32 y) { return powrOf(x, y); }
CLAIM(f32, 0.75, 0x1.eea9d2p-1, 0x1.2e25b8p+11)
SWEEP(0, 20, 40000)
LW_LARGE f32 lw_pown_f32_i32(f32 x, i32 n) { return pownOf(x, n); }
CLAIM(f32, 0.75, -0x1.0e3366p+0, 1642)
SWEEP(-20, 20, 40000)
LW_LARGE f32 lw_rootn_f32_i32(f32 x, i32 n) { return rootnOf(x, n); }
CLAIM(f32, 0.6, 0x1.93eaccp-25, 190)
SWEEP(-20, 20, 40000)

LW_LARGE f64 lw_pow_f64_f64(f64 x, f64 y) { return powOf(x, y); }
CLAIM(f64, 0.9, 0x1.ef8bf6c1432d1p+10, -0x1.75746e4384625p+6)
SWEEP(0, 50, 40000)
SWEEP(0.9, 1.1, 20000)
LW_LARGE f64 lw_powr_f64_f64(f64 x, f64 y) { return powrOf(x, y); }
CLAIM(f64, 0.9, 0x1.c85b7d40e2ac1p+9, -0x1.9fd96d7071f9fp+6)
SWEEP(0, 50, 40000)
LW_LARGE f64 lw_pown_f64_i32(f64 x, i32 n) { return pownOf(x, n); }
CLAIM(f64, 0.9, -0x1.b08ebf75bb553p+21, -47)
SWEEP(-20, 20, 40000)
LW_LARGE f64 lw_rootn_f64_i32(f64 x, i32 n) { return rootnOf(x, n); }
CLAIM(f64, 0.9, -0x1.8adb4e1074cadp+1022, -1)
SWEEP(-20, 20, 40000)

LW_LARGE f16 lw_pow_f16_f16(f16 x, f16 y) { return powOf(x, y); }
CLAIM(f16, 0.5, 0x1p-1, 0x1.9p+4)
LW_LARGE f16 lw_powr_f16_f16(f16 x, f16 y) { return powrOf(x, y); }
CLAIM(f16, 0.5, 0x1p-1, 0x1.9p+4)
LW_LARGE f16 lw_pown_f16_i32(f16 x, i32 n) { return pownOf(x, n); }
CLAIM(f16, 0.5, 0x1p+1, -25)
LW_LARGE f16 lw_rootn_f16_i32(f16 x, i32 n) { return rootnOf(x, n); }
CLAIM(f16, 0.5, 0x1.56p-3, -734)
