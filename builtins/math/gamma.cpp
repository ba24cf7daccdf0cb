// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tgamma and lgamma, without loops: with a = |x|, and y = a or, below 8, a + 8,
//   Gamma(a) = e^S(y) / P,  S Stirling's series, P = 1 or a (a + 1) ... (a + 7),
//   Gamma(-a) = -pi / (a sin(pi a) Gamma(a)).
// f64 takes two parts; f32 and f16 one part of f64.
#include "builtins/math/exp.h"
#include "builtins/math/gamma_zeros.h"
#include "builtins/math/log.h"
#include "builtins/math/log_two_parts.h"
#include "builtins/math/trig.h"

// log(2 pi) / 2 - 1/2.
constexpr Double2 kStirlingConstant = {0x1.acfe390c97d6ap-2, -0x1.65b5a1b7ff5dfp-55};

// a + 8 and its rounding error, for a below 8; a above.
struct Shifted {
  f64 y, lost;
  bool near;
};
INLINE Shifted shifted(f64 a) {
  const bool near = a < 8.0;
  const f64 y = near ? a + 8.0 : a;
  return {y, near ? a - (y - 8.0) : 0.0, near};
}
// S(y) = (y - 1/2) (log y - 1) + constant + P(1 / y^2) / y at y + lost, y >= 8. Its derivative,
// log y - 1 / (2 y), stands in the terms with `lost`.
INLINE Double2 stirling(const Shifted& s) {
  const f64 inverse = 1.0 / s.y;
  // approx/gamma.py: stirling
  const f64 tail = horner(inverse * inverse, 0x1.5555555555555p-4, -0x1.6c16c16c149f4p-9,
                          0x1.a01a017dcf9e1p-11, -0x1.38134d4f8896fp-11, 0x1.b92c33f9445e5p-11,
                          -0x1.ef8d748aeb0f2p-10, 0x1.4bffc9d8b455bp-8);
  Double2 factor = fastTwoSum(s.y, -0.5);
  factor.low += s.lost;
  const Double2 product = times(plus(logTwoParts(s.y), Double2{-1, 0}), factor);
  const f64 low = mad(inverse, mad(-0.5, s.lost, tail), s.lost + kStirlingConstant.low);
  return plus(product, Double2{kStirlingConstant.high, low});
}
INLINE f64 stirlingShort(f64 y) {
  const f64 inverse = 1.0 / y;
  // approx/gamma.py: stirlingShort
  const f64 tail =
      horner(inverse * inverse, 0x1.555555509cd40p-4, -0x1.6c1418d1ccb0dp-9, 0x1.98f67cdcb9d5ep-11);
  const f64 log = logOfParts(logPartsOfNormal(y), 0.0);
  return mad(y - 0.5, log - 1.0, mad(inverse, tail, kStirlingConstant.high));
}

// (a + 1) ... (a + 7), with t = a (a + 7) (a + 7) (t + 6) (t + 10) (t + 12).
INLINE Double2 plus(Double2 a, f64 b) {
  const Double2 sum = twoSum(a.high, b);
  return {sum.high, sum.low + a.low};
}
INLINE Double2 risingOverA(f64 a) {
  const Double2 last = twoSum(a, 7.0), t = times(last, a);
  return times(times(last, plus(t, 6.0)), times(plus(t, 10.0), plus(t, 12.0)));
}
INLINE f64 risingOverAShort(f64 a) {
  const f64 last = a + 7.0, t = a * last;
  return (last * (t + 6.0)) * ((t + 10.0) * (t + 12.0));
}

