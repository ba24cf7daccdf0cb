// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_* and half_* in f32: short polynomials, one rounding error more here and there. half_sin,
// half_cos, half_tan and half_powr are the full functions: their limit of 8192 ulp holds near every
// zero and at the special values of pow.
#include "builtins/math/two_parts.h"

// 2^t, relative error 2^-22; what is beyond the range of results is cut.
INLINE f32 exp2Short(f32 t) {
  const f32 cut = limited(t, -152.0f, 129.0f);
  const Rounded<f32> n = nearest(cut);
  const f32 y = horner(cut - n.value, 1.0f, 0x1.62e43p-1f, 0x1.ebfa4ap-3f, 0x1.c6af5cp-5f,
                       0x1.3cbfb6p-7f, 0x1.5f1c38p-10f);
  return scaled(y, n.integer);
}
// log2 x times a factor, relative error 2^-21: x = 2^k (1 + f), log2(1 + f) = f P(f).
INLINE f32 log2Short(f32 x, f32 factor) {
  constexpr u32 root = 0x3f3504f3;  // sqrt(1/2)
  const bool subnormal = x < 0x1p-126f;
  const u32 above = bitsOf(subnormal ? x * 0x1p24f : x) - root;
  const f32 k = f32(i32(above) >> 23) - (subnormal ? 24.0f : 0.0f);
  const f32 f = bitsAs<f32>((above & 0x7fffff) + root) - 1.0f;
  const f32 p = horner(f, 0x1.715476p0f, -0x1.715528p-1f, 0x1.ec75cap-2f, -0x1.70e12ep-2f,
                       0x1.261abcp-2f, -0x1.fe0fp-3f, 0x1.dddcf6p-3f, -0x1.27d436p-3f);
  const f32 result = mad(f, p, k) * factor;
  const f32 special = x == 0 ? -infinity<f32>() : x < 0 ? nan<f32>() : x;
  return x > 0 && x < infinity<f32>() ? result : special;
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
  const f32 s = horner(z, -0x1.555552p-3f, 0x1.110ba2p-7f, -0x1.9a896ap-13f);
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
CLAIM(f32, 4)
SWEEP(-150, 128, 20000)
LW f32 lw_half_exp2_f32(f32 x) { return exp2Short(x); }
CLAIM(f32, 4)
// The product's rounding counts as often as the exponent is large.
LW f32 lw_native_exp_f32(f32 x) { return exp2Short(x * kLog2EF32); }
CLAIM(f32, 100)
SWEEP(-104, 89, 20000)
LW f32 lw_half_exp_f32(f32 x) { return exp2Short(x * kLog2EF32); }
CLAIM(f32, 100)
LW f32 lw_native_exp10_f32(f32 x) { return exp2Short(x * kLog2Of10F32); }
CLAIM(f32, 150)
SWEEP(-46, 39, 20000)
LW f32 lw_half_exp10_f32(f32 x) { return exp2Short(x * kLog2Of10F32); }
CLAIM(f32, 150)

LW f32 lw_native_log2_f32(f32 x) { return log2Short(x, 1.0f); }
CLAIM(f32, 6)
SWEEP(0, 4, 20000)
LW f32 lw_half_log2_f32(f32 x) { return log2Short(x, 1.0f); }
CLAIM(f32, 6)
LW f32 lw_native_log_f32(f32 x) { return log2Short(x, kLn2F32); }
CLAIM(f32, 6)
SWEEP(0, 4, 20000)
LW f32 lw_half_log_f32(f32 x) { return log2Short(x, kLn2F32); }
CLAIM(f32, 6)
LW f32 lw_native_log10_f32(f32 x) { return log2Short(x, kLog10Of2F32); }
CLAIM(f32, 6)
SWEEP(0, 4, 20000)
LW f32 lw_half_log10_f32(f32 x) { return log2Short(x, kLog10Of2F32); }
CLAIM(f32, 6)

LW f32 lw_native_sin_f32(f32 x) { return sineShort(turnedShort(x), 0); }
LW f32 lw_native_cos_f32(f32 x) { return sineShort(turnedShort(x), 1); }
LW f32 lw_native_tan_f32(f32 x) {
  const TurnedF32 t = turnedShort(x);
  const bool odd = t.quadrant & 1;
  return (odd ? -t.cosine : t.sine) / (odd ? t.sine : t.cosine);
}
LW f32 lw_native_powr_f32_f32(f32 x, f32 y) { return exp2Short(y * log2Short(x, 1.0f)); }

#define FULL(name)                 \
  extern "C" f32 lw_##name##_f32(f32); \
  LW f32 lw_half_##name##_f32(f32 x) { return lw_##name##_f32(x); }
FULL(cos)
FULL(sin)
FULL(tan)
extern "C" f32 lw_powr_f32_f32(f32, f32);
LW f32 lw_half_powr_f32_f32(f32 x, f32 y) { return lw_powr_f32_f32(x, y); }

#define BOTH(name, expression)                              \
  LW f32 lw_half_##name##_f32(f32 x) { return expression; } \
  LW f32 lw_native_##name##_f32(f32 x) { return expression; }
BOTH(recip, 1.0f / x)
BOTH(rsqrt, 1.0f / __builtin_sqrtf(x))
BOTH(sqrt, __builtin_sqrtf(x))
LW f32 lw_half_divide_f32_f32(f32 x, f32 y) { return x / y; }
LW f32 lw_native_divide_f32_f32(f32 x, f32 y) { return x / y; }
