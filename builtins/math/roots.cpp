// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrt, rsqrt, cbrt, hypot. f16 is computed in f64. Estimates are integer operations on the bits of a
// number, so that they are the same on every processor; divisions and roots of vectors take long.
#include "builtins/math/two_parts.h"

LW f16 lw_sqrt_f16(f16 x) { return f16(__builtin_sqrtf(f32(x))); }
CLAIM(f16, 0.5, 0x1.ffcp-13)
LW f32 lw_sqrt_f32(f32 x) { return __builtin_sqrtf(x); }
CLAIM(f32, 0.5, 0x1.fffffep-75)
LW f64 lw_sqrt_f64(f64 x) { return __builtin_sqrt(x); }
CLAIM(f64, 0.5, 0x1.fffffffffffebp-1)

LW f16 lw_rsqrt_f16(f16 x) { return rounded<f16>(1.0 / __builtin_sqrt(f64(x))); }
CLAIM(f16, 0.5, 0x1.ff8p-15)
// One step of Newton's iteration with an exact residual. The residual is NaN for zeros, infinity and
// numbers below zero, which need no correction. One comparison finds them; conditions on x would become
// tests of its bits: six instructions and moves between register files in scalar code.
LW f32 lw_rsqrt_f32(f32 x) {
  const f32 root = __builtin_sqrtf(x), y = 1.0f / root;
  const f32 residual = mad(exactRest(root, x, y), y, exactRest(1.0f, root, y));  // 1 - x y^2
  const f32 better = mad(0.5f * y, residual, y);
  return better == better ? better : y;
}
CLAIM(f32, 0.55, 0x1.13e07p-105)
// On x brought near one: an estimate (3.4 % off), a polynomial in its residual e = 1 - x y^2, then two
// terms of the series of 1 / sqrt(1 - e) with an exact residual. Where x is no positive number, the
// first residual is not small.
LW_LARGE f64 lw_rsqrt_f64(f64 x) {
  const f64 down = x > 0x1p500 ? 0x1p-600 : x < 0x1p-500 ? 0x1p600 : 1.0;
  const f64 root = x > 0x1p500 ? 0x1p-300 : x < 0x1p-500 ? 0x1p300 : 1.0;
  const f64 a = x * down, start = bitsAs<f64>(0x5fe6e8e000000000 - (bitsOf(a) >> 1));
  const f64 first = mad(-a * start, start, 1.0);
  // approx/polynomials.sollya: lw_rsqrt_f64
  const f64 p = horner(first, 0x1.000000024510cp-1, 0x1.7fff96a815ac3p-2, 0x1.3fff8005c2508p-2,
                       0x1.195d5551c9b92p-2, 0x1.fabadcef16a75p-3);
  const f64 y = mad(start * first, p, start);
  const Double2 t = twoProduct(a, y), one = twoProduct(t.high, y);
  const f64 e = mad(-t.low, y, (1.0 - one.high) - one.low);
  const f64 better = mad(y * e, mad(e, 0.375, 0.5), y) * root;
  const f64 special = x == 0 ? withSign(infinity<f64>(), x) : x > 0 ? 0.0 : nan<f64>();
  return absOf(first) < 0.5 ? better : special;
}
CLAIM(f64, 0.52, 0x1.ffffffffff492p-3)

// The estimate divides the exponent by three in the integer domain (5 % off); each step of
// Halley's iteration triples the correct digits.
INLINE f64 cbrtStep(f64 t, f64 a) {
  const f64 cube = t * t * t;
  return t * ((cube + a + a) / (cube + cube + a));
}
INLINE f64 cbrtOfNormal(f64 a) {
  f64 t = bitsAs<f64>(bitsOf(a) / 3 + 0x2a9f7893782da1ce);
  t = cbrtStep(t, a);
  t = cbrtStep(t, a);
  return cbrtStep(t, a);
}

