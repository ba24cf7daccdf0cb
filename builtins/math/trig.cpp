// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin, cos, tan, sincos, and sinpi, cospi, tanpi. The argument is reduced to r, at most a little
// over pi/4, and a quadrant (trig.h). Polynomials give sin r and cos r in two parts, high and low.
// inQuadrant() selects one of them and its sign. f16 is computed in f64. CLAIM and SWEEP give the
// accuracy test its bound and its samples (builtins/scalar.h).
#include "builtins/math/trig.h"

// Below these bounds the low part of a two-part product would be subnormal, and would add an error
// of its own.
constexpr f32 tiny(f32) { return 0x1p-90f; }
constexpr f64 tiny(f64) { return 0x1p-900; }

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
LW_LARGE f32 lw_cos_f32(f32 x) { return cosOf(x); }
CLAIM(f32, 0.9, -0x1.87694ap+109)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)
LW_LARGE f32 lw_sincos_f32_p(f32 x, f32* cosine) { return sincosOf(x, cosine); }
CLAIM(f32, 0.9, 0x1.56c26cp+101)
CLAIM(f32, 0.9, -0x1.87694ap+109)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tan_f32(f32 x) { return tanOf(x); }
CLAIM(f32, 1, 0x1.abb0e2p+99)
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

constexpr f64 kPi = 0x1.921fb54442d18p+1;
// r * pi in two parts. The low part is 0 where it would be subnormal.
INLINE Double2 timesPi(f64 r) {
  const Double2 product = timesConstant(r, 0x1.921fb5p+1, 0x1.110b4611a6263p-25, kPi);
  return {product.high, absOf(r) < tiny(r) ? 0.0 : product.low};
}
INLINE Float2 timesPi(f32 r) {
  const f32 low = r * -0x1.777a5cp-24f, product = fused(r, f32(kPi), low);
  return {product, absOf(r) < tiny(r) ? 0.0f : fused(r, f32(kPi), -product) + low};
}
// The sign of results that are zero: for sinpi that of the argument; cospi returns +0; for tanpi
// that of the argument, and the opposite one at odd integers.
template <class T>
INLINE T sinpiSigned(T x, T y) {
  return y == 0 ? withSign(T(0), x) : y;
}
template <class T>
INLINE T cospiSigned(T y) {
  return y == 0 ? T(0) : y;
}
template <class T>
INLINE T tanpiSigned(T x, const HalfTurns<T>& h, T y) {
  const T zero = withSign(T(0), h.quadrant & 2 ? -x : x);
  return h.r != 0 ? y : h.quadrant & 1 ? withSign(infinity<T>(), h.turn) : zero;
}

// sin r in two parts, with the slope 1 - r^2 / 2 for the low part: that of a product has a larger
// error than that of a reduced angle, which sinParts() takes as it is.
template <class T>
INLINE Two<T> sinOfProduct(Two<T> r) {
  return sinParts(Two<T>{r.high, mad(T(-0.5) * r.high * r.high, r.low, r.low)});
}

template <class T>
INLINE T sinpiOf(T x) {
  const HalfTurns<T> h = halfTurns(x);
  const Two<T> r = timesPi(h.r);
  return sinpiSigned(x, inQuadrant(summed(sinOfProduct(r)), summed(cosParts(r)), h.quadrant, 0));
}
template <class T>
INLINE T cospiOf(T x) {
  const HalfTurns<T> h = halfTurns(x);
  const Two<T> r = timesPi(h.r);
  return cospiSigned(inQuadrant(summed(sinOfProduct(r)), summed(cosParts(r)), h.quadrant, 1));
}
// The error of r^2 counts most in the square term of the cosine. As one of r it is about r / 3 of that.
INLINE Double2 withSquareOf(Double2 r) {
  return {r.high, mad(0.34 * r.high, twoProduct(r.high, r.high).low, r.low)};
}
INLINE Float2 withSquareOf(Float2 r) { return r; }
template <class T>
INLINE T tanpiOf(T x) {
  const HalfTurns<T> h = halfTurns(x);
  const Two<T> r = withSquareOf(timesPi(h.r));
  return tanpiSigned(x, h, tangent(r, h.quadrant));
}
LW_LARGE f32 lw_sinpi_f32(f32 x) { return sinpiOf(x); }
CLAIM(f32, 0.97, -0x1.45f148p-127)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_cospi_f32(f32 x) { return cospiOf(x); }
CLAIM(f32, 0.8, 0x1.eec004p-3)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tanpi_f32(f32 x) { return tanpiOf(x); }
CLAIM(f32, 0.97, -0x1.45f148p-127)
SWEEP(-10, 10, 20000)

LW_LARGE f64 lw_sinpi_f64(f64 x) { return sinpiOf(x); }
CLAIM(f64, 0.9, 0x1.45e94692e0845p-920)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_cospi_f64(f64 x) { return cospiOf(x); }
CLAIM(f64, 0.9, 0x1.c7ffffff6100ap+3)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_tanpi_f64(f64 x) { return tanpiOf(x); }
CLAIM(f64, 0.9, 0x1.45d20138f2fa1p-970)
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
  return rounded<f16>(sinpiSigned(f64(x), inQuadrant(sinShort(r), cosShort(r), h.quadrant, 0)));
}
CLAIM(f16, 0.5, 0x1.8b8p-15)
LW_LARGE f16 lw_cospi_f16(f16 x) {
  const HalfTurns<f64> h = halfTurns(f64(x));
  const f64 r = h.r * kPi;
  return rounded<f16>(cospiSigned(inQuadrant(sinShort(r), cosShort(r), h.quadrant, 1)));
}
CLAIM(f16, 0.5, 0x1.cdp-8)
LW_LARGE f16 lw_tanpi_f16(f16 x) {
  const HalfTurns<f64> h = halfTurns(f64(x));
  const f64 s = sinShort(h.r * kPi), c = cosShort(h.r * kPi);
  return rounded<f16>(tanpiSigned(f64(x), h, h.quadrant & 1 ? -c / s : s / c));
}
CLAIM(f16, 0.5, 0x1.38p-8)
