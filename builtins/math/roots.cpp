// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sqrt, rsqrt, cbrt, hypot. f16, and hypot of f32, are computed in f64: cheaper than two parts.
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
  const f32 residual = mad(fused(-x, y, root), y, fused(-root, y, 1.0f));  // 1 - x y^2
  const f32 better = mad(0.5f * y, residual, y);
  return better == better ? better : y;
}
CLAIM(f32, 0.55, 0x1.13e07p-105)
// One step of Newton's iteration with an exact residual, on x brought near one.
LW_LARGE f64 lw_rsqrt_f64(f64 x) {
  const f64 down = x > 0x1p500 ? 0x1p-600 : x < 0x1p-500 ? 0x1p600 : 1.0;
  const f64 root = x > 0x1p500 ? 0x1p-300 : x < 0x1p-500 ? 0x1p300 : 1.0;
  const f64 near = x * down, y = 1.0 / __builtin_sqrt(near);
  const Double2 one = times(twoProduct(y, y), near);
  const f64 better = mad(0.5 * y, (1.0 - one.high) - one.low, y) * root;
  return x > 0 && x < infinity<f64>() ? better : y;
}
CLAIM(f64, 0.55, 0x1.fffffffffffeap-5)

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
  const f32 rest = mad(-tt.low, t, fused(-tt.high, t, a));
  const f32 root = mad(rest, square * 0x1.555556p-2f, t);
  const f32 scaled = a != magnitude ? root * 0x1p-12f : root;
  return scaled == scaled ? withSign(scaled, x) : x;  // the residual of infinity is NaN
}
CLAIM(f32, 0.6, 0x1.789a2cp+55)
// The last step is a Newton correction of a 20-bit t, whose square and cube are then nearly exact:
// t + t (a/t^2 - t) / (2 t + a/t^2), which of zero is some t.
LW_LARGE f64 lw_cbrt_f64(f64 x) {
  const f64 magnitude = absOf(x);
  const f64 a = magnitude * (magnitude < 0x1p-1000 ? 0x1p54 : magnitude > 0x1p1000 ? 0x1p-54 : 1.0);
  f64 t = bitsAs<f64>(bitsOf(a) / 3 + 0x2a9f7893782da1ce);
  t = cbrtStep(t, a);
  t = cbrtStep(t, a);
  t = bitsAs<f64>((bitsOf(t) + (u64(1) << 31)) & ~((u64(1) << 32) - 1));
  const f64 quotient = a / (t * t);
  const f64 root = t + t * ((quotient - t) / (t + t + quotient));
  const f64 kept = root > a * 0x1p1000 ? a * 0x1p1000 : root;
  const f64 scaled = kept * (a > magnitude ? 0x1p-18 : a < magnitude ? 0x1p18 : 1.0);
  return scaled == scaled ? withSign(scaled, x) : x;
}
CLAIM(f64, 0.7, -0x1.b32b04fd65618p+2)

template <class T>
INLINE bool eitherInfinite(T x, T y) {
  return bitsOf(absOf(x)) == Type<T>::infinity || bitsOf(absOf(y)) == Type<T>::infinity;
}
LW f16 lw_hypot_f16_f16(f16 x, f16 y) {
  const f64 a = f64(x), b = f64(y);
  return eitherInfinite(x, y) ? infinity<f16>() : rounded<f16>(__builtin_sqrt(a * a + b * b));
}
CLAIM(f16, 0.5, 0x1.5fp-3, 0x1.1b8p+0)
LW f32 lw_hypot_f32_f32(f32 x, f32 y) {
  const f64 a = f64(x), b = f64(y);
  return eitherInfinite(x, y) ? infinity<f32>() : f32(__builtin_sqrt(a * a + b * b));
}
CLAIM(f32, 0.501, -0x1.6dfad6p+4, -0x1.9b8012p+1)
// Scaled by a power of two near the larger operand, so that no square overflows; the sum of the
// squares and its root in two parts.
LW_LARGE f64 lw_hypot_f64_f64(f64 x, f64 y) {
  const u64 larger = bitsOf(absOf(x)) > bitsOf(absOf(y)) ? bitsOf(absOf(x)) : bitsOf(absOf(y));
  const u64 exponent = larger >> 52;
  const u64 kept = exponent < 1 ? 1 : exponent > 2045 ? 2045 : exponent;
  const f64 down = bitsAs<f64>((2046 - kept) << 52), up = bitsAs<f64>(kept << 52);
  const f64 a = x * down, b = y * down;
  const Double2 root = rootOf(plus(twoProduct(a, a), twoProduct(b, b)));
  return eitherInfinite(x, y) ? infinity<f64>() : (root.high + root.low) * up;
}
CLAIM(f64, 0.8, -0x0.5bb96c1c6ca56p-1022, -0x0.66f48a2135bd8p-1022)
