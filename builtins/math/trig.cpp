// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin, cos, tan, sincos, and sinpi, cospi, tanpi. The argument is reduced to r, at most a little
// over pi/4, and a quadrant (trig.h). Polynomials give sin r and cos r in two parts, high and low.
// inQuadrant() selects one of them and its sign. f16 is computed in f64. CLAIM and SWEEP give the
// accuracy test its bound and its samples (builtins/scalar.h).
#include "builtins/math/trig.h"

template <class T>
INLINE T sinOf(T x) {
  const Reduced<T> a = reduce(absOf(x));
  return oddOf(x, inQuadrant(summed(sinParts(a.r)), summed(cosParts(a.r)), a.quadrant, 0));
}
template <class T>
INLINE T cosOf(T x) {
  const Reduced<T> a = reduce(absOf(x));
  return inQuadrant(summed(sinParts(a.r)), summed(cosParts(a.r)), a.quadrant, 1);
}
template <class T>
INLINE T sincosOf(T x, T* cosine) {
  const Reduced<T> a = reduce(absOf(x));
  const T s = summed(sinParts(a.r)), c = summed(cosParts(a.r));
  *cosine = inQuadrant(s, c, a.quadrant, 1);
  return oddOf(x, inQuadrant(s, c, a.quadrant, 0));
}
template <class T>
INLINE T tanOf(T x) {
  const Reduced<T> a = reduce(absOf(x));
  return oddOf(x, tangent(a.r, a.quadrant));
}
LW_LARGE f32 lw_sin_f32(f32 x) { return sinOf(x); }
CLAIM(f32, 0.9, 0x1.56c26cp+101)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)
SWEEP(-3000000, 3000000, 20000)
LW_LARGE f32 lw_cos_f32(f32 x) { return cosOf(x); }
CLAIM(f32, 0.9, -0x1.87694ap+109)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)
SWEEP(-3000000, 3000000, 20000)
LW_LARGE f32 lw_sincos_f32_p(f32 x, f32* cosine) { return sincosOf(x, cosine); }
CLAIM(f32, 0.9, 0x1.56c26cp+101)
CLAIM(f32, 0.9, -0x1.87694ap+109)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tan_f32(f32 x) { return tanOf(x); }
CLAIM(f32, 1, 0x1.abb0e2p+99)
SWEEP(30347, 30347.02, 200)
SWEEP(-3000000, 3000000, 20000)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)

LW_LARGE f64 lw_sin_f64(f64 x) { return sinOf(x); }
CLAIM(f64, 0.9, 0x1.65f80a1d42f9ep+5)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)
LW_LARGE f64 lw_cos_f64(f64 x) { return cosOf(x); }
CLAIM(f64, 0.9, -0x1.e87b4539509d5p+7)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)
LW_LARGE f64 lw_sincos_f64_p(f64 x, f64* cosine) { return sincosOf(x, cosine); }
CLAIM(f64, 0.9, 0x1.65f80a3ac86e1p+5)
CLAIM(f64, 0.9, -0x1.e87b446288383p+7)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_tan_f64(f64 x) { return tanOf(x); }
CLAIM(f64, 1, 0x1.92044072090abp-1)
SWEEP(0.7, 0.8, 5000)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)

// pi^2 / 2.
template <class T>
constexpr Two<T> kHalfPiSquare = {0x1.3bd3cc9be45dep+2, 0x1.692b71366cc04p-52};
template <>
inline constexpr Float2 kHalfPiSquare<f32> = {0x1.3bd3ccp+2f, 0x1.37c8bcp-23f};

