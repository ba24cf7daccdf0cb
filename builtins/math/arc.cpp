// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asin, acos, atan, atan2 and the forms in units of pi. f64 results are kept in two parts until the
// end; f32 and f16 are computed in f64.
#include "builtins/math/double_double.h"

constexpr f64 kPi = 0x1.921fb54442d18p+1, kHalfPi = 0x1.921fb54442d18p+0;
constexpr f64 kQuarterPi = 0x1.921fb54442d18p-1, kOverPi = 0x1.45f306dc9c883p-2;
constexpr Double2 kHalfPi2 = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr Double2 kPi2 = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Double2 kOverPi2 = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};

INLINE f64 summed(Double2 x) { return x.high + x.low; }
INLINE Double2 negated(Double2 x) { return {-x.high, -x.low}; }
// a - x for a of at least the magnitude of x.
INLINE Double2 minus(Double2 a, Double2 x) {
  const Double2 s = twoSum(a.high, -x.high);
  return {s.high, s.low + (a.low - x.low)};
}
// Scaled where the low parts of a product would vanish.
INLINE f64 overPi(Double2 x) {
  const bool tiny = absOf(x.high) < 0x1p-500;
  const f64 up = tiny ? 0x1p500 : 1.0, down = tiny ? 0x1p-500 : 1.0;
  const f64 y = summed(times(fastTwoSum(x.high * up, x.low * up), kOverPi2)) * down;
  return x.high == 0 ? x.high : y;
}
template <class T>
INLINE bool isInfinite(T x) {
  return bitsOf(absOf(x)) == Type<T>::infinity;
}

