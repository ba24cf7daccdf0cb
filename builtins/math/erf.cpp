// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erf and erfc. f16 is computed by the f64 functions: a choice of short code for functions that
// kernels rarely call.
#include "builtins/math/erf_table.h"
#include "builtins/math/exp.h"

// The upper 32 bits of the second parts of both, that of the value in the upper half.
struct ErfcEntry {
  f64 high, slope;
  u64 lows;
};
constexpr ErfcEntry kErfcTable[1745] = {
#include "builtins/math/erfc_table.def"
};

// erf(r + d) = erf(r) + s (d + c1 d^2 + c2 d^3 ...), r the nearest multiple of 1/64, s the slope of
// erf there: Taylor's series, whose terms are Hermite's polynomials in r. What is added last is |x|
// below one and 1 from there on, so that the rest is a fifth of the result at most. Of its first
// term the sum has two parts: the product alone may be subnormal. From 7.98 on, where erf rounds to
// one, the last r stands for all.
LW_LARGE f64 lw_erf_f64(f64 x) {
  constexpr f64 shift = 0x1.8p46;  // its last place is 1/64
  const f64 a = absOf(x), limit = a > 0x1.ffp2 ? 0x1.ffp2 : a, shifted = limit + shift;
  const f64 r = shifted - shift, d = limit - r, t = r * r;
  const ErfEntry& entry = kErfTable[bitsOf(shifted) & 511];
  const f64 even = horner(d * d, horner(t, -1.0 / 3, 2.0 / 3), horner(t, 0.1, -0.4, 2.0 / 15),
                          horner(t, -1.0 / 42, 1.0 / 7, -2.0 / 21, 4.0 / 315));
  const f64 odd =
      horner(d * d, -1.0, horner(t, 0.5, -1.0 / 3), horner(t, -1.0 / 6, 2.0 / 9, -2.0 / 45));
  const bool near = r < 1;
  const f64 terms = mad(d, even, r * odd), whole = near ? entry.slope + 1.0 : entry.slope;
  const f64 base = near ? limit : 1.0, high = mad(entry.slope, d, base);
  const f64 low = mad(entry.slope, d, base - high);
  return withSign(high + (low + mad(whole * (d * d), terms, entry.rest)), x);
}
CLAIM(f64, 0.95, -0x1.0efba632475c5p-7)
SWEEP(-6, 6, 3000)
SWEEP(0.45, 0.5, 3000)
SWEEP(0.8, 1.2, 3000)
// erfc(r + d) = erfc(r) - s I, s the slope of erf at the nearest multiple r of 1/64 and I the
// integral of e^(-2 r t - t^2) for t from 0 to d. I = d (1 + y P(y) + z Q(y) + z^2 R(y) + z^3 S(y))
// for y = 2 r d and z = d^2. The product s d, which is half of the result at most, the slope and
// the value of the table have two parts. Everything is scaled by 2^128, so that products are normal
// numbers. From 27.25 on the result rounds to zero. For negative x it is subtracted from two.
LW_LARGE f64 lw_erfc_f64(f64 x) {
  constexpr f64 shift = 0x1.8p46, two = 0x1p129, most = 27.25;
  const u64 sign = x < 0 ? Type<f64>::sign : 0;
  const f64 a = absOf(x), limit = a > most ? most : a;  // keeps NaN, which is not an index
  const f64 shifted = (a < most ? a : most) + shift;
  const f64 r = shifted - shift, d = limit - r, y = (r + r) * d, z = d * d;
  const ErfcEntry& entry = kErfcTable[bitsOf(shifted) & 2047];
  // approx/chebyshev.py: lw_erfc_f64, first
  const f64 first = estrin(y, -0x1.0000000000000p-1, 0x1.5555555555562p-3, -0x1.5555555555559p-5,
                           0x1.111111110bc9bp-7, -0x1.6c16c16c13bd7p-10, 0x1.a01a01c8d235cp-13,
                           -0x1.a01a01b75d0a3p-16, 0x1.71ddba2535289p-19, -0x1.27e4b23c19690p-22,
                           0x1.afc55953d8f60p-26, -0x1.1fb73db577f58p-29);
  // approx/chebyshev.py: lw_erfc_f64, second
  const f64 second = estrin(y, -0x1.55555555555e9p-2, 0x1.000000000000cp-2, -0x1.9999999971fbdp-4,
                            0x1.c71c71c70f12cp-6, -0x1.861861f33b532p-8, 0x1.11111135e71b8p-10,
                            -0x1.43a1a09dc31b8p-13, 0x1.4ce10cd8f54d6p-16, -0x1.2fe9a367596a8p-19,
                            0x1.eee75c9ad85cap-23);
  // approx/chebyshev.py: lw_erfc_f64, third
  const f64 third = estrin(y, 0x1.999999999999ap-4, -0x1.555556ca1da8dp-4, 0x1.2492497a893adp-5,
                           -0x1.555353edec459p-7, 0x1.2f675f0e1948bp-9, -0x1.b7aacbbdd9cd4p-12,
                           0x1.0a10ba2bd66bdp-14);
  // approx/chebyshev.py: lw_erfc_f64, fourth
  const f64 fourth = estrin(y, -0x1.860d6ca240d72p-6, 0x1.555353d486efbp-6, -0x1.332dadb93427bp-7,
                            0x1.6ed9d3a34832dp-9);
  const f64 terms = mad(z, mad(z, mad(z, fourth, third), second), y * first);

  const f64 high = mad(-entry.slope, d, entry.high), low = mad(-entry.slope, d, entry.high - high);
  const f64 valueLow = bitsAs<f64>(entry.lows >> 32 << 32),
            slopeLow = bitsAs<f64>(entry.lows << 32);
  const f64 rest = low + mad(-entry.slope * d, terms, mad(-slopeLow, d, valueLow));

  const f64 turned = bitsAs<f64>(bitsOf(high) ^ sign), whole = x < 0 ? two : 0.0;
  const f64 sum = whole + turned, lost = turned - (sum - whole);
  return (sum + (lost + bitsAs<f64>(bitsOf(rest) ^ sign))) * 0x1p-128;
}
CLAIM(f64, 0.95, 0x1.a29ebfc1e4d2p+4)
SWEEP(-6, 28, 2000)
SWEEP(-1, 1, 2000)
SWEEP(-0.5, -0.4, 2000)
SWEEP(20, 27.3, 4000)