// sin(pi r) = pi r + r^3 P(r^2) for |r| <= 1/4, without an angle in radians
INLINE f32 sinTerms(f32 z) {
  // approx/polynomials.sollya: sinTerms of f32
  return horner(z, -0x1.4abbbep+2f, 0x1.465fc4p+1f, -0x1.2dbd7ep-1f);
}
INLINE f64 sinTerms(f64 z) {
  // approx/polynomials.sollya: sinTerms of f64
  return byPairs(z, -0x1.4abbce625be46p+2, 0x1.466bc67758c61p+1, -0x1.32d2cce31e848p-1,
                 0x1.50783006bd44cp-4, -0x1.e300938638efep-8, 0x1.e3fd680033e86p-12);
}
// cos(pi r) = 1 - pi^2/2 r^2 + r^4 P(r^2)
INLINE f32 cosTerms(f32 z) {
  // approx/polynomials.sollya: cosTerms of f32
  return horner(z, 0x1.03c1e8p+2f, -0x1.55c9eap+0f, 0x1.dacf62p-3f);
}
INLINE f64 cosTerms(f64 z) {
  // approx/polynomials.sollya: cosTerms of f64
  return byPairs(z, 0x1.03c1f081b5abcp+2, -0x1.55d3c7e3ca608p+0, 0x1.e1f506850a245p-3,
                 -0x1.a6d1ed9fc20dcp-6, 0x1.f9cd091e8f54ep-10, -0x1.b29a9b50b36dap-14);
}
// pi r is rounded once, together with the other terms.
template <class T>
INLINE T sinOfTurn(T r, T z) {
  return productPlus(r, kPi2<T>.high, r * mad(z, sinTerms(z), kPi2<T>.low));
}
// Two parts. Without `low`, the error of the square z, that of the result is a sixth of an ulp
// more.
template <class T>
INLINE Two<T> cosOfTurn(T z, T low = 0) {
  const Two<T> factor = kHalfPiSquare<T>;
  const T whole = mad(-factor.high, z, T(1)), rest = exactRest(T(1) - whole, factor.high, z);
  const T known = mad(-factor.low, z, mad(-factor.high, low, rest));
  return {whole, mad(z * z, cosTerms(z), known)};
}
// y, but a zero with the sign of x.
template <class T>
INLINE T signedZero(T x, T y) {
  return y == 0 ? withSign(T(0), x) : y;
}
template <class T>
INLINE T sinpiOf(T x) {
  const HalfTurns<T> h = halfTurns(x);
  const T z = h.r * h.r;
  return signedZero(x, inQuadrant(sinOfTurn(h.r, z), summed(cosOfTurn(z)), h.quadrant, 0));
}
// A sum with zero, because that is never -0.
template <class T>
INLINE T cospiOf(T x) {
  const HalfTurns<T> h = halfTurns(x);
  const T z = h.r * h.r;
  return inQuadrant(sinOfTurn(h.r, z), summed(cosOfTurn(z)), h.quadrant, 1) + T(0);
}

// pi r + r z p in two parts. The second part of pi r is 0 where it would be subnormal.
template <class T>
INLINE Two<T> oddTerms(T r, T z, T p) {
  const Two<T> product = twoProduct(r, kPi2<T>.high);
  const T low = absOf(r) < tiny(r) ? T(0) : mad(r, kPi2<T>.low, product.low);
  return fastTwoSum(product.high, mad(r * z, p, low));
}
// tan(pi r), and in odd quadrants its inverse, which is infinity for r = 0.
INLINE f32 tangentOfTurn(f32 r, i32 quadrant) {
  const f32 z = r * r;
  // approx/polynomials.sollya: tangentOfTurn of f32
  const f32 p = horner(z, 0x1.4abbdap+3f, 0x1.466758p+5f, 0x1.46930ep+7f, 0x1.3cf8c8p+9f,
                       0x1.8fce58p+11f, 0x1.175a2cp+7f, 0x1.ec08b6p+16f);
  const Float2 t = oddTerms(r, z, p);
  const f32 inverse = 1.0f / t.high;
  const f32 rest = mad(inverse, t.low, -exactRest(1.0f, inverse, t.high));
  const f32 corrected = mad(-inverse, rest, inverse);
  return quadrant & 1 ? r == 0 ? inverse : corrected : t.high;
}
INLINE f64 tangentOfTurn(f64 r, i64 quadrant) {
  const auto [z, low] = twoProduct(r, r);
  const Double2 c = cosOfTurn(z, low), cosine = fastTwoSum(c.high, c.low);
  const Double2 sine = oddTerms(r, z, sinTerms(z));
  const bool odd = quadrant & 1;
  const Double2 top = either(odd, cosine, sine), bottom = either(odd, sine, cosine);
  const f64 inverse = 1.0 / bottom.high, q = top.high * inverse;
  const f64 rest = exactRest(top.high, q, bottom.high) + mad(-q, bottom.low, top.low);
  return r == 0 ? q : mad(rest, inverse, q);
}
// Computed for the magnitude. A tangent has the opposite sign in odd quadrants. Of zero it has that
// in the upper two, and so has infinity.
template <class T>
INLINE T tanpiOf(T x) {
  using Bits = typename Type<T>::Bits;
  constexpr int top = int(8 * sizeof(T)) - 1;
  const HalfTurns<T> h = halfTurns(absOf(x));
  const Bits turns = Bits(h.quadrant) << (top - 1), half = turns & Type<T>::sign;
  return oddOf(x,
               bitsAs<T>(bitsOf(tangentOfTurn(h.r, h.quadrant)) ^ (h.r == 0 ? half : turns << 1)));
}
LW_LARGE f32 lw_sinpi_f32(f32 x) { return sinpiOf(x); }
CLAIM(f32, 0.97, -0x1.45f148p-127)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_cospi_f32(f32 x) { return cospiOf(x); }
CLAIM(f32, 0.8, 0x1.0099eap-2)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tanpi_f32(f32 x) { return tanpiOf(x); }
CLAIM(f32, 0.99, -0x1.fd0062p-3)
SWEEP(-10, 10, 20000)

