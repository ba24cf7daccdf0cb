// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_* in f32: short polynomials, one rounding error more here and there. They are what
// instructions become under -cl-unsafe-math-optimizations, too (rows BUILTIN_RELAXED of
// functions.def), and keep to the limits of the table for that. half_* are the full functions, but
// for half_rsqrt: their limit of 8192 ulp holds near every zero, for subnormal numbers and at
// special values. Reciprocals and quotients are what kernels compute by the processor's estimate
// instead (compiler/legalize/expand_estimates.cpp).
#include "builtins/math/two_parts.h"

// 2^t to 2.5 ulp, zero where that is below the normal numbers: n is added to the exponent of 2^r,
// which is one exactly where results become infinite.
INLINE f32 exp2Short(f32 t) {
  const f32 cut = t > 128.0f ? 128.0f : t;
  const Rounded<f32> n = nearest(cut);
  // approx/polynomials.sollya: exp2Short
  const f32 y = horner(cut - n.value, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9bap-3f, 0x1.c6b69ap-5f,
                       0x1.3ceaf8p-7f, 0x1.5bfd58p-10f);
  const f32 power = bitsAs<f32>(bitsOf(y) + (u32(n.integer) << 23));
  const f32 below = 0.0f > t ? 0.0f : t;  // zero or NaN
  return t >= -126.0f ? power : below;
}
// log2 x = `unit` in the units of the result, error 2^-21 where that is below one and else 3 ulp.
// The bits of x = 2^k (1 + f), less those of one, are k + f in units of 2^-23; log2(1 + f) = f + f
// (1 - f) P(f), so that powers of two are exact and results near zero have the right sign.
// Subnormal arguments count as zero.
INLINE f32 log2Short(f32 x, f32 unit) {
  const f32 line = f32(i32(bitsOf(x) - bitsOf(1.0f)));
  const f32 f = bitsAs<f32>((bitsOf(x) & 0x7fffff) | bitsOf(1.0f)) - 1.0f;
  // approx/polynomials.sollya: log2Short (times 2^23)
  const f32 p = horner(f, 0x1.c5507p+21f, -0x1.1d270ep+21f, 0x1.99e72p+20f, -0x1.2cc078p+20f,
                       0x1.82353p+19f, -0x1.5a6608p+18f, 0x1.2b61b2p+16f);
  const f32 result = mad(mad(-f, f, f), p, line) * (unit * 0x1p-23f);
  // -infinity for zeros, and infinity less itself for what is below.
  const f32 below = mad(x + 0x1p-126f, -infinity<f32>(), -infinity<f32>());
  return x == infinity<f32>() ? x : x >= 0x1p-126f ? result : below;
}
// Sine and cosine, absolute error 2^-20 for |x| < 2^15, some value in [-1, 1] beyond.
struct TurnedF32 {
  f32 sine, cosine;
  i32 quadrant;
};
INLINE TurnedF32 turnedShort(f32 x) {
  const Rounded<f32> n = nearest(x * 0x1.45f306p-1f);
  // pi/2 in parts, the first two short enough for exact products.
  const f32 near = mad(-n.value, 0x1.fb4p-12f, mad(-n.value, 0x1.92p0f, x));
  const f32 r = limited(mad(-n.value, 0x1.4442d2p-24f, near), -0.8f, 0.8f), z = r * r;
  // approx/polynomials.sollya: turnedShort, sine
  const f32 s = horner(z, -0x1.555552p-3f, 0x1.110ba2p-7f, -0x1.9a896ap-13f);
  // approx/polynomials.sollya: turnedShort, cosine
  const f32 c = horner(z, -0x1.fffff2p-2f, 0x1.55494ap-5f, -0x1.65dc2ep-10f);
  return {mad(z * r, s, r), mad(z, c, 1.0f), n.integer};
}
INLINE f32 sineShort(const TurnedF32& t, i32 turned) {
  const i32 q = t.quadrant + turned;
  const f32 value = q & 1 ? t.cosine : t.sine;
  return q & 2 ? -value : value;
}

constexpr f32 kLog2Of10F32 = 0x1.a934fp+1f;
constexpr f32 kLn2F32 = f32(kLn2), kLog10Of2F32 = 0x1.344136p-2f;

LW f32 lw_native_exp2_f32(f32 x) { return exp2Short(x); }
// The product's rounding counts as often as the exponent is large.
LW f32 lw_native_exp_f32(f32 x) { return exp2Short(x * kLog2EF32); }
LW f32 lw_native_exp10_f32(f32 x) { return exp2Short(x * kLog2Of10F32); }
LW f32 lw_native_log2_f32(f32 x) { return log2Short(x, 1.0f); }
LW f32 lw_native_log_f32(f32 x) { return log2Short(x, kLn2F32); }
LW f32 lw_native_log10_f32(f32 x) { return log2Short(x, kLog10Of2F32); }