// erf x = x + x (c + z P(z)) near zero, to 0.93.
INLINE f32 erfNear(f32 x) {
  const f32 z = x * x;
  // approx/polynomials.sollya: erfNear
  const f32 slope = horner(z, -0x1.81273ep-2f, 0x1.ce2cf2p-4f, -0x1.b7f88cp-6f, 0x1.540172p-8f,
                           -0x1.a3d812p-11f, 0x1.4917a4p-14f);
  return fused(x, fused(z, slope, 0x1.06eba8p-3f), x);
}
// Beyond, one less 2^Q(x), where log2 erfc is nearly a parabola.
LW_LARGE f32 lw_erf_f32(f32 x) {
  const f32 a = limited(absOf(x), 0.0f, 3.95f);
  // approx/polynomials.sollya: lw_erf_f32, log2 erfc
  const f32 q = byPairs(a, -0x1.d2c84p-1f, -0x1.44f962p-3f, 0x1.37af08p-5f, -0x1.c0831ap-8f,
                        0x1.c10ec2p-11f, -0x1.14a6e8p-14f, 0x1.39fd58p-19f);
  const Float2 line = twoProduct(a, -0x1.a1679ep0f);
  const f32 rest = fused(a * a, q, 0x1.ca333p-12f);
  const Rounded<f32> n = nearest(line.high + rest);
  const f32 r = (line.high - n.value) + rest + line.low;
  const f32 tail = exp2F32(r) * powerOfTwo<f32>(n.integer);
  return a < 0.93f ? erfNear(x) : oddOf(x, 1.0f - tail);
}
CLAIM(f32, 0.95, 0x1.02a098p+0)
SWEEP(-6, 6, 4000)
// e^(-x^2) (39/32 + P(q)) / (9/8 + 2 x), q = x / (x + 3/2) - 1/4, of the magnitude of x. P is a
// tenth of the sum at most, so the error of q, which matters for large x, is added by a slope
// there. q has the most bits near zero, where P is steep. The factors have two parts until the end.
// For negative x the result is subtracted from two.
LW_LARGE f32 lw_erfc_f32(f32 x) {
  const f32 most = x < 0 ? 5.0f : 10.1f;  // 2 - erfc(5) is two
  const f32 magnitude = absOf(x), a = magnitude > most ? most : magnitude;
  const Float2 square = twoProduct(a, a);
  const Exponent<f32> n = nearestExponent(square.high, -kLog2EF32);
  const f32 near = mad(-n.value, kLn2HighF32, -square.high);
  const f32 less = mad(n.value, kLn2LowF32, square.low), r = near - less, c = (near - r) - less;
  const Float2 one = fastTwoSum(1.0f, r);
  const f32 e = fused(r * r, expTailF32(r), one.low + mad(c, r, c));

  const Float2 more = fastTwoSum(a, 1.5f);
  const f32 ratio = a / more.high, q = ratio - 0.25f;
  const f32 lost = mad(-ratio, more.low, exactRest(a, ratio, more.high));
  const f32 slope = mad(-0.8f, q, 0.05f), correction = slope * roughInverse(more.high) * lost;
  // approx/polynomials.sollya: lw_erfc_f32
  const f32 terms = byPairs(q, 0x1.6ef8p-4f, 0x1.83871ap-2f, -0x1.5b5b7cp0f, 0x1.90a29ap-2f,
                            0x1.2d365ep-1f, 0x1.eae4b2p-5f, -0x1.128162p-2f, -0x1.bb00bep-3f,
                            -0x1.27053p-4f, 0x1.bb2562p-5f, 0x1.f185aap-2f, -0x1.49dab2p-2f);
  const Float2 p = fastTwoSum(1.21875f, terms + correction);
  const f32 divisor = mad(2.0f, a, 1.125f), divisorLow = mad(2.0f, a, 1.125f - divisor);
  const f32 inverse = 1.0f / divisor;
  const Float2 product = twoProduct(one.high, p.high);
  const f32 low = mad(one.high, p.low, mad(e, p.high, product.low));
  const f32 quotient = product.high * inverse;
  const f32 rest = mad(-quotient, divisorLow, low) + exactRest(product.high, quotient, divisor);
  const f32 tail = scaled(mad(rest, inverse, quotient), n);
  return x < 0 ? 2.0f - tail : tail;
}
CLAIM(f32, 1, 0x1.af3a8ep+2)
SWEEP(2.4, 3, 4000)
SWEEP(-6, 11, 4000)
LW_LARGE f16 lw_erf_f16(f16 x) { return rounded<f16>(lw_erf_f64(f64(x))); }
CLAIM(f16, 0.5, 0x1.984p-2)
LW_LARGE f16 lw_erfc_f16(f16 x) { return rounded<f16>(lw_erfc_f64(f64(x))); }
CLAIM(f16, 0.5, -0x1.c5cp-12)
