// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf, erfc, tgamma, lgamma. f32 and f16 are computed by the f64 forms: a choice of short code for
// functions that kernels rarely call.
#include "builtins/math/exp.h"
#include "builtins/math/log_two_parts.h"

extern "C" f64 lw_sinpi_f64(f64 x);
extern "C" f64 lw_log_f64(f64 x);
extern "C" f64 lw_log1p_f64(f64 x);

// |x| <= 1: x + x P(x^2).
INLINE f64 erfSmall(f64 x) {
  const f64 z = x * x;
  const f64 p = horner(z, 0x1.06eba8214db69p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b2ep-4,
                       -0x1.b82ce31284d69p-6, 0x1.565bcd0db9201p-8, -0x1.c02db3da7b2aep-11,
                       0x1.f9a321cd05c73p-14, -0x1.f4d1e26a29ff5p-17, 0x1.b9df193f1fdadp-20,
                       -0x1.5f1e7c06bb629p-23, 0x1.f7b14dc1f44f0p-27, -0x1.38925a42dec1ap-30,
                       0x1.05e163d78b59bp-34);
  return mad(x, p, x);
}
// x >= 0.98: e^(-x^2) P(q) / (1 + 2 x), q = (x - 4) / (x + 4), the square in two parts.
INLINE f64 erfcLarge(f64 x) {
  const f64 q = (x - 4.0) / (x + 4.0);
  const f64 p = horner(
      q, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a28ep-3, 0x1.f7f5df66fd819p-7, 0x1.16ecefcfa5309p-4,
      -0x1.9ddb23c3e94e6p-4, 0x1.7fee004e14258p-4, -0x1.0fb06dfe40bcep-4, 0x1.3079edf628a8fp-5,
      -0x1.096238875046bp-6, 0x1.49c672ad1ec21p-8, -0x1.8d4a973f8b81fp-11, -0x1.a1df4e9948164p-13,
      0x1.3be0016ef2109p-13, -0x1.995257d3e7752p-16, -0x1.787832b0b9071p-17, 0x1.7ec909298de12p-18,
      0x1.36bbafe98133cp-22, -0x1.b499e4f6efa35p-21, 0x1.5109e7ee9885cp-24, 0x1.97fab01293f27p-24,
      -0x1.3164f4e51a4c1p-26, -0x1.5f4e2b0fa1702p-28);
  const Double2 square = twoProduct(-x, x);
  const Power e = expTwoParts(square);
  return scaled(e.value * (p / mad(2.0, x, 1.0)), e.exponent);
}
LW_LARGE f64 lw_erf_f64(f64 x) {
  const f64 a = absOf(x);
  const f64 far = withSign(1.0 - erfcLarge(limited(a, 0.98, 27.5)), x);
  return a <= 1 ? erfSmall(x) : x != x ? x : far;
}
CLAIM(f64, 1.1)
SWEEP(-6, 6, 3000)
LW_LARGE f64 lw_erfc_f64(f64 x) {
  const f64 tail = erfcLarge(limited(absOf(x), 0.98, 27.5));
  // Between 1/2 and 1 the difference to one half loses nothing.
  const f64 middle = x < 0.5 ? 1.0 - erfSmall(x) : 0.5 - (erfSmall(x) - 0.5);
  const f64 far = x > 0 ? tail : 2.0 - tail;
  return x != x ? x : absOf(x) < 0.98 ? middle : far;
}
CLAIM(f64, 5)
SWEEP(-6, 28, 2000)
SWEEP(-1, 1, 2000)

// log Gamma(x) for x >= 10, in two parts: Stirling's series.
INLINE Double2 stirling(f64 x) {
  const f64 y = 1.0 / x, z = y * y;
  const f64 series = horner(z, 0x1.5555555555555p-4, -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11,
                            -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10,
                            0x1.a41a41a41a41ap-8, -0x1.e4286cb0f5398p-6);
  const Double2 product = times(logTwoParts(x), x - 0.5);
  const Double2 difference = plus(product, Double2{-x, 0});
  return plus(difference, Double2{0x1.d67f1c864beb5p-1, mad(y, series, -0x1.65b5a1b7ff5dfp-55)});
}
// x (x + 1) ... until ten is reached, and what is reached.
struct Raised {
  Double2 product;
  f64 reached;
};
INLINE Raised raised(f64 x) {
  Raised r = {{1, 0}, x};
  f64 step = 0;
  while (r.reached < 10) {
    r.product = times(r.product, twoSum(x, step));
    step += 1;
    r.reached = x + step;
  }
  return r;
}
// x + n loses low bits of a small x: the derivative of log Gamma, nearly log, brings them back.
INLINE Double2 logGammaReached(f64 x, const Raised& r) {
  const Double2 t = stirling(r.reached);
  const f64 steps = nearest(r.reached - x).value;
  const f64 lost = (x - (r.reached - steps));
  const f64 slope = lw_log_f64(r.reached) - 0.5 / r.reached;
  return plus(t, Double2{lost * slope, 0});
}

