// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log, log2, log10, log1p: x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1, s = f / (2 + f) and
// log m = 2 s + s z P(z), z = s^2; f32 has a polynomial in f without a division. f16 is computed in
// f64.
#include "builtins/math/log.h"

constexpr f64 kLog10E = 0x1.bcb7b1526e50ep-2, kLog10Of2 = 0x1.34413509f79ffp-2;

// What every logarithm gives where there is no positive finite number.
template <class T>
INLINE T withSpecials(T x, T result) {
  const T below = x == T(0) ? -infinity<T>() : nan<T>();
  return x == infinity<T>() ? x : x > T(0) ? result : below;
}

// f32 and f16 arguments are normal numbers of f64.
template <class T>
INLINE T logInF64(T x) {
  const LogParts p = logPartsOfNormal(f64(x));
  return withSpecials(x, rounded<T>(mad(p.exponent, kLn2, logOfFraction(p.fraction))));
}
template <class T>
INLINE T log2InF64(T x) {
  const LogParts p = logPartsOfNormal(f64(x));
  return withSpecials(x, rounded<T>(mad(logOfFraction(p.fraction), kLog2E, p.exponent)));
}
template <class T>
INLINE T log10InF64(T x) {
  const LogParts p = logPartsOfNormal(f64(x));
  return withSpecials(x,
                      rounded<T>(mad(p.exponent, kLog10Of2, logOfFraction(p.fraction) * kLog10E)));
}
// 1 + x has all bits of x in f64 where the exponent is not zero, as far as f32 can see.
template <class T>
INLINE T log1pInF64(T x) {
  const LogParts p = logParts(1.0 + f64(x));
  const f64 f = p.exponent == 0 ? f64(x) : p.fraction;
  const T result = rounded<T>(mad(p.exponent, kLn2, logOfFraction(f)));
  const T special = x == T(-1) ? -infinity<T>() : x < T(-1) ? nan<T>() : x;
  return x > T(-1) && x < infinity<T>() && x != T(0) ? result : special;
}
// f is added to k ln 2 without error; what follows it is a sixth of the sum at most, and smallest
// in proportion with 1 + f from 0.695 on.
LW f32 lw_log_f32(f32 x) {
  const LogPartsF32 p = logParts(x, 0.695f);
  const f32 f = p.fraction;
  // approx/polynomials.sollya: lw_log_f32
  const f32 q =
      estrin(f, -0x1.fffffap-2f, 0x1.555528p-2f, -0x1.00035cp-2f, 0x1.99ba62p-3f, -0x1.54676cp-3f,
             0x1.20ab4ep-3f, -0x1.0ae31p-3f, 0x1.131f1ap-3f, -0x1.6c5256p-4f);
  const Float2 sum = fastSumWithProduct(p.exponent, kLn2HighF32, f);
  return withSpecials(x, sum.high + fused(f * f, q, mad(p.exponent, kLn2LowF32, sum.low)));
}
CLAIM(f32, 0.9, 0x1.45e4p+0)
SWEEP(0, 4, 20000)
// f / ln 2 is added in two parts, of which the low one is what fma knows of it. It is below one
// half since 1 + f is below 1.346, so that the difference of the high part to the exponent is
// exact.
LW f32 lw_log2_f32(f32 x) {
  const LogPartsF32 p = logParts(x, 0.673f);
  const f32 f = p.fraction;
  // approx/polynomials.sollya: lw_log2_f32
  const f32 q =
      estrin(f, -0x1.715476p-1f, 0x1.ec7024p-2f, -0x1.7154c8p-2f, 0x1.279f66p-2f, -0x1.ec72cep-3f,
             0x1.9db72ap-3f, -0x1.6e050ep-3f, 0x1.9d7958p-3f, -0x1.6075a2p-3f);
  const f32 high = mad(f, 0x1.715476p+0f, p.exponent);
  const f32 low = fused(f, 0x1.715476p+0f, p.exponent - high);
  return withSpecials(x, high + fused(f * f, q, mad(f, 0x1.4ae0cp-26f, low)));
}
CLAIM(f32, 0.96, 0x1.6399e2p+0)
SWEEP(0, 4, 20000)
LW f32 lw_log10_f32(f32 x) {
  const LogPartsF32 p = logParts(x, 0.695f);
  const f32 f = p.fraction, whole = p.exponent * 0x1.344p-2f;
  // approx/polynomials.sollya: lw_log10_f32
  const f32 q =
      estrin(f, -0x1.bcb7acp-3f, 0x1.287a5p-3f, -0x1.bcbd9ap-4f, 0x1.63e228p-4f, -0x1.27a9c2p-4f,
             0x1.f5870ep-5f, -0x1.cfd204p-5f, 0x1.dda6f2p-5f, -0x1.3ba1bap-5f);
  const f32 high = mad(f, 0x1.bcb7b2p-2f, whole);
  const f32 low = fused(f, 0x1.bcb7b2p-2f, whole - high);
  const f32 rest = mad(p.exponent, 0x1.3509f8p-18f, mad(f, -0x1.5b235ep-27f, low));
  return withSpecials(x, high + fused(f * f, q, rest));
}
CLAIM(f32, 0.9, 0x1.5389fp+0)
SWEEP(0, 4, 20000)
// f = (1 + x) 2^-k - 1 from x itself, which is exact where 1 + f is in [3/4, 3/2); a quarter of
// x and four times 2^-k, which is a normal number for every k.
LW f32 lw_log1p_f32(f32 x) {
  const u32 above = (bitsOf(1.0f + x) - bitsOf(0.75f)) & 0xff800000;
  const f32 k = f32(i32(above) >> 23);
  const f32 fourUnits = bitsAs<f32>(bitsOf(4.0f) - above);
  const f32 f = mad(0.25f * x, fourUnits, mad(0.25f, fourUnits, -1.0f));
  // approx/polynomials.sollya: lw_log1p_f32
  const f32 q =
      horner(f, -0x1p-1f, 0x1.5555a6p-2f, -0x1.00004ep-2f, 0x1.9968eap-3f, -0x1.54eb3ep-3f,
             0x1.288588p-3f, -0x1.0db768p-3f, 0x1.ad45e2p-4f, -0x1.721e2ep-5f);
  const Float2 sum = fastSumWithProduct(k, kLn2HighF32, f);
  const f32 result = sum.high + fused(f * f, q, mad(k, kLn2LowF32, sum.low));
  const f32 special = x == -1 ? -infinity<f32>() : x < -1 ? nan<f32>() : x;
  return x > -1 && x < infinity<f32>() && !(absOf(x) < 0x1p-24f) ? result : special;
}
CLAIM(f32, 0.97, 0x1.f071e6p-2)
SWEEP(-1, 4, 20000)

