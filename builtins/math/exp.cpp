// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exp, exp2, exp10, expm1: x = n ln2 + r, e^x = 2^n e^r with a polynomial for e^r. f16 is computed
// in f64, which makes the reduction trivial.
#include "builtins/math/exp.h"

constexpr f64 kLog2Of10 = 0x1.a934f0979a371p+1;
// log10 2, the first 42 bits and the rest: its product with n is exact.
constexpr f64 kLog10Of2High = 0x1.34413509f78p-2, kLog10Of2Low = 0x1.fef311f12b358p-46;

// Beyond the bounds the result is an overflow or zero: below, both factors of 2^n are zero. A
// product that is about as small as subnormal numbers takes as long as a hundred others.
LW f32 lw_exp_f32(f32 x) {
  const f32 t = limited(x, -254.0f * f32(kLn2), 89.0f);
  const Exponent<f32> n = nearestExponent(t, kLog2EF32);
  const f32 r = mad(-n.value, kLn2LowF32, mad(-n.value, kLn2HighF32, t));
  return scaled(expF32(r), n);
}
CLAIM(f32, 0.81, -0x1.76c438p+2)
SWEEP(-104, 89, 20000)
LW f32 lw_exp2_f32(f32 x) {
  const f32 t = limited(x, -254.0f, 129.0f);
  const Exponent<f32> n = nearestExponent(t);
  return scaled(exp2F32(t - n.value), n);
}
CLAIM(f32, 0.79, -0x1.fa3b4ep+6)
SWEEP(-150, 128, 20000)
LW f32 lw_exp10_f32(f32 x) {
  const f32 t = limited(x, -254.0f * 0x1.344136p-2f, 39.0f);
  const Exponent<f32> n = nearestExponent(t, 0x1.a934fp+1f);
  const f32 near = mad(-n.value, 0x1.344p-2f, t), r = mad(-n.value, 0x1.3509f8p-18f, near);
  const f32 c = mad(-n.value, 0x1.3509f8p-18f, near - r);
  const f32 high = mad(r, 0x1.26bb1cp1f, 1.0f);
  const f32 low =
      fused(r, 0x1.26bb1cp1f, 1.0f - high) + mad(r, -0x1.12aabap-25f, c * 0x1.26bb1cp1f);
  // approx/polynomials.sollya: lw_exp10_f32
  const f32 q =
      estrin(r, 0x1.53524ap1f, 0x1.046fc2p1f, 0x1.2bda1p0f, 0x1.15578cp-1f, 0x1.a62176p-3f);
  return scaled(high + mad(r * r, q, low), n);
}
CLAIM(f32, 0.8, -0x1.307dd2p+5)
SWEEP(-46, 39, 20000)
// e^x - 1 = 2^n ((1 - 2^-n) + p), p = e^r - 1. Below -18 it rounds to -1 in f32.
LW f32 lw_expm1_f32(f32 x) {
  const f32 t = limited(x, -18.0f, 89.0f);
  const Rounded<f32> n = nearest(t, kLog2EF32);
  const f32 near = t - n.value * kLn2HighF32, r = mad(-n.value, kLn2LowF32, near);
  const f32 unit = powerOfTwo<f32>(-(n.integer > 30 ? 30 : n.integer)), whole = 1.0f - unit;
  const f32 c = mad(-n.value, kLn2LowF32, near - r) + ((1.0f - whole) - unit);
  const f32 y = scaled(plusExpm1(whole, r, c), n.integer);
  return x == 0 ? x : y;
}
CLAIM(f32, 0.92, 0x1.6cb128p-2)
SWEEP(-18, 89, 20000)
SWEEP(-0.5, 0.5, 20000)

LW f64 lw_exp_f64(f64 x) {
  const f64 t = limited(x, -2046.0 * kLn2, 720.0);
  const Exponent<f64> n = nearestExponent(t, kLog2E);
  const f64 high = mad(-n.value, kLn2High, t), low = n.value * kLn2Low;
  const f64 r = high - low;
  return scaled(plusExpm1(1.0, r, (high - r) - low), n);
}
CLAIM(f64, 0.8, -0x1.6253b9f1b5e3cp+9)
SWEEP(-746, 710, 20000)
SWEEP(-1, 1, 20000)