// sin(pi x), error 2^-58: what is below the square of r is in two parts.
INLINE Double2 sinpiTwoParts(f64 x) {
  const HalfTurns<f64> h = halfTurns(x);
  const Double2 w = twoProduct(h.r, h.r);
  // approx/gamma.py: sinpiTwoParts, sine
  const f64 sine = horner(w.high, 0x1.466bc6775aae2p+1, -0x1.32d2cce62bc95p-1, 0x1.5078348796d15p-4,
                          -0x1.e3074e690cd6cp-8, 0x1.e8f1654e3cc5ap-12, -0x1.6d2e7c4d16b7ep-16);
  // approx/gamma.py: sinpiTwoParts, cosine
  const f64 cosine = horner(w.high, 0x1.03c1f081b5ac4p+2, -0x1.55d3c7e3cbffap+0,
                            0x1.e1f506891b728p-3, -0x1.a6d1f2a15958ep-6, 0x1.f9d3884e9032dp-10,
                            -0x1.b6df8314d4568p-14, 0x1.1ebd8df872975p-18);
  const bool odd = h.quadrant & 1;
  const f64 upper = odd ? -0x1.3bd3cc8p+2 : -0x1.4abbcep+2;
  const f64 rest = odd ? -0x1.be45de5a4adc5p-26 : -0x1.896f94afaaee4p-24;
  const f64 whole = odd ? -0x1.3bd3cc9be45dep+2 : -0x1.4abbce625be53p+2;
  const Double2 second = timesConstant(w.high, upper, rest, whole);
  const Double2 sum = fastTwoSum(odd ? 1.0 : kPi, second.high);
  const f64 low = mad(w.low, whole, sum.low + second.low) + (odd ? 0.0 : kPi2<f64>.low);
  const f64 factor = odd ? 1.0 : h.r;
  const Double2 value =
      times(fastTwoSum(sum.high, mad(w.high * w.high, odd ? cosine : sine, low)), factor);
  return either(h.quadrant & 2, negated(value), value);
}
INLINE f64 sinpiShort(f64 x) {
  const HalfTurns<f64> h = halfTurns(x);
  const f64 r = h.r * kPi;
  return inQuadrant(summed(sinParts(Double2{r, 0})), summed(cosParts(Double2{r, 0})), h.quadrant,
                    0);
}

// Gamma(x) = e^s top / bottom above zero, e^-s top / bottom below.
template <class T>
struct GammaTerms {
  T s, top, bottom;
};
INLINE GammaTerms<Double2> gammaTerms(f64 x, f64 a) {
  const Shifted y = shifted(a);
  const bool below = x < 0;
  const Double2 one = {1, 0}, rising = either(y.near, risingOverA(a), one);
  const Double2 bottom = either(below, sinpiTwoParts(x), rising);
  return {stirling(y), either(below, times(rising, kPi2<f64>), one),
          times(bottom, y.near != below ? a : 1.0)};
}
INLINE GammaTerms<f64> gammaTermsShort(f64 x, f64 a) {
  const bool below = x < 0, near = a < 8.0;
  const f64 rising = near ? risingOverAShort(a) : 1.0;
  return {stirlingShort(near ? a + 8.0 : a), below ? kPi * rising : 1.0,
          (below ? sinpiShort(x) : rising) * (near != below ? a : 1.0)};
}

// Zero and the negative integers.
INLINE bool isPole(f64 x) { return x <= 0 && __builtin_elementwise_trunc(x) == x; }

// From 2^-60 down the function is 1 / x; beyond 190 it is out of range, on both sides.
LW_LARGE f64 lw_tgamma_f64(f64 x) {
  const GammaTerms<Double2> g = gammaTerms(x, limited(absOf(x), 0x1p-60, 190.0));
  const Power e = expTwoParts(either(x < 0, negated(g.s), g.s));
  const Double2 q = quotient(times(e.value, g.top), g.bottom);
  const f64 y = scaled(q.high + q.low, e.exponent);
  return x != x ? x : absOf(x) < 0x1p-60 ? 1.0 / x : isPole(x) ? nan<f64>() : y;
}
CLAIM(f64, 1, -0x1.55357378a3531p+7)
SWEEP(-30, 171.7, 2000)
SWEEP(-180, 0, 2000)
SWEEP(-182.000000000015, -181.999999999985, 2000)
SWEEP(-3, 10, 2000)
template <class T>
INLINE T tgammaShort(T value) {
  const f64 x = f64(value);
  const GammaTerms<f64> g = gammaTermsShort(x, limited(absOf(x), 0.0, 43.0));
  const Rounded<f64> n = nearest(x < 0 ? -g.s : g.s, kLog2E);
  const f64 r = mad(x < 0 ? -g.s : g.s, kLog2E, -n.value);
  const T y = rounded<T>(exp2Polynomial(r) * powerOfTwo<f64>(int(n.integer)) * g.top / g.bottom);
  return x != x ? value : x == 0 ? withSign(infinity<T>(), value) : isPole(x) ? nan<T>() : y;
}
LW_LARGE f32 lw_tgamma_f32(f32 x) { return tgammaShort(x); }
CLAIM(f32, 0.51, 0x1.02c086p+0)
SWEEP(-30, 36, 2000)
LW_LARGE f16 lw_tgamma_f16(f16 x) { return tgammaShort(x); }
CLAIM(f16, 0.5, 0x1.308p-9)