LW f32 lw_native_sin_f32(f32 x) { return sineShort(turnedShort(x), 0); }
LW f32 lw_native_cos_f32(f32 x) { return sineShort(turnedShort(x), 1); }
LW f32 lw_native_tan_f32(f32 x) {
  const TurnedF32 t = turnedShort(x);
  const bool odd = t.quadrant & 1;
  return (odd ? -t.cosine : t.sine) / (odd ? t.sine : t.cosine);
}
LW f32 lw_native_powr_f32_f32(f32 x, f32 y) { return exp2Short(y * log2Short(x, 1.0f)); }

// What the table for unsafe math allows of pow where it is defined there: the sign of odd powers of
// negative numbers, and otherwise powr.
LW f32 lw_relaxed_pow_f32_f32(f32 x, f32 y) {
  const f32 power = exp2Short(y * log2Short(absOf(x), 1.0f)), half = 0.5f * y;
  const bool odd = __builtin_elementwise_trunc(half) != half && __builtin_elementwise_trunc(y) == y;
  return odd ? withSign(power, x) : power;
}
LW f32 lw_relaxed_sincos_f32_p(f32 x, f32* cosine) {
  const TurnedF32 t = turnedShort(x);
  *cosine = sineShort(t, 1);
  return sineShort(t, 0);
}

// The claims are those of the full functions.
extern "C" {
f32 lw_cos_f32(f32), lw_sin_f32(f32), lw_tan_f32(f32), lw_exp_f32(f32), lw_exp2_f32(f32),
    lw_exp10_f32(f32), lw_log_f32(f32), lw_log2_f32(f32), lw_log10_f32(f32);
f32 lw_powr_f32_f32(f32, f32);
}
LW f32 lw_half_cos_f32(f32 x) { return lw_cos_f32(x); }
CLAIM(f32, 0.9, -0x1.87694ap+109)
LW f32 lw_half_sin_f32(f32 x) { return lw_sin_f32(x); }
CLAIM(f32, 0.9, 0x1.56c26cp+101)
LW f32 lw_half_tan_f32(f32 x) { return lw_tan_f32(x); }
CLAIM(f32, 1, 0x1.abb0e2p+99)
LW f32 lw_half_exp_f32(f32 x) { return lw_exp_f32(x); }
CLAIM(f32, 0.81, -0x1.76c438p+2)
LW f32 lw_half_exp2_f32(f32 x) { return lw_exp2_f32(x); }
CLAIM(f32, 0.79, -0x1.fa3b4ep+6)
LW f32 lw_half_exp10_f32(f32 x) { return lw_exp10_f32(x); }
CLAIM(f32, 0.8, -0x1.307dd2p+5)
LW f32 lw_half_log_f32(f32 x) { return lw_log_f32(x); }
CLAIM(f32, 0.9, 0x1.45e4p+0)
LW f32 lw_half_log2_f32(f32 x) { return lw_log2_f32(x); }
CLAIM(f32, 0.96, 0x1.6399e2p+0)
LW f32 lw_half_log10_f32(f32 x) { return lw_log10_f32(x); }
CLAIM(f32, 0.9, 0x1.5389fp+0)
LW f32 lw_half_powr_f32_f32(f32 x, f32 y) { return lw_powr_f32_f32(x, y); }
CLAIM(f32, 0.75, 0x1.eea9d2p-1, 0x1.2e25b8p+11)

LW f32 lw_half_recip_f32(f32 x) { return 1.0f / x; }
CLAIM(f32, 0.5, -0x1.fffffep+16)
LW f32 lw_half_rsqrt_f32(f32 x) { return 1.0f / __builtin_sqrtf(x); }
CLAIM(f32, 1.5, 0x1.019566p-72)
LW f32 lw_half_sqrt_f32(f32 x) { return __builtin_sqrtf(x); }
CLAIM(f32, 0.5, 0x1.fffffep-75)
LW f32 lw_half_divide_f32_f32(f32 x, f32 y) { return x / y; }
CLAIM(f32, 0.5, -0x1.1ad7f8p+5, -0x1.f6748ap+4)
LW f32 lw_native_recip_f32(f32 x) { return 1.0f / x; }
CLAIM(f32, 0.5, -0x1.fffffep+16)
LW f32 lw_native_rsqrt_f32(f32 x) { return 1.0f / __builtin_sqrtf(x); }
CLAIM(f32, 1.5, 0x1.019566p-72)
LW f32 lw_native_sqrt_f32(f32 x) { return __builtin_sqrtf(x); }
CLAIM(f32, 0.5, 0x1.fffffep-75)
LW f32 lw_native_divide_f32_f32(f32 x, f32 y) { return x / y; }
CLAIM(f32, 0.5, -0x1.1ad7f8p+5, -0x1.f6748ap+4)
