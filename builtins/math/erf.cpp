// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf and erfc. f16 is computed by the f64 functions: a choice of short code for functions that
// kernels rarely call.
#include "builtins/math/exp.h"

// |x| <= 1: x + x P(x^2).
INLINE f64 erfSmall(f64 x) {
  const f64 z = x * x;
  // approx/chebyshev.py: erfSmall
  const f64 p = horner(z, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b2ep-4,
                       -0x1.b82ce31284d69p-6, 0x1.565bcd0db9201p-8, -0x1.c02db3da7b2aep-11,
                       0x1.f9a321cd05c73p-14, -0x1.f4d1e26a29ff5p-17, 0x1.b9df193f1fdadp-20,
                       -0x1.5f1e7c06bb629p-23, 0x1.f7b14dc1f44f0p-27, -0x1.38925a42dec1ap-30,
                       0x1.05e163d78b59bp-34);
  return mad(x, p, x);
}
// x >= 0.46: e^(-x^2) P(q) / (1 + 2 x), q = (x - 4) / (x + 4). All but the terms of P above the
// first is in two parts; the error of q is weighted with the slope of P.
INLINE f64 erfcLarge(f64 x) {
  const Double2 variable = quotient(twoSum(x, -4.0), twoSum(x, 4.0));
  const f64 q = variable.high;
  // approx/chebyshev.py: erfcLarge, slope
  const f64 slope = horner(q, -0x1.1bp-3, 0x1.6bp-4, 0x1.27p-3, -0x1.89cp-1, 0x1.7dp-1);
  // approx/chebyshev.py: erfcLarge
  const f64 rest = horner(
      q, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd7afp-7, 0x1.16ecefcfa53a4p-4, -0x1.9ddb23c3e9073p-4,
      0x1.7fee004e122c9p-4, -0x1.0fb06dfe49d9ep-4, 0x1.3079edf688d0fp-5, -0x1.09623884f9703p-6,
      0x1.49c672840ecdep-8, -0x1.8d4a99f61d965p-11, -0x1.a1df23a034c64p-13, 0x1.3be03d2cc37aep-13,
      -0x1.995985ccc1108p-16, -0x1.78844e8ac369fp-17, 0x1.7f2be91587a3bp-18, 0x1.395a7f2c1e24ap-22,
      -0x1.bb49a7c5de086p-21, 0x1.4b6b9b351a27bp-24, 0x1.dba5b05fcb966p-24, -0x1.5352d34a948efp-26,
      -0x1.fda1e0acfddc3p-27, 0x1.4bd05bd1b2351p-29, 0x1.accc75e6241b5p-30);
  const Double2 p = fastTwoSum(0x1.3ba5916e9fd7fp+0, mad(q, rest, variable.low * slope));
  const Double2 fraction = quotient({p.high, p.low + -0x1.aa18876d413f3p-55}, twoSum(x + x, 1.0));
  const Power e = expTwoParts(twoProduct(-x, x));
  const Double2 product = times(e.value, fraction);
  return scaled(product.high + product.low, e.exponent);
}
// 1 - erfc and 2 - erfc are the same from here on, and erfc becomes subnormal far behind.
constexpr f64 kNothingLeft = 6.5;
// Where erf is at least one half, 1 - erfc is exact.
LW_LARGE f64 lw_erf_f64(f64 x) {
  const f64 a = absOf(x);
  const f64 far = withSign(1.0 - erfcLarge(limited(a, 0.46, kNothingLeft)), x);
  return a < 0.5 ? erfSmall(x) : x != x ? x : far;
}
CLAIM(f64, 0.99, -0x1.02432e3e6ff01p-1)
SWEEP(-6, 6, 3000)
SWEEP(0.45, 0.5, 3000)
SWEEP(0.8, 1.2, 3000)
// Up to where erf is one half, 1 - erf is exact. Below zero the larger of the two terms is
// exact.
LW_LARGE f64 lw_erfc_f64(f64 x) {
  const f64 tail = erfcLarge(limited(absOf(x), 0.46, x > 0 ? 27.5 : kNothingLeft));
  const f64 near = 1.0 - erfSmall(limited(x, -0.5, 0.5)), far = x > 0 ? tail : 2.0 - tail;
  return x != x ? x : x > -0.46 && x < 0.47 ? near : far;
}
CLAIM(f64, 0.95, 0x1.9c4c7803226d8p+3)
SWEEP(-6, 28, 2000)
SWEEP(-1, 1, 2000)
SWEEP(-0.5, -0.4, 2000)
SWEEP(0.4, 2, 4000)