LW_LARGE f64 lw_sinpi_f64(f64 x) { return sinpiOf(x); }
CLAIM(f64, 0.9, 0x0.a2f965d3375c2p-1022)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_cospi_f64(f64 x) { return cospiOf(x); }
CLAIM(f64, 0.9, -0x1.2fb15cd383903p+2)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_tanpi_f64(f64 x) { return tanpiOf(x); }
CLAIM(f64, 0.9, -0x1.45f085794be02p-911)
SWEEP(0.2, 0.25, 5000)
SWEEP(-10, 10, 20000)

// f16, in one part of f64.
LW_LARGE f16 lw_sin_f16(f16 x) {
  const Reduced<f64> a = reduceF16(f64(x));
  const f64 y = inQuadrant(sinShort(a.r.high), cosShort(a.r.high), a.quadrant, 0);
  return x == 0 ? x : rounded<f16>(y);
}
CLAIM(f16, 0.5, 0x1.accp-3)
LW_LARGE f16 lw_cos_f16(f16 x) {
  const Reduced<f64> a = reduceF16(f64(x));
  return rounded<f16>(inQuadrant(sinShort(a.r.high), cosShort(a.r.high), a.quadrant, 1));
}
CLAIM(f16, 0.5, 0x1.dfp-5)
LW_LARGE f16 lw_tan_f16(f16 x) {
  const Reduced<f64> a = reduceF16(f64(x));
  const f64 s = sinShort(a.r.high), c = cosShort(a.r.high);
  const bool odd = a.quadrant & 1;
  return x == 0 ? x : rounded<f16>((odd ? -c : s) / (odd ? s : c));
}
CLAIM(f16, 0.5, 0x1.7b4p+6)
LW_LARGE f16 lw_sincos_f16_p(f16 x, f16* cosine) {
  const Reduced<f64> a = reduceF16(f64(x));
  const f64 s = sinShort(a.r.high), c = cosShort(a.r.high);
  *cosine = rounded<f16>(inQuadrant(s, c, a.quadrant, 1));
  return x == 0 ? x : rounded<f16>(inQuadrant(s, c, a.quadrant, 0));
}
CLAIM(f16, 0.5, 0x1.accp-3)
CLAIM(f16, 0.5, 0x1.dfp-5)
LW_LARGE f16 lw_sinpi_f16(f16 x) {
  const HalfTurns<f64> h = halfTurns(f64(x));
  const f64 r = h.r * kPi;
  return rounded<f16>(signedZero(f64(x), inQuadrant(sinShort(r), cosShort(r), h.quadrant, 0)));
}
CLAIM(f16, 0.5, 0x1.8b8p-15)
LW_LARGE f16 lw_cospi_f16(f16 x) {
  const HalfTurns<f64> h = halfTurns(f64(x));
  const f64 r = h.r * kPi;
  return rounded<f16>(inQuadrant(sinShort(r), cosShort(r), h.quadrant, 1) + 0.0);
}
CLAIM(f16, 0.5, 0x1.cdp-8)
// The sign of results that are zero: that of the argument, and the opposite one at odd integers.
INLINE f64 tanpiSigned(f64 x, const HalfTurns<f64>& h, f64 y) {
  const f64 zero = withSign(0.0, h.quadrant & 2 ? -x : x);
  return h.r != 0 ? y : h.quadrant & 1 ? withSign(infinity<f64>(), h.turn) : zero;
}
LW_LARGE f16 lw_tanpi_f16(f16 x) {
  const HalfTurns<f64> h = halfTurns(f64(x));
  const f64 s = sinShort(h.r * kPi), c = cosShort(h.r * kPi);
  return rounded<f16>(tanpiSigned(f64(x), h, h.quadrant & 1 ? -c / s : s / c));
}
CLAIM(f16, 0.5, 0x1.38p-8)
