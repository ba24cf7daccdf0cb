// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sin, cos, tan, sincos and the forms in units of pi. f32 and f16 are computed
// in f64.
#include "builtins/math/trig.h"

template <class T>
INLINE T sinInF64(T x) {
  const Reduced a = reduceF32(f64(x));
  const f64 y = inQuadrant(sinF32(a.r.high), cosF32(a.r.high), a.quadrant, 0);
  return x == T(0) ? x : rounded<T>(y);
}
template <class T>
INLINE T cosInF64(T x) {
  const Reduced a = reduceF32(f64(x));
  return rounded<T>(inQuadrant(sinF32(a.r.high), cosF32(a.r.high), a.quadrant, 1));
}
template <class T>
INLINE T sincosInF64(T x, T* cosine) {
  const Reduced a = reduceF32(f64(x));
  const f64 s = sinF32(a.r.high), c = cosF32(a.r.high);
  *cosine = rounded<T>(inQuadrant(s, c, a.quadrant, 1));
  return x == T(0) ? x : rounded<T>(inQuadrant(s, c, a.quadrant, 0));
}
template <class T>
INLINE T tanInF64(T x) {
  const Reduced a = reduceF32(f64(x));
  const f64 s = sinF32(a.r.high), c = cosF32(a.r.high);
  const bool odd = a.quadrant & 1;
  return x == T(0) ? x : rounded<T>((odd ? -c : s) / (odd ? s : c));
}
LW_LARGE f32 lw_sin_f32(f32 x) { return sinInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)
LW_LARGE f32 lw_cos_f32(f32 x) { return cosInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)
LW_LARGE f32 lw_sincos_f32_p(f32 x, f32* cosine) { return sincosInF64(x, cosine); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tan_f32(f32 x) { return tanInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
SWEEP(-300000, 300000, 20000)

INLINE f64 summed(Double2 parts) { return parts.high + parts.low; }

// Below 2^-27 the sine and the tangent are their argument.
LW_LARGE f64 lw_sin_f64(f64 x) {
  const Reduced a = reduce(x);
  const f64 y = inQuadrant(summed(sinParts(a.r)), summed(cosParts(a.r)), a.quadrant, 0);
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.8)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)
LW_LARGE f64 lw_cos_f64(f64 x) {
  const Reduced a = reduce(x);
  return inQuadrant(summed(sinParts(a.r)), summed(cosParts(a.r)), a.quadrant, 1);
}
CLAIM(f64, 0.8)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)
LW_LARGE f64 lw_sincos_f64_p(f64 x, f64* cosine) {
  const Reduced a = reduce(x);
  const f64 s = summed(sinParts(a.r)), c = summed(cosParts(a.r));
  *cosine = inQuadrant(s, c, a.quadrant, 1);
  return absOf(x) < 0x1p-27 ? x : inQuadrant(s, c, a.quadrant, 0);
}
CLAIM(f64, 0.8)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_tan_f64(f64 x) {
  const Reduced a = reduce(x);
  const Double2 s = sinParts(a.r), c = cosParts(a.r);
  const bool odd = a.quadrant & 1;
  const f64 y = ratio(odd ? Double2{-c.high, -c.low} : s, odd ? s : c);
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 1)
SWEEP(-10, 10, 20000)
SWEEP(-600000, 600000, 20000)