LW_LARGE f64 lw_tgamma_f64(f64 x) {
  const f64 a = limited(absOf(x), 0.0, 190.0);
  const bool integer = __builtin_elementwise_trunc(x) == x;
  if (x != x || (x < 0 && integer)) return x == x ? nan<f64>() : x;
  if (a < 0x1p-60) return 1.0 / x;
  const Raised r = raised(a);
  const Double2 t = logGammaReached(a, r);
  if (x > 0) {
    const Power e = expTwoParts(t);
    return scaled(e.value / (r.product.high + r.product.low), e.exponent);
  }
  // Gamma(x) Gamma(-x) = -pi / (x sin(pi x)).
  const Power e = expTwoParts(Double2{-t.high, -t.low});
  const f64 sine = lw_sinpi_f64(x);
  if (x < -190) return withSign(0.0, sine);
  const f64 factor = -0x1.921fb54442d18p+1 / (a * sine) * (r.product.high + r.product.low);
  return scaled(-(e.value * factor), e.exponent);
}
CLAIM(f64, 5)
SWEEP(-30, 171.7, 2000)
SWEEP(-180, 0, 2000)
SWEEP(-3, 10, 2000)

// log Gamma(2 + d) for |d| <= 1/4, by its series at 2: with zeta(k) - 1 over k, exact where it
// vanishes. log Gamma(1 + d) is log(1 + d) less.
INLINE f64 lgammaNearTwo(f64 d) {
  return d * horner(d, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a557607p-4,
                    0x1.51322ac7d8483p-6, -0x1.e404fc218f5f2p-8, 0x1.7add6eadb6c30p-9,
                    -0x1.38ac5c2bf8e08p-10, 0x1.0b36af86396e9p-11, -0x1.d3fd4c76d2fc8p-13,
                    0x1.a127b0f17d65ap-14, -0x1.78de5bd7c81efp-15, 0x1.580dcee66eb02p-16,
                    -0x1.3cbc963ce2243p-17, 0x1.2597a39f34aacp-18, -0x1.11b2eb7679541p-19,
                    0x1.0064cdeb22f0fp-20, -0x1.e2600d93cfd2fp-22, 0x1.c76bbb3f07a4dp-23);
}

INLINE f64 lgammaPositive(f64 x) {
  const Raised r = raised(x);
  const Double2 p = logTwoParts(r.product.high);
  const Double2 whole = plus(logGammaReached(x, r), Double2{-p.high, -p.low});
  return whole.high + (whole.low - r.product.low / r.product.high);
}

// The sign of Gamma goes to `sign`, zero where there is none.
INLINE f64 lgammaOf(f64 x, i32* sign) {
  const f64 a = absOf(x);
  const bool pole = x <= 0 && __builtin_elementwise_trunc(x) == x;
  const bool odd = __builtin_elementwise_trunc(0.5 * __builtin_elementwise_floor(x)) * 2.0 !=
                   __builtin_elementwise_floor(x);
  *sign = pole ? 0 : x < 0 && odd ? -1 : 1;
  if (x != x) return x;
  if (pole || a == infinity<f64>()) return infinity<f64>();
  if (a < 0x1p-60) return -lw_log_f64(a);
  if (a > 0x1p60) return x < 0 ? infinity<f64>() : a * (lw_log_f64(a) - 1.0);
  const f64 positive = absOf(a - 1.0) < 0.25   ? lgammaNearTwo(a - 1.0) - lw_log1p_f64(a - 1.0)
                       : absOf(a - 2.0) < 0.25 ? lgammaNearTwo(a - 2.0)
                                               : lgammaPositive(a);
  const f64 reflected = lw_log_f64(0x1.921fb54442d18p+1 / absOf(a * lw_sinpi_f64(x))) - positive;
  return x < 0 ? reflected : positive;
}
LW_LARGE f64 lw_lgamma_f64(f64 x) {
  i32 sign;
  return lgammaOf(x, &sign);
}
SWEEP(-3, 1000, 2000)
LW_LARGE f64 lw_lgamma_r_f64_p(f64 x, i32* sign) { return lgammaOf(x, sign); }

LW_LARGE f32 lw_erf_f32(f32 x) { return f32(lw_erf_f64(f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-6, 6, 4000)
LW_LARGE f32 lw_erfc_f32(f32 x) { return f32(lw_erfc_f64(f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-6, 11, 4000)
LW_LARGE f32 lw_tgamma_f32(f32 x) { return f32(lw_tgamma_f64(f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-30, 36, 2000)
LW_LARGE f32 lw_lgamma_f32(f32 x) { return f32(lw_lgamma_f64(f64(x))); }
SWEEP(-30, 100, 2000)
LW_LARGE f32 lw_lgamma_r_f32_p(f32 x, i32* sign) { return f32(lgammaOf(f64(x), sign)); }
LW_LARGE f16 lw_erf_f16(f16 x) { return f16(lw_erf_f32(f32(x))); }
CLAIM(f16, 0.501)
LW_LARGE f16 lw_erfc_f16(f16 x) { return f16(lw_erfc_f32(f32(x))); }
CLAIM(f16, 0.501)
LW_LARGE f16 lw_tgamma_f16(f16 x) { return f16(lw_tgamma_f32(f32(x))); }
CLAIM(f16, 0.501)
LW_LARGE f16 lw_lgamma_f16(f16 x) { return f16(lw_lgamma_f32(f32(x))); }
CLAIM(f16, 0.501)
LW_LARGE f16 lw_lgamma_r_f16_p(f16 x, i32* sign) { return f16(f32(lgammaOf(f64(x), sign))); }
