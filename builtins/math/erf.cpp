// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf and erfc. f16 is computed by the f64 functions: a choice of short code for functions that
// kernels rarely call.
#include "builtins/math/erf_table.h"
#include "builtins/math/exp.h"

// |x| <= 1: x + x P(x^2).
INLINE f64 erfSmall(f64 x) {
  const f64 z = x * x;
  // approx/chebyshev.py: erfSmall
  const f64 p = twoChains(z, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b2ep-4,
                          -0x1.b82ce31284d69p-6, 0x1.565bcd0db9201p-8, -0x1.c02db3da7b2aep-11,
                          0x1.f9a321cd05c73p-14, -0x1.f4d1e26a29ff5p-17, 0x1.b9df193f1fdadp-20,
                          -0x1.5f1e7c06bb629p-23, 0x1.f7b14dc1f44f0p-27, -0x1.38925a42dec1ap-30,
                          0x1.05e163d78b59bp-34);
  return mad(x, p, x);
}
// x >= 0.46: e^(-x^2) P(q) / (7/8 + 2 x), q = (x - 4) / (x + 4). All but the terms of P above the
// first is in two parts; the error of q is weighted with the slope of P. Of x + 4, less 8 is exact.
INLINE f64 erfcLarge(f64 x) {
  const Double2 more = twoSum(x, 4.0);
  const f64 less = more.high - 8.0, q = less / more.high;
  const f64 lost = exactRest(less, q, more.high) + mad(-q, more.low, more.low);
  // approx/chebyshev.py: erfcLarge, slope
  const f64 slope = horner(q, -0x1.b1a0000000000p-4, 0x1.30a0000000000p-5, 0x1.a040000000000p-3,
                           -0x1.af80000000000p-1, 0x1.9760000000000p-1);
  // approx/chebyshev.py: erfcLarge
  const f64 terms = twoChains(
      q, -0x1.b73ec8f0da38ep-4, -0x1.87ea5558239a9p-7, 0x1.6b06898d4cbdfp-4, -0x1.d5a5294ab3bb5p-4,
      0x1.a03dab36abec0p-4, -0x1.1fb6dc0e9c83dp-4, 0x1.3da0e496b4b54p-5, -0x1.11b2f7deb7717p-6,
      0x1.5052569dcaae3p-8, -0x1.8bdd82422fa1ap-11, -0x1.b693bf6ee02a5p-13, 0x1.41ca20434beb1p-13,
      -0x1.9556e237ae04dp-16, -0x1.84e771cb1c789p-17, 0x1.8260ed0890f8dp-18, 0x1.62036ac1db094p-22,
      -0x1.be5b219e29704p-21, 0x1.3061af9c58f1cp-24, 0x1.c330709130cc5p-24, -0x1.26153fd6774e9p-26,
      -0x1.51b283aedfae9p-27, 0x1.c0cebb3a34a91p-30);
  const f64 correction = mad(lost * roughInverse(more.high), slope, 0x1.e97388bed2ba2p-54);
  const Double2 p = fastTwoSum(0x1.374344bedd9f9p+0, mad(q, terms, correction));

  const Double2 square = twoProduct(x, x);
  const Exponent<f64> n = nearestExponent(square.high, -kLog2E);
  const f64 high = mad(-n.value, kLn2High, -square.high);
  const f64 low = mad(n.value, kLn2Low, square.low), r = high - low, c = (high - r) - low;
  const Double2 one = fastTwoSum(1.0, r);
  const f64 tail = one.low + mad(r * r, expm1TailF64(r), mad(c, r, c));
  const Double2 e = fastTwoSum(one.high, tail);

  const Double2 product = twoProduct(e.high, p.high), sum = fastTwoSum(x + x, 0.875);
  const f64 rest = mad(e.high, p.low, mad(e.low, p.high, product.low));
  const f64 quotient = product.high / sum.high, start = roughInverse(sum.high);
  const f64 inverse = mad(start, mad(-start, sum.high, 1.0), start);
  const f64 left = exactRest(product.high, quotient, sum.high) + mad(-quotient, sum.low, rest);
  return scaled(mad(left, inverse, quotient), n);
}
// erf(r + d) = erf(r) + s (d + c1 d^2 + c2 d^3 ...), r the nearest multiple of 1/64, s the slope of
// erf there: Taylor's series, whose terms are Hermite's polynomials in r. What is added last is |x|
// below one and 1 from there on, so that the rest is a fifth of the result at most. Of its first
// term the sum has two parts: the product alone may be subnormal. From 7.98 on, where erf rounds to
// one, the last r stands for all.
LW_LARGE f64 lw_erf_f64(f64 x) {
  constexpr f64 shift = 0x1.8p46;  // its last place is 1/64
  const f64 a = absOf(x), limit = a > 0x1.ffp2 ? 0x1.ffp2 : a, shifted = limit + shift;
  const f64 r = shifted - shift, d = limit - r, t = r * r;
  const ErfEntry& entry = kErfTable[bitsOf(shifted) & 511];
  const f64 even = horner(d * d, horner(t, -1.0 / 3, 2.0 / 3), horner(t, 0.1, -0.4, 2.0 / 15),
                          horner(t, -1.0 / 42, 1.0 / 7, -2.0 / 21, 4.0 / 315));
  const f64 odd =
      horner(d * d, -1.0, horner(t, 0.5, -1.0 / 3), horner(t, -1.0 / 6, 2.0 / 9, -2.0 / 45));
  const bool near = r < 1;
  const f64 terms = mad(d, even, r * odd), whole = near ? entry.slope + 1.0 : entry.slope;
  const f64 base = near ? limit : 1.0, high = mad(entry.slope, d, base);
  const f64 low = mad(entry.slope, d, base - high);
  return withSign(high + (low + mad(whole * (d * d), terms, entry.rest)), x);
}
CLAIM(f64, 0.95, -0x1.0efba632475c5p-7)
SWEEP(-6, 6, 3000)
SWEEP(0.45, 0.5, 3000)
SWEEP(0.8, 1.2, 3000)
// Behind 6.5, 2 - erfc rounds to two. Up to where erf is one half, 1 - erf is exact. Below zero the
// larger of the two terms is exact.
LW_LARGE f64 lw_erfc_f64(f64 x) {
  const f64 tail = erfcLarge(limited(absOf(x), 0.46, x > 0 ? 27.5 : 6.5));
  const f64 near = 1.0 - erfSmall(limited(x, -0.5, 0.5)), far = x > 0 ? tail : 2.0 - tail;
  return x != x ? x : x > -0.46 && x < 0.47 ? near : far;
}
CLAIM(f64, 0.95, 0x1.dbc7821bb24ap-2)
SWEEP(-6, 28, 2000)
SWEEP(-1, 1, 2000)
SWEEP(-0.5, -0.4, 2000)
SWEEP(0.4, 2, 4000)