// 1 + factor (r + c) + r^2 q, the factor given as 26 bits and the rest: the product with the upper
// half of r is exact.
INLINE f64 onePlus(f64 r, f64 c, f64 upper, f64 rest, f64 q) {
  const f64 half = upperHalf(r);
  const Double2 sum = fastTwoSum(1.0, half * upper);
  const f64 low = mad((r - half) + c, upper, mad(r, rest, sum.low));
  return sum.high + mad(r * r, q, low);
}
LW f64 lw_exp2_f64(f64 x) {
  const f64 t = limited(x, -2046.0, 1030.0);
  const Exponent<f64> n = nearestExponent(t);
  const f64 r = t - n.value;
  // approx/polynomials.sollya: lw_exp2_f64
  const f64 q = twoChains(r, 0x1.ebfbdff82c5a1p-3, 0x1.c6b08d704a043p-5, 0x1.3b2ab6fba076ep-7,
                          0x1.5d87fe78c4088p-10, 0x1.4309130dd422bp-13, 0x1.ffcbfbc52168ap-17,
                          0x1.62bfc9c258344p-20, 0x1.b52657c28e89cp-24, 0x1.e61820954944p-28,
                          0x1.e7c099eb18cebp-32);
  return scaled(onePlus(r, 0.0, 0x1.62e42f8p-1, 0x1.be8e7bcd5e4f2p-27, q), n);
}
CLAIM(f64, 0.8, -0x1.ff48d131cedf8p+9)
SWEEP(-1075, 1024, 20000)
SWEEP(-1, 1, 20000)

LW f64 lw_exp10_f64(f64 x) {
  const f64 t = limited(x, -2046.0 * 0x1.34413509f79ffp-2, 310.0);
  const Exponent<f64> n = nearestExponent(t, kLog2Of10);
  const f64 near = mad(-n.value, kLog10Of2High, t), r = mad(-n.value, kLog10Of2Low, near);
  const f64 c = mad(-n.value, kLog10Of2Low, near - r);
  // approx/polynomials.sollya: lw_exp10_f64
  const f64 q = twoChains(r, 0x1.53524c73cea75p1, 0x1.0470591de2c5cp1, 0x1.2bd7609fd55a1p0,
                          0x1.1429ffd1ec8dap-1, 0x1.a7ed70a07c5a6p-3, 0x1.16e4df71b1594p-4,
                          0x1.4116606bcacd8p-6, 0x1.48989c1ecfc33p-8, 0x1.2f725191a3294p-10,
                          0x1.f9b5035f75e3cp-13);
  return scaled(onePlus(r, c, 0x1.26bb1b8p+1, 0x1.daaa8ac16ea57p-26, q), n);
}
CLAIM(f64, 0.8, -0x1.33c97b578a30fp+8)
SWEEP(-324, 309, 20000)
SWEEP(-1, 1, 20000)

LW f64 lw_expm1_f64(f64 x) {
  const f64 t = limited(x, -50.0, 720.0);
  const Rounded<f64> n = nearest(t, kLog2E);
  const f64 high = t - n.value * kLn2High, low = n.value * kLn2Low;
  const f64 r = high - low;
  const i64 kept = n.integer > 100 ? 100 : n.integer;
  const f64 power = powerOfTwo<f64>(int(-kept)), whole = 1.0 - power;
  const Double2 one = {whole, (1.0 - whole) - power};
  const f64 result = scaled(plusExpm1(one, r, (high - r) - low), n.integer);
  return x == 0 ? x : result;
}
CLAIM(f64, 1, 0x1.66ad58d3237dbp-2)
SWEEP(35, 40, 5000)
SWEEP(-40, 710, 20000)
SWEEP(-1, 1, 20000)

// |t| is limited where the result is an overflow or zero.
template <class T>
INLINE T exp2InF64(f64 t) {
  const Rounded<f64> n = nearest(limited(t, -200.0, 200.0));
  const f64 r = limited(t, -200.0, 200.0) - n.value;
  return rounded<T>(exp2Polynomial(r) * powerOfTwo<f64>(int(n.integer)));
}
// e^x - 1 = 2^n ((1 - 2^-n) + p), p = e^r - 1. Below -40 it rounds to -1.
template <class T>
INLINE T expm1InF64(T x) {
  const f64 t = limited(f64(x), -40.0, 100.0);
  const Rounded<f64> n = nearest(t, kLog2E);
  const f64 r = (t - n.value * kLn2High) - n.value * kLn2Low;
  const f64 p = mad(r * r, expm1TailF32(r), r);
  const f64 result =
      ((1.0 - powerOfTwo<f64>(int(-n.integer))) + p) * powerOfTwo<f64>(int(n.integer));
  return x == T(0) ? x : rounded<T>(result);
}

LW f16 lw_exp_f16(f16 x) { return exp2InF64<f16>(f64(x) * kLog2E); }
CLAIM(f16, 0.5, 0x1.de4p-8)
LW f16 lw_exp2_f16(f16 x) { return exp2InF64<f16>(f64(x)); }
CLAIM(f16, 0.5, -0x1.9p+4)
LW f16 lw_exp10_f16(f16 x) { return exp2InF64<f16>(f64(x) * kLog2Of10); }
CLAIM(f16, 0.5, -0x1.e88p-9)
LW f16 lw_expm1_f16(f16 x) { return expm1InF64(x); }
CLAIM(f16, 0.5, 0x1.6ap-11)