LW f16 lw_cbrt_f16(f16 x) {
  const f64 root = cbrtOfNormal(absOf(f64(x)));
  const f16 signedRoot = rounded<f16>(withSign(root, f64(x)));
  return x == f16(0) || bitsOf(absOf(x)) >= Type<f16>::infinity ? x : signedRoot;
}
CLAIM(f16, 0.5, 0x1.544p-14)
// a^(-1/3) from a third of its bits (3 % off) and four terms of the series of (1 - e)^(-1/3); then a
// step of Newton's iteration from t = a y^2 with an exact residual, kept from vanishing by 2^36. A third
// by an integer product: conversions to integer and back would take as long as everything else in scalar code.
LW f32 lw_cbrt_f32(f32 x) {
  const f32 magnitude = absOf(x), a = magnitude < 0x1p-90f ? magnitude * 0x1p36f : magnitude;
  const f32 start = bitsAs<f32>(0x54a2fa8c - u32(u64(bitsOf(a)) * 0x55555556 >> 32));
  const f32 e = mad(a * start * start, -start, 1.0f);
  // 1/3, 2/9, 14/81: the series itself.
  const f32 series = horner(e, 0x1.555556p-2f, 0x1.c71c72p-3f, 0x1.61f9aep-3f);
  const f32 y = mad(start * e, series, start), square = y * y, t = a * square;
  const Float2 tt = twoProduct(t, t);
  const f32 rest = mad(-tt.low, t, exactRest(a, tt.high, t));
  const f32 root = mad(rest, square * 0x1.555556p-2f, t);
  const f32 scaled = a != magnitude ? root * 0x1p-12f : root;
  return scaled == scaled ? withSign(scaled, x) : x;  // the residual of infinity is NaN
}
CLAIM(f32, 0.6, 0x1.789a2cp+55)
// The same in f64: y = a^(-1/3) (1 + s) with s of 2^-25, t = a y^2, and a third of the exact residual
// u = (a - t^3) y^3 = -6 s - 33 s^2 with the second term that u has in the factor (1 + s)^-2 of t.
LW_LARGE f64 lw_cbrt_f64(f64 x) {
  const f64 magnitude = absOf(x);
  const bool small = magnitude < 0x1p-1000, large = magnitude > 0x1p1000;
  const f64 a = magnitude * (small ? 0x1p54 : large ? 0x1p-54 : 1.0);
  const u64 third = (bitsOf(a) >> 32) * 0x55555556 & 0xffffffff00000000;
  const f64 start = bitsAs<f64>(0x553ef0ff289dd796 - third);
  const f64 e = mad(a * start * start, -start, 1.0);
  // approx/polynomials.sollya: lw_cbrt_f64
  const f64 p = horner(e, 0x1.5555548ead903p-2, 0x1.c71a6e40a970fp-3, 0x1.61ff1e9f70456p-3,
                       0x1.29f8b6fb22916p-3, 0x1.fd5be96cd9422p-4);
  const f64 y = mad(start * e, p, start), t = a * y * y;
  const Double2 square = twoProduct(t, t), cube = twoProduct(square.high, t);
  const f64 u = mad(-square.low, t, (a - cube.high) - cube.low) * (y * y * y);
  const f64 root = mad(t * u, mad(u, 7.0 / 18, 1.0 / 3), t);
  const f64 scaled = root * (small ? 0x1p-18 : large ? 0x1p18 : 1.0);
  return scaled == scaled ? withSign(scaled, x) : x;  // the residual of infinity is NaN
}
CLAIM(f64, 0.52, 0x1.6dbe7bbdb45bp+385)

template <class T>
INLINE bool eitherInfinite(T x, T y) {
  return bitsOf(absOf(x)) == Type<T>::infinity || bitsOf(absOf(y)) == Type<T>::infinity;
}
LW f16 lw_hypot_f16_f16(f16 x, f16 y) {
  const f64 a = f64(x), b = f64(y);
  return eitherInfinite(x, y) ? infinity<f16>() : rounded<f16>(__builtin_sqrt(a * a + b * b));
}
CLAIM(f16, 0.5, 0x1.5fp-3, 0x1.1b8p+0)
// Scaled by a power of two near the larger operand, so that no square overflows; the sum of the
// squares in two parts, and its root with a correction. The correction is below two ulp: an estimate
// of 1 / (2 root) from the bits of the sum, 3.5 % off, is near enough.
template <class T>
INLINE T hypotOf(T x, T y, typename Type<T>::Bits estimate) {
  using Bits = typename Type<T>::Bits;
  const Bits ofX = bitsOf(absOf(x)), ofY = bitsOf(absOf(y));
  const Bits larger = ofX > ofY ? ofX : ofY, smaller = ofX > ofY ? ofY : ofX;
  constexpr Bits one = Bits(1) << Type<T>::fraction, most = Type<T>::infinity - 2 * one;
  const Bits exponent = larger & Type<T>::infinity, raised = exponent < one ? one : exponent;
  const Bits kept = raised > most ? most : raised;
  const T down = bitsAs<T>(most + one - kept), up = bitsAs<T>(kept);
  const T a = bitsAs<T>(larger) * down, b = bitsAs<T>(smaller) * down;
  const Two<T> aa = twoProduct(a, a), bb = twoProduct(b, b), s = fastTwoSum(aa.high, bb.high);
  const T root = sqrtOf(s.high), half = bitsAs<T>(estimate - (bitsOf(s.high) >> 1));
  const Two<T> back = twoProduct(root, root);
  const T rest = ((s.high - back.high) - back.low) + (s.low + (aa.low + bb.low));
  const T result = mad(rest, half, root) * up;
  return eitherInfinite(x, y) ? infinity<T>() : result;
}
LW f32 lw_hypot_f32_f32(f32 x, f32 y) { return hypotOf(x, y, 0x5eb759df); }
CLAIM(f32, 0.8, 0x1.d18194p-127, 0x1.4ef87p-128)
LW_LARGE f64 lw_hypot_f64_f64(f64 x, f64 y) { return hypotOf(x, y, 0x5fd6eb50c7b537a9); }
CLAIM(f64, 0.8, 0x0.f5ac6019a696ap-1022, 0x0.4370cd0cba354p-1022)