// A sum with it is the other number, also where that is -0: code generation leaves it out.
constexpr f64 kNothing = -0.0;
LW f64 lw_log_f64(f64 x) { return withSpecials(x, logOfParts(logParts(x), kNothing)); }
CLAIM(f64, 0.9, 0x1.695d0b87dc2afp-1)
SWEEP(0, 4, 20000)

// log m as a sum whose upper part has 21 bits, so that its product with 26 bits of a constant is
// exact.
INLINE Double2 logInTwoParts(f64 f) {
  const LogTerms t = logTerms(f);
  const f64 high = bitsAs<f64>(bitsOf(f - t.half) & ~u64(0xffffffff));
  return {high, ((f - high) - t.half) + t.tail};
}
LW f64 lw_log2_f64(f64 x) {
  const LogParts p = logParts(x);
  const Double2 m = logInTwoParts(p.fraction);
  constexpr f64 upper = 0x1.71547652p+0, rest = 0x1.705fc2eefa2p-33;
  const f64 low = mad(m.low, upper, (m.low + m.high) * rest);
  const Double2 sum = fastTwoSum(p.exponent, m.high * upper);
  return withSpecials(x, sum.high + (sum.low + low));
}
CLAIM(f64, 0.9, 0x1.676a3aff45d3dp+0)
SWEEP(0, 4, 20000)
LW f64 lw_log10_f64(f64 x) {
  const LogParts p = logParts(x);
  const Double2 m = logInTwoParts(p.fraction);
  constexpr f64 upper = 0x1.bcb7b152p-2, rest = 0x1.b9438ca9aadd5p-36;
  const f64 low = mad(m.low, upper, mad(m.low + m.high, rest, p.exponent * 0x1.fef311f12b358p-46));
  const Double2 sum = twoSum(p.exponent * 0x1.34413509f78p-2, m.high * upper);
  return withSpecials(x, sum.high + (sum.low + low));
}
CLAIM(f64, 0.9, 0x1.54567f8325a2fp+0)
SWEEP(0, 4, 20000)
LW f64 lw_log1p_f64(f64 x) {
  const f64 result = log1pOf({x, 0});
  const f64 special = x == -1 ? -infinity<f64>() : x < -1 ? nan<f64>() : x;
  const bool plain = x > -1 && x < infinity<f64>() && !(absOf(x) < 0x1p-53);
  return plain ? result : special;
}
CLAIM(f64, 0.95, -0x1.2f0d3a053d685p-2)
SWEEP(-1, 4, 20000)
SWEEP(-0.01, 0.01, 20000)

LW f16 lw_log_f16(f16 x) { return logInF64(x); }
CLAIM(f16, 0.5, 0x1.17cp-3)
LW f16 lw_log2_f16(f16 x) { return log2InF64(x); }
CLAIM(f16, 0.5, 0x1.224p-2)
LW f16 lw_log10_f16(f16 x) { return log10InF64(x); }
CLAIM(f16, 0.5, 0x1.f84p+6)
LW f16 lw_log1p_f16(f16 x) { return log1pInF64(x); }
CLAIM(f16, 0.5, 0x1.80cp-8)