// x modulo 2 and the nearest half, exact; r is what is left.
struct HalfTurns {
  f64 turn, r;
  i64 quadrant;
};
INLINE HalfTurns halfTurns(f64 x) {
  const f64 turn = x - 2.0 * __builtin_elementwise_roundeven(0.5 * x);
  const Rounded n = nearest(2.0 * turn);
  return {turn, turn - 0.5 * n.value, n.integer};
}
constexpr f64 kPi = 0x1.921fb54442d18p+1;
INLINE Double2 timesPi(f64 r) {
  return timesConstant(r, 0x1.921fb5p+1, 0x1.110b4611a6263p-25, kPi);
}
// Zeros have the sign of the argument, for the tangent of odd integers the other one.
INLINE f64 sinpiSigned(f64 x, f64 y) { return y == 0 ? withSign(0.0, x) : y; }
INLINE f64 cospiSigned(f64 y) { return y == 0 ? 0.0 : y; }
INLINE f64 tanpiSigned(f64 x, const HalfTurns& h, f64 y) {
  const f64 zero = withSign(0.0, h.quadrant & 2 ? -x : x);
  return h.r != 0 || !(x - x == 0) ? y : h.quadrant & 1 ? withSign(infinity<f64>(), h.turn) : zero;
}

template <class T>
INLINE T sinpiInF64(T x) {
  const HalfTurns h = halfTurns(f64(x));
  const f64 r = h.r * kPi;
  return rounded<T>(sinpiSigned(f64(x), inQuadrant(sinF32(r), cosF32(r), h.quadrant, 0)));
}
template <class T>
INLINE T cospiInF64(T x) {
  const HalfTurns h = halfTurns(f64(x));
  const f64 r = h.r * kPi;
  return rounded<T>(cospiSigned(inQuadrant(sinF32(r), cosF32(r), h.quadrant, 1)));
}
template <class T>
INLINE T tanpiInF64(T x) {
  const HalfTurns h = halfTurns(f64(x));
  const f64 s = sinF32(h.r * kPi), c = cosF32(h.r * kPi);
  return rounded<T>(tanpiSigned(f64(x), h, h.quadrant & 1 ? -c / s : s / c));
}
LW_LARGE f32 lw_sinpi_f32(f32 x) { return sinpiInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_cospi_f32(f32 x) { return cospiInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)
LW_LARGE f32 lw_tanpi_f32(f32 x) { return tanpiInF64(x); }
CLAIM(f32, 0.502)
SWEEP(-10, 10, 20000)

// Tiny r pi is rounded once more where it is subnormal: the product with pi is then scaled.
INLINE Double2 timesPiScaled(f64 r) {
  if (absOf(r) < 0x1p-900) return {r * kPi, 0};
  return timesPi(r);
}
LW_LARGE f64 lw_sinpi_f64(f64 x) {
  const HalfTurns h = halfTurns(x);
  const Double2 r = timesPiScaled(h.r);
  return sinpiSigned(x, inQuadrant(summed(sinParts(r)), summed(cosParts(r)), h.quadrant, 0));
}
CLAIM(f64, 0.9)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_cospi_f64(f64 x) {
  const HalfTurns h = halfTurns(x);
  const Double2 r = timesPiScaled(h.r);
  return cospiSigned(inQuadrant(summed(sinParts(r)), summed(cosParts(r)), h.quadrant, 1));
}
CLAIM(f64, 0.9)
SWEEP(-10, 10, 20000)
LW_LARGE f64 lw_tanpi_f64(f64 x) {
  const HalfTurns h = halfTurns(x);
  const Double2 r = timesPiScaled(h.r);
  const Double2 s = sinParts(r), c = cosParts(r);
  const bool odd = h.quadrant & 1;
  const f64 y = ratio(odd ? Double2{-c.high, -c.low} : s, odd ? s : c);
  return absOf(x) < 0x1p-900 ? x * kPi : tanpiSigned(x, h, y);
}
CLAIM(f64, 1)
SWEEP(-10, 10, 20000)

LW_LARGE f16 lw_sin_f16(f16 x) { return sinInF64(x); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_cos_f16(f16 x) { return cosInF64(x); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_tan_f16(f16 x) { return tanInF64(x); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_sincos_f16_p(f16 x, f16* cosine) { return sincosInF64(x, cosine); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_sinpi_f16(f16 x) { return sinpiInF64(x); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_cospi_f16(f16 x) { return cospiInF64(x); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_tanpi_f16(f16 x) { return tanpiInF64(x); }
CLAIM(f16, 0.5)