// x + x (c + z P(z)) near zero; beyond, one less 2^Q(x), where log2 erfc is nearly a parabola.
LW_LARGE f32 lw_erf_f32(f32 x) {
  const f32 a = limited(absOf(x), 0.0f, 3.95f), z = x * x;
  // approx/polynomials.sollya: lw_erf_f32 near zero
  const f32 slope = horner(z, -0x1.81273ep-2f, 0x1.ce2cf2p-4f, -0x1.b7f88cp-6f, 0x1.540172p-8f,
                           -0x1.a3d812p-11f, 0x1.4917a4p-14f);
  const f32 p = fused(z, slope, 0x1.06eba8p-3f);
  // approx/polynomials.sollya: lw_erf_f32, log2 erfc
  const f32 q = horner(a, -0x1.d2c84p-1f, -0x1.44f962p-3f, 0x1.37af08p-5f, -0x1.c0831ap-8f,
                       0x1.c10ec2p-11f, -0x1.14a6e8p-14f, 0x1.39fd58p-19f);
  const Float2 line = twoProduct(a, -0x1.a1679ep0f);
  const f32 rest = fused(a * a, q, 0x1.ca333p-12f);
  const Rounded<f32> n = nearest(line.high + rest);
  const f32 r = (line.high - n.value) + rest + line.low;
  const f32 tail = exp2F32(r) * powerOfTwo<f32>(n.integer);
  return a < 0.93f ? fused(x, p, x) : withSign(1.0f - tail, x);
}
CLAIM(f32, 0.97, 0x1.02a098p+0)
SWEEP(-6, 6, 4000)
// In f64 with polynomials of f32's length: up to 0.47 one less erf, beyond e^(-x^2) w P(w),
// w = 1 / (x + 5/2).
LW_LARGE f32 lw_erfc_f32(f32 x) {
  const f64 a = limited(f64(absOf(x)), 0.0, 10.1), z = a * a, w = 1.0 / (a + 2.5);
  // approx/chebyshev.py: lw_erfc_f32, tail
  const f64 p = horner(w, 0x1.20ddb527084e0p-1, 0x1.690ed3edc608ap+0, 0x1.9f6b7923c9658p+1,
                       0x1.ad1128d502657p+2, 0x1.6e4ee8fcb59dep+3, 0x1.735bd709ef463p+4,
                       -0x1.7fd56bd19f0cfp+5, 0x1.20bef8e561300p+8, -0x1.0fc80bef92297p+10,
                       0x1.8c9d419957a7ep+10, -0x1.a0b045ebd9b51p+9);
  const Rounded<f64> n = nearest(z, -kLog2E);
  const f64 e = exp2Polynomial(mad(z, -kLog2E, -n.value)) * powerOfTwo<f64>(int(n.integer));
  // approx/chebyshev.py: lw_erfc_f32 near zero
  const f64 erf = horner(z, 0x1.20dd750429a6ap+0, -0x1.812746afcc140p-2, 0x1.ce2f212b6a44dp-4,
                         -0x1.b82cb3669909ep-6, 0x1.565285427723ap-8, -0x1.be510d8e08337p-11,
                         0x1.c9c76b260b665p-14);
  const f64 tail = a < 0.47 ? 1.0 - a * erf : e * w * p;
  return f32(x < 0 ? 2.0 - tail : tail);
}
CLAIM(f32, 0.51, 0x1.5bcf84p+1)
SWEEP(2.4, 3, 4000)
SWEEP(-6, 11, 4000)
LW_LARGE f16 lw_erf_f16(f16 x) { return rounded<f16>(lw_erf_f64(f64(x))); }
CLAIM(f16, 0.5, 0x1.984p-2)
LW_LARGE f16 lw_erfc_f16(f16 x) { return rounded<f16>(lw_erfc_f64(f64(x))); }
CLAIM(f16, 0.5, -0x1.c5cp-12)