// erf x = x + x (c + z P(z)) near zero, to 0.93.
INLINE f32 erfNear(f32 x) {
  const f32 z = x * x;
  // approx/polynomials.sollya: erfNear
  const f32 slope = horner(z, -0x1.81273ep-2f, 0x1.ce2cf2p-4f, -0x1.b7f88cp-6f, 0x1.540172p-8f,
                           -0x1.a3d812p-11f, 0x1.4917a4p-14f);
  return fused(x, fused(z, slope, 0x1.06eba8p-3f), x);
}
// Beyond, one less 2^Q(x), where log2 erfc is nearly a parabola.
LW_LARGE f32 lw_erf_f32(f32 x) {
  const f32 a = limited(absOf(x), 0.0f, 3.95f);
  // approx/polynomials.sollya: lw_erf_f32, log2 erfc
  const f32 q = horner(a, -0x1.d2c84p-1f, -0x1.44f962p-3f, 0x1.37af08p-5f, -0x1.c0831ap-8f,
                       0x1.c10ec2p-11f, -0x1.14a6e8p-14f, 0x1.39fd58p-19f);
  const Float2 line = twoProduct(a, -0x1.a1679ep0f);
  const f32 rest = fused(a * a, q, 0x1.ca333p-12f);
  const Rounded<f32> n = nearest(line.high + rest);
  const f32 r = (line.high - n.value) + rest + line.low;
  const f32 tail = exp2F32(r) * powerOfTwo<f32>(n.integer);
  return a < 0.93f ? erfNear(x) : withSign(1.0f - tail, x);
}
CLAIM(f32, 0.97, 0x1.02a098p+0)
SWEEP(-6, 6, 4000)
// Up to 0.47 one less erf. Beyond, e^(-x^2) w P(w) in f64, w = 1 / (x + 5/2) by a division of f32
// and a step of Newton's iteration.
LW_LARGE f32 lw_erfc_f32(f32 x) {
  const f32 magnitude = limited(absOf(x), 0.0f, x < 0 ? 5.0f : 10.1f);  // 2 - erfc(5) is two
  const f64 a = f64(magnitude), z = a * a, start = f64(1.0f / (magnitude + 2.5f));
  const f64 w = mad(start, mad(-start, a + 2.5, 1.0), start);
  // approx/chebyshev.py: lw_erfc_f32
  const f64 p = horner(w, 0x1.20de586114c09p-1, 0x1.68ee6b6264781p+0, 0x1.a1d2fd5a345c9p+1,
                       0x1.94e0a33e1ddfep+2, 0x1.00c1a8ac586a9p+4, -0x1.984d31370f2a3p+3,
                       0x1.11cea3eb053fdp+7, -0x1.4c9c746ea1569p+8, 0x1.c5f749de74b2dp+7);
  const Rounded<f64> n = nearest(z, -kLog2E);
  const f64 e = exp2ForF32(mad(z, -kLog2E, -n.value));
  const f64 power = bitsAs<f64>(bitsOf(e) + (u64(n.integer) << 52));
  const f32 tail = f32(power * (w * p)), near = 1.0f - erfNear(x), far = x < 0 ? 2.0f - tail : tail;
  return magnitude < 0.47f ? near : far;
}
CLAIM(f32, 0.85, 0x1.b620e8p-2)
SWEEP(2.4, 3, 4000)
SWEEP(-6, 11, 4000)
LW_LARGE f16 lw_erf_f16(f16 x) { return rounded<f16>(lw_erf_f64(f64(x))); }
CLAIM(f16, 0.5, 0x1.984p-2)
LW_LARGE f16 lw_erfc_f16(f16 x) { return rounded<f16>(lw_erfc_f64(f64(x))); }
CLAIM(f16, 0.5, -0x1.c5cp-12)