// The first octant in f64 for f32: atan(n / d), 0 <= n <= d, with one step at tan(pi/8).
INLINE f64 atanOctantF32(f64 n, f64 d) {
  const bool far = n > 0.41421356237309503 * d;
  const f64 u = (far ? n - d : n) / (far ? n + d : d), z = u * u;
  const f64 p = horner(z, -0x1.55555555553adp-2, 0x1.99999998d4e2dp-3, -0x1.249248ac16adep-3,
                       0x1.c71c38becb2bcp-4, -0x1.74564b1bb86d2p-4, 0x1.3a9e398a921f5p-4,
                       -0x1.0c5785035dce8p-4, 0x1.a78cac00c02fdp-5, -0x1.be867a9bb3ca1p-6);
  return mad(u * z, p, u) + (far ? kQuarterPi : 0.0);
}
// atan of multiples of a quarter.
constexpr Double2 kAtanOfQuarters[5] = {{0, 0},
                                        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
// The same in f64, by the nearest multiple c of a quarter: atan c + atan((n - c d) / (d + c n)).
INLINE Double2 atanOctant(f64 n, f64 d) {
  const Rounded c = nearest(4.0 * (n / d));
  const f64 step = 0.25 * c.value;
  const Double2 known = kAtanOfQuarters[c.integer & 7 & (n == n && d == d ? 7 : 0)];
  const Double2 cd = twoProduct(step, d), cn = twoProduct(step, n);
  const Double2 top = fastTwoSum(n - cd.high, -cd.low), bottom = fastTwoSum(d, cn.high);
  const f64 u = top.high / bottom.high;
  const Double2 back = twoProduct(u, bottom.high);
  const f64 rest = ((top.high - back.high) - back.low) + (top.low - u * (bottom.low + cn.low));
  const f64 low = rest / bottom.high;
  const f64 z = u * u;
  const f64 p = horner(z, -0x1.5555555555555p-2, 0x1.99999999993f6p-3, -0x1.24924923b20c2p-3,
                       0x1.c71c6fd59024dp-4, -0x1.745bf8f5dbddfp-4, 0x1.3aba989675d12p-4,
                       -0x1.02c7f37258e9fp-4);
  const Double2 sum = fastTwoSum(known.high, u);
  return {c.value == 0 ? u : sum.high,
          (c.value == 0 ? 0.0 : sum.low + known.low) + mad(u * z, p, low)};
}

// atan2 for numbers: magnitudes ordered and scaled, then unfolded over the octants. Scaled so that
// n is above 2^-600, where products are exact in two parts, unless n / d is not a normal number.
struct Octant {
  f64 n, d;
  bool swapped;
};
INLINE Octant octant(f64 y, f64 x) {
  const f64 a = absOf(y), b = absOf(x);
  const bool swapped = a > b;
  f64 n = swapped ? b : a, d = swapped ? a : b;
  // Infinity against a number counts as one against zero; zero against zero as zero to one.
  n = d == infinity<f64>() ? (n == d ? 1.0 : n != n ? n : 0.0) : n;
  d = d == infinity<f64>() || d == 0 ? 1.0 : d;
  const f64 scale = d > 0x1p1000 ? 0x1p-100 : d < 0x1p500 ? 0x1p500 : 1.0;
  return {n * scale, d * scale, swapped};
}
INLINE Double2 atan2Parts(f64 y, f64 x) {
  const Octant o = octant(y, x);
  const Double2 first = atanOctant(o.n, o.d);
  const Double2 quadrant = o.swapped ? minus(kHalfPi2, first) : first;
  const Double2 half = bitsOf(x) >> 63 ? minus(kPi2, quadrant) : quadrant;
  const bool undefined = x != x || y != y;
  return undefined ? Double2{x + y, 0} : bitsOf(y) >> 63 ? negated(half) : half;
}
INLINE f64 atan2InF64(f64 y, f64 x) {
  const Octant o = octant(y, x);
  const f64 first = atanOctantF32(o.n, o.d);
  const f64 quadrant = o.swapped ? kHalfPi - first : first;
  const f64 half = bitsOf(x) >> 63 ? kPi - quadrant : quadrant;
  return x != x || y != y ? x + y : withSign(half, y);
}

LW_LARGE f32 lw_atan_f32(f32 x) { return f32(atan2InF64(f64(x), 1.0)); }
CLAIM(f32, 0.502)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atanpi_f32(f32 x) { return f32(atan2InF64(f64(x), 1.0) * kOverPi); }
CLAIM(f32, 0.502)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atan2_f32_f32(f32 y, f32 x) { return f32(atan2InF64(f64(y), f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atan2pi_f32_f32(f32 y, f32 x) { return f32(atan2InF64(f64(y), f64(x)) * kOverPi); }
CLAIM(f32, 0.502)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan_f64(f64 x) {
  const f64 y = summed(atan2Parts(x, 1.0));
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.9)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atanpi_f64(f64 x) { return overPi(atan2Parts(x, 1.0)); }
CLAIM(f64, 1)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan2_f64_f64(f64 y, f64 x) { return summed(atan2Parts(y, x)); }
CLAIM(f64, 1)
SWEEP(-5, 5, 20000)
// A tiny arc is the quotient itself, kept away from the smallest numbers until the end.
LW_LARGE f64 lw_atan2pi_f64_f64(f64 y, f64 x) {
  const Octant o = octant(y, x);
  const Double2 tiny = times(quotient({o.n * 0x1p300, 0}, {o.d, 0}), kOverPi2);
  const bool small = x > 0 && !o.swapped && o.n < o.d * 0x1p-400;
  return small ? withSign(summed(tiny) * 0x1p-300, y) : overPi(atan2Parts(y, x));
}
CLAIM(f64, 1)
SWEEP(-5, 5, 20000)

// asin v for 0 <= v <= 1/2 as a sum; v.low is below its last place.
INLINE Double2 asinSmall(Double2 v) {
  const f64 z = v.high * v.high;
  const f64 p =
      horner(z, 0x1.5555555555556p-3, 0x1.3333333332dcdp-4, 0x1.6db6db6e4397cp-5,
             0x1.f1c71c14da09cp-6, 0x1.6e8bb2fe2329ap-6, 0x1.1c4d1bf9d28bap-6, 0x1.c9d1cecf332c7p-7,
             0x1.780cd7fa32f42p-7, 0x1.52df0d2510ee1p-7, 0x1.60a47d90a2ccfp-8, 0x1.205df5d584023p-6,
             -0x1.f07d84df1aa11p-7, 0x1.da67301f2bbc8p-6);
  return {v.high, mad(v.high * z, p, v.low)};
}
INLINE f64 asinSmallF32(f64 v) {
  const f64 z = v * v;
  const f64 p = horner(z, 0x1.555555555c156p-3, 0x1.333333117dba9p-4, 0x1.6db6f70be8004p-5,
                       0x1.f1be708c80719p-6, 0x1.6f39066a92507p-6, 0x1.14c80fc10ce41p-6,
                       0x1.15063ae2aefa4p-6, 0x1.f6710666c9c3ep-11, 0x1.d23ac1f7ee43dp-6);
  return mad(v * z, p, v);
}
// Above one half: asin x = pi/2 - 2 asin sqrt((1 - x) / 2).
struct ArcSine {
  Double2 part;  // of x itself or of the root
  bool far;
};
INLINE ArcSine arcSine(f64 x) {
  const f64 a = absOf(x), z = 0.5 * (1.0 - a), s = __builtin_sqrt(z);
  const bool far = a > 0.5;
  const Double2 square = twoProduct(s, s);
  const f64 rest = s == 0 ? 0.0 : ((z - square.high) - square.low) / (s + s);
  return {asinSmall(far ? Double2{s, rest} : Double2{a, 0}), far};
}
INLINE Double2 doubled(Double2 x) { return {x.high + x.high, x.low + x.low}; }
INLINE Double2 asinParts(f64 x) {
  const ArcSine a = arcSine(x);
  const Double2 y = a.far ? minus(kHalfPi2, doubled(a.part)) : a.part;
  return bitsOf(x) >> 63 ? negated(y) : y;
}
INLINE Double2 acosParts(f64 x) {
  const ArcSine a = arcSine(x);
  const Double2 y = x < 0 ? negated(a.part) : a.part;
  return !a.far ? minus(kHalfPi2, y) : x < 0 ? minus(kPi2, doubled(a.part)) : doubled(a.part);
}
INLINE f64 asinInF64(f64 x) {
  const f64 a = absOf(x);
  const bool far = a > 0.5;
  const f64 y = asinSmallF32(far ? __builtin_sqrt(0.5 * (1.0 - a)) : a);
  return withSign(far ? kHalfPi - (y + y) : y, x);
}
INLINE f64 acosInF64(f64 x) {
  const f64 a = absOf(x);
  const bool far = a > 0.5;
  const f64 y = asinSmallF32(far ? __builtin_sqrt(0.5 * (1.0 - a)) : a);
  return far ? (x < 0 ? kPi - (y + y) : y + y) : kHalfPi - withSign(y, x);
}

LW_LARGE f32 lw_asin_f32(f32 x) { return f32(asinInF64(f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acos_f32(f32 x) { return f32(acosInF64(f64(x))); }
CLAIM(f32, 0.502)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_asinpi_f32(f32 x) { return f32(asinInF64(f64(x)) * kOverPi); }
CLAIM(f32, 0.502)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acospi_f32(f32 x) { return f32(acosInF64(f64(x)) * kOverPi); }
CLAIM(f32, 0.502)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asin_f64(f64 x) {
  const f64 y = summed(asinParts(x));
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.9)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acos_f64(f64 x) { return summed(acosParts(x)); }
CLAIM(f64, 0.9)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asinpi_f64(f64 x) { return overPi(asinParts(x)); }
CLAIM(f64, 1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acospi_f64(f64 x) { return overPi(acosParts(x)); }
CLAIM(f64, 1)
SWEEP(-1, 1, 20000)

LW_LARGE f16 lw_asin_f16(f16 x) { return rounded<f16>(asinInF64(f64(x))); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_acos_f16(f16 x) { return rounded<f16>(acosInF64(f64(x))); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_atan_f16(f16 x) { return rounded<f16>(atan2InF64(f64(x), 1.0)); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_asinpi_f16(f16 x) { return rounded<f16>(asinInF64(f64(x)) * kOverPi); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_acospi_f16(f16 x) { return rounded<f16>(acosInF64(f64(x)) * kOverPi); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_atanpi_f16(f16 x) { return rounded<f16>(atan2InF64(f64(x), 1.0) * kOverPi); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_atan2_f16_f16(f16 y, f16 x) { return rounded<f16>(atan2InF64(f64(y), f64(x))); }
CLAIM(f16, 0.5)
LW_LARGE f16 lw_atan2pi_f16_f16(f16 y, f16 x) {
  return rounded<f16>(atan2InF64(f64(y), f64(x)) * kOverPi);
}
CLAIM(f16, 0.5)