// log Gamma(1 + d), log Gamma(2 + d), |d| <= 1/8. No -0 for d = 0.
INLINE f64 lgammaNearOne(f64 d) {
  // approx/gamma.py: lgammaNearOne
  return 0.0 + d * horner(d, -0x1.2788cfc6fb619p-1, 0x1.a51a6625307d3p-1, -0x1.9a4d55beab1fcp-2,
                          0x1.151322ac7d77ap-2, -0x1.a8b9c17b13b85p-3, 0x1.5b40cb107302dp-3,
                          -0x1.2703a138b1164p-3, 0x1.010b361583bd4p-3, -0x1.c8075a7069b44p-4,
                          0x1.9a02befa11e56p-4, -0x1.7436c96b90244p-4, 0x1.551abd81d5ad1p-4,
                          -0x1.4a7f528074e94p-4, 0x1.330340c931160p-4);
}
INLINE f64 lgammaNearTwo(f64 d) {
  // approx/gamma.py: lgammaNearTwo
  return d * horner(d, 0x1.b0ee6072093cep-2, 0x1.4a34cc4a60fa6p-2, -0x1.13e001a557606p-4,
                    0x1.51322ac7d84edp-6, -0x1.e404fc218f6b6p-8, 0x1.7add6ead4d475p-9,
                    -0x1.38ac5c2b96882p-10, 0x1.0b36b0efaccc3p-11, -0x1.d3fd4f18cdea0p-13,
                    0x1.a122fd5ff43f8p-14, -0x1.78d9f9bc091aap-15, 0x1.5bce879625a42p-16,
                    -0x1.403c44411f070p-17);
}
INLINE f64 lgammaNearOneShort(f64 d) {
  // approx/gamma.py: lgammaNearOneShort
  return 0.0 + d * horner(d, -0x1.2788cfc686691p-1, 0x1.a51a6624c7451p-1, -0x1.9a4d5d0d738fep-2,
                          0x1.1513293f4fb93p-2, -0x1.a8a7869b0a2aap-3, 0x1.5b306540ff12ep-3,
                          -0x1.2e4441af4c057p-3, 0x1.07910e28db404p-3);
}
INLINE f64 lgammaNearTwoShort(f64 d) {
  // approx/gamma.py: lgammaNearTwoShort
  return d * horner(d, 0x1.b0ee6072093cep-2, 0x1.4a34cc4e0d3cap-2, -0x1.13e001abc6650p-4,
                    0x1.5131b54b0b33ep-6, -0x1.e4042e55b9b16p-8, 0x1.7cb2d8489b351p-9,
                    -0x1.3a477784d1cd0p-10);
}

// Between negative integers |Gamma| is one at two places, near which a sum of logarithms has few
// correct bits: there a series is used. Returns the index of the place that x may be near to.
INLINE const GammaZero& gammaZero(f64 x) {
  const f64 above = x > -16.0 ? x : -16.0;  // not NaN
  const f64 n = nearest(above < -2.0 ? above : -2.0).value;
  return kGammaZeros[int(-2.0 * n) - 4 + (x > n)];
}
template <class T>
INLINE bool isNearGammaZero(T x) {
  const GammaZero& zero = gammaZero(f64(x));
  return absOf(f64(x) - zero.high) < zero.width;
}
INLINE f64 lgammaNearZero(f64 x) {
  const GammaZero& zero = gammaZero(x);
  const Double2 d = fastTwoSum(x - zero.high, -zero.low);
  const f64(&s)[14] = zero.series;
  const f64 rest = horner(d.high, s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10],
                          s[11], s[12], s[13]);
  const Double2 slope = fastTwoSum(s[0], d.high * rest);
  const Double2 result = times(d, Double2{slope.high, slope.low + zero.slopeLow});
  return result.high + result.low;
}

