// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// log, log2, log10, log1p: x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1, s = f / (2 + f) and
// log m = 2 s + s z P(z), z = s^2. f32 and f16 are computed in f64.
#include "builtins/math/log.h"

constexpr f64 kLog10E = 0x1.bcb7b1526e50ep-2, kLog10Of2 = 0x1.34413509f79ffp-2;

// What every logarithm gives where there is no positive finite number.
template <class T>
INLINE T withSpecials(T x, T result) {
  const T special = x == T(0) ? -infinity<T>() : x < T(0) ? nan<T>() : x;
  return x > T(0) && x < infinity<T>() ? result : special;
}

// f32 and f16 arguments are normal numbers of f64.
template <class T>
INLINE T logInF64(T x) {
  const LogParts p = logParts(f64(x));
  return withSpecials(x, rounded<T>(mad(p.exponent, kLn2, logOfFraction(p.fraction))));
}
template <class T>
INLINE T log2InF64(T x) {
  const LogParts p = logParts(f64(x));
  return withSpecials(x, rounded<T>(mad(logOfFraction(p.fraction), kLog2E, p.exponent)));
}
template <class T>
INLINE T log10InF64(T x) {
  const LogParts p = logParts(f64(x));
  return withSpecials(
      x, rounded<T>(mad(p.exponent, kLog10Of2, logOfFraction(p.fraction) * kLog10E)));
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
LW f32 lw_log_f32(f32 x) { return logInF64(x); }
CLAIM(f32, 0.502)
SWEEP(0, 4, 20000)
LW f32 lw_log2_f32(f32 x) { return log2InF64(x); }
CLAIM(f32, 0.502)
SWEEP(0, 4, 20000)
LW f32 lw_log10_f32(f32 x) { return log10InF64(x); }
CLAIM(f32, 0.502)
SWEEP(0, 4, 20000)
LW f32 lw_log1p_f32(f32 x) { return log1pInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-1, 4, 20000)

LW f64 lw_log_f64(f64 x) { return withSpecials(x, logOfParts(logParts(x), 0)); }
CLAIM(f64, 0.9)
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
  const Double2 near = fastTwoSum(m.high * upper, low);
  const f64 result = p.exponent == 0 ? near.high : sum.high + (sum.low + low);
  return withSpecials(x, result);
}
CLAIM(f64, 0.9)
SWEEP(0, 4, 20000)
LW f64 lw_log10_f64(f64 x) {
  const LogParts p = logParts(x);
  const Double2 m = logInTwoParts(p.fraction);
  constexpr f64 upper = 0x1.bcb7b152p-2, rest = 0x1.b9438ca9aadd5p-36;
  const f64 low = mad(m.low, upper, mad(m.low + m.high, rest, p.exponent * 0x1.fef311f12b358p-46));
  const Double2 sum = twoSum(p.exponent * 0x1.34413509f78p-2, m.high * upper);
  return withSpecials(x, sum.high + (sum.low + low));
}
CLAIM(f64, 0.9)
SWEEP(0, 4, 20000)
LW f64 lw_log1p_f64(f64 x) {
  const f64 result = log1pOf({x, 0});
  const f64 special = x == -1 ? -infinity<f64>() : x < -1 ? nan<f64>() : x;
  const bool plain = x > -1 && x < infinity<f64>() && !(absOf(x) < 0x1p-54);
  return plain ? result : special;
}
CLAIM(f64, 0.95)
SWEEP(-1, 4, 20000)
SWEEP(-0.01, 0.01, 20000)

LW f16 lw_log_f16(f16 x) { return logInF64(x); }
CLAIM(f16, 0.5)
LW f16 lw_log2_f16(f16 x) { return log2InF64(x); }
CLAIM(f16, 0.5)
LW f16 lw_log10_f16(f16 x) { return log10InF64(x); }
CLAIM(f16, 0.5)
LW f16 lw_log1p_f16(f16 x) { return log1pInF64(x); }
CLAIM(f16, 0.5)