// The sign of Gamma, zero at poles.
INLINE i32 gammaSign(f64 x) {
  const f64 half = 0.5 * __builtin_elementwise_floor(x);
  const bool odd = __builtin_elementwise_floor(half) != half;
  return isPole(x) ? 0 : x < 0 && odd ? -1 : 1;
}

// Below 2^-60 the result is log a. An overflow is a NaN here.
LW_LARGE f64 lw_lgamma_f64(f64 x) {
  if (isNearGammaZero(x)) [[unlikely]]
    return lgammaNearZero(x);
  const f64 a = absOf(x);
  const bool below = x < 0, tiny = a < 0x1p-60;
  const GammaTerms<Double2> g = gammaTerms(x, a);
  const Double2 bottom = either(g.bottom.high < 0, negated(g.bottom), g.bottom);
  const Double2 ratio = either(below, quotient(g.top, bottom), bottom);
  const f64 m = tiny ? a : ratio.high;
  const Double2 log = plus(logTwoParts(m), tiny ? 0.0 : ratio.low / m);
  const Double2 sum = plus(negated(log), tiny ? Double2{0, 0} : g.s);
  const f64 value = sum.high + sum.low;
  const f64 y = absOf(x - 1.0) < 0.125   ? lgammaNearOne(x - 1.0)
                : absOf(x - 2.0) < 0.125 ? lgammaNearTwo(x - 2.0)
                : below && !tiny         ? -value
                                         : value;
  return x != x ? x : isPole(x) || y != y ? infinity<f64>() : y;
}
CLAIM(f64, 2, 0x1.0f13429e64741p+0)
SWEEP(-3, 1000, 2000)
SWEEP(-7, -2, 4000)
SWEEP(-2.9, -2.4, 2000)
SWEEP(-2.77, -2.73, 2000)
LW_LARGE f64 lw_lgamma_r_f64_p(f64 x, i32* sign) {
  *sign = gammaSign(x);
  return lw_lgamma_f64(x);
}
template <class T>
INLINE T lgammaShort(T value) {
  const f64 x = f64(value), a = absOf(x);
  if (isNearGammaZero(x)) [[unlikely]]
    return rounded<T>(lgammaNearZero(x));
  const GammaTerms<f64> g = gammaTermsShort(x, a);
  const f64 m = absOf(x < 0 ? g.top / g.bottom : g.bottom);
  const f64 sum = g.s - logOfParts(logPartsOfNormal(m), 0.0);
  const f64 y = absOf(x - 1.0) < 0.125   ? lgammaNearOneShort(x - 1.0)
                : absOf(x - 2.0) < 0.125 ? lgammaNearTwoShort(x - 2.0)
                : x < 0                  ? -sum
                                         : sum;
  return x != x ? value : isPole(x) || a == infinity<f64>() ? infinity<T>() : rounded<T>(y);
}
LW_LARGE f32 lw_lgamma_f32(f32 x) { return lgammaShort(x); }
CLAIM(f32, 0.51, 0x1.211258p+0)
SWEEP(-30, 100, 2000)
LW_LARGE f32 lw_lgamma_r_f32_p(f32 x, i32* sign) {
  *sign = gammaSign(f64(x));
  return lgammaShort(x);
}
LW_LARGE f16 lw_lgamma_f16(f16 x) { return lgammaShort(x); }
CLAIM(f16, 0.5, -0x1.c4cp+5)
LW_LARGE f16 lw_lgamma_r_f16_p(f16 x, i32* sign) {
  *sign = gammaSign(f64(x));
  return lgammaShort(x);
}
