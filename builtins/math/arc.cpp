// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asin, acos, atan, atan2 and the functions in units of pi. Results have two parts until the end.
// f16, and f32 in units of pi, for which that is as fast, are computed in f64.
#include "builtins/math/two_parts.h"

constexpr f64 kPi = 0x1.921fb54442d18p+1, kHalfPi = 0x1.921fb54442d18p+0;
constexpr f64 kQuarterPi = 0x1.921fb54442d18p-1, kOverPi = 0x1.45f306dc9c883p-2;
template <class T>
constexpr Two<T> kHalfPi2 = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
template <class T>
constexpr Two<T> kPi2 = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Double2 kOverPi2 = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};
template <>
inline constexpr Float2 kHalfPi2<f32> = {0x1.921fb6p+0f, -0x1.777a5cp-25f};
template <>
inline constexpr Float2 kPi2<f32> = {0x1.921fb6p+1f, -0x1.777a5cp-24f};

template <class T>
INLINE T summed(Two<T> x) {
  return x.high + x.low;
}
// a - x for a of at least the magnitude of x.
template <class T>
INLINE Two<T> minus(Two<T> a, Two<T> x) {
  const Two<T> s = fastTwoSum(a.high, -x.high);
  return {s.high, s.low + (a.low - x.low)};
}
// Scaled where the low parts of a product would vanish.
INLINE f64 overPi(Double2 x) {
  const f64 up = absOf(x.high) < 0x1p-500 ? 0x1p500 : 1.0, high = x.high * up;
  const f64 down = high != x.high ? 0x1p-500 : 1.0;
  const f64 y = summed(times(fastTwoSum(high, x.low * up), kOverPi2)) * down;
  return x.high == 0 ? x.high : y;
}
template <class T>
INLINE bool isNegative(T x) {
  return (bitsOf(x) & Type<T>::sign) != 0;
}
// The first octant in one part, for f16 and f32: atan(n / d), 0 <= n <= d, with one step at
// tan(pi/8).
INLINE f64 atanOctantShort(f64 n, f64 d) {
  const bool far = n > 0.41421356237309503 * d;
  const f64 u = (far ? n - d : n) / (far ? n + d : d), z = u * u;
  // approx/polynomials.sollya: atanOctantShort
  const f64 p = horner(z, -0x1.55555555553adp-2, 0x1.99999998d4e2dp-3, -0x1.249248ac16adep-3,
                       0x1.c71c38becb2bcp-4, -0x1.74564b1bb86d2p-4, 0x1.3a9e398a921f5p-4,
                       -0x1.0c5785035dce8p-4, 0x1.a78cac00c02fdp-5, -0x1.be867a9bb3ca1p-6);
  return mad(u * z, p, u) + (far ? kQuarterPi : 0.0);
}
// In f32 the same step at one half, where the difference is exact. The error of the quotient is
// added as it is: the slope is at least 4/5. The step and the unfolding of the octants are one sum:
// quarters of pi, whose upper part ends in two zero bits, plus or minus the arc of u.
constexpr f32 kQuarterPiHigh = 0x1.921fbp-1f, kQuarterPiLow = 0x1.5110b4p-23f;
INLINE f32 arcF32(f32 n, f32 d, bool swapped, bool leftward) {
  const f32 step = n > 0.5f * d ? 1.0f : 0.0f, top = mad(-step, d, n);
  const Float2 bottom = fastTwoSum(d, step * n);
  const f32 u = top / bottom.high, z = u * u;
  const f32 rest = mad(-u, bottom.low, fused(-u, bottom.high, top)) * roughInverse(bottom.high);
  // approx/polynomials.sollya: arcF32
  const f32 p =
      horner(z, -0x1.555512p-2f, 0x1.997b1ep-3f, -0x1.224ba2p-3f, 0x1.a01416p-4f, -0x1.a43b3p-5f);
  const f32 low = mad(u * z, p, rest);
  const f32 ahead = swapped ? 2.0f - step : step;
  const f32 quarters = leftward ? 4.0f - ahead : ahead;
  const bool back = swapped != leftward;
  const Float2 sum = fastTwoSum(quarters * kQuarterPiHigh, back ? -u : u);
  return sum.high + (sum.low + mad(quarters, kQuarterPiLow, back ? -low : low));
}
// In f64 steps at a half and at one, by the nearer quarters.
INLINE Double2 atanOctant(f64 n, f64 d) {
  constexpr Double2 atHalf = {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56};
  constexpr Double2 atOne = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
  const bool beyond = n > 0.25 * d, far = n > 0.75 * d;
  const f64 step = far ? 1.0 : beyond ? 0.5 : 0.0, top = n - step * d;
  const Double2 known = either(far, atOne, either(beyond, atHalf, Double2{0, 0}));
  const Double2 bottom = fastTwoSum(d, step * n);
  const f64 u = top / bottom.high, z = u * u;
  const f64 rest = mad(-u, bottom.low, exactRest(top, u, bottom.high)) * roughInverse(bottom.high);
  // approx/polynomials.sollya: atanOctant
  const f64 p = twoChains(z, -0x1.5555555555555p-2, 0x1.9999999999718p-3, -0x1.2492492465f5ap-3,
                          0x1.c71c719a6ecbdp-4, -0x1.745d0b066aa8bp-4, 0x1.3b11b51eeaf57p-4,
                          -0x1.10dec339c732ap-4, 0x1.dbd6ea13b39fbp-5, -0x1.79d0de5186b0fp-5,
                          0x1.37fddfbda9fbdp-6);
  const Double2 sum = fastTwoSum(known.high, u);
  return {sum.high, sum.low + known.low + mad(u * z, p, mad(-z, rest, rest))};
}

// atan2 for numbers: magnitudes ordered and scaled, then unfolded over the octants. Scaled so that
// products with n are exact in two parts, unless n / d is not a normal number, and so that n + d
// has an inverse that is normal.
template <class T>
struct Octant {
  T n, d;
  bool swapped;
};
template <class T>
INLINE Octant<T> octant(T y, T x) {
  const T a = absOf(y), b = absOf(x);
  const bool swapped = a > b;
  T n = swapped ? b : a, d = swapped ? a : b;
  // Infinity against a number counts as one against zero; zero against zero as zero to one.
  n = d == infinity<T>() ? (n == d ? T(1) : n != n ? n : T(0)) : n;
  d = d == infinity<T>() || d == 0 ? T(1) : d;
  constexpr int most = Type<T>::bias - 23, half = Type<T>::bias / 2;
  const T scale = d > powerOfTwo<T>(most)       ? powerOfTwo<T>(-30)
                  : d < powerOfTwo<T>(half - 2) ? powerOfTwo<T>(half)
                                                : T(1);
  return {n * scale, d * scale, swapped};
}
INLINE Double2 unfolded(Double2 first, bool swapped, f64 y, f64 x) {
  const Double2 quadrant = either(swapped, minus(kHalfPi2<f64>, first), first);
  const Double2 half = either(isNegative(x), minus(kPi2<f64>, quadrant), quadrant);
  return either(isNegative(y), negated(half), half);
}
INLINE Double2 atan2Parts(f64 y, f64 x) {
  const Octant<f64> o = octant(y, x);
  const Double2 angle = unfolded(atanOctant(o.n, o.d), o.swapped, y, x);
  const bool undefined = x != x || y != y;
  return {undefined ? x + y : angle.high, undefined ? 0.0 : angle.low};
}
INLINE f32 atan2F32(f32 y, f32 x) {
  const Octant<f32> o = octant(y, x);
  const f32 angle = arcF32(o.n, o.d, o.swapped, isNegative(x));
  return x != x || y != y ? x + y : withSign(angle, y);
}
// The same for x = 1; arguments beyond the limit have the arc of the limit.
template <class T>
INLINE Octant<T> octant(T y) {
  constexpr T limit = powerOfTwo<T>(Type<T>::bias / 2);
  const T a = absOf(y), cut = a > limit ? limit : a;
  const bool swapped = a > 1;
  return {swapped ? T(1) : cut, swapped ? cut : T(1), swapped};
}
INLINE Double2 atanParts(f64 y) {
  const Octant<f64> o = octant(y);
  const Double2 first = atanOctant(o.n, o.d);
  const Double2 angle = either(o.swapped, minus(kHalfPi2<f64>, first), first);
  return either(isNegative(y), negated(angle), angle);
}
INLINE f32 atanF32(f32 y) {
  const Octant<f32> o = octant(y);
  return withSign(arcF32(o.n, o.d, o.swapped, false), y);
}
INLINE f64 atan2InF64(f64 y, f64 x) {
  const Octant<f64> o = octant(y, x);
  const f64 first = atanOctantShort(o.n, o.d);
  const f64 quadrant = o.swapped ? kHalfPi - first : first;
  const f64 half = isNegative(x) ? kPi - quadrant : quadrant;
  return x != x || y != y ? x + y : withSign(half, y);
}

LW_LARGE f32 lw_atan_f32(f32 x) { return atanF32(x); }
CLAIM(f32, 0.77, 0x1.f195a8p-2)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atanpi_f32(f32 x) { return f32(atan2InF64(f64(x), 1.0) * kOverPi); }
CLAIM(f32, 0.502, 0x1.623c58p-2)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atan2_f32_f32(f32 y, f32 x) { return atan2F32(y, x); }
CLAIM(f32, 0.87, -0x1.53f79ep+9, 0x1.5eb9acp+10)
SWEEP(-0x1p63, 0x1p63, 5000)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan_f64(f64 x) {
  const f64 y = summed(atanParts(x));
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.9, 0x1.fdc2d0ae1a3f3p-3)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atanpi_f64(f64 x) { return overPi(atanParts(x)); }
CLAIM(f64, 1, -0x1.6aca8b11357d8p-1021)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan2_f64_f64(f64 y, f64 x) { return summed(atan2Parts(y, x)); }
CLAIM(f64, 1, 0x1.0197ea6deedccp-658, 0x1.728e66f309ec6p+362)
SWEEP(-0x1p511, 0x1p511, 5000)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atan2pi_f32_f32(f32 y, f32 x) { return f32(atan2InF64(f64(y), f64(x)) * kOverPi); }
CLAIM(f32, 0.502, 0x1.b4d924p-2, -0x1.edd294p-2)
SWEEP(-5, 5, 20000)
// A tiny arc is the quotient itself, kept away from the smallest numbers until the end.
LW_LARGE f64 lw_atan2pi_f64_f64(f64 y, f64 x) {
  const Octant<f64> o = octant(y, x);
  const Double2 tiny = times(quotient(Double2{o.n * 0x1p300, 0}, Double2{o.d, 0}), kOverPi2);
  const bool small = x > 0 && !o.swapped && o.n < o.d * 0x1p-400;
  return small ? withSign(summed(tiny) * 0x1p-300, y) : overPi(atan2Parts(y, x));
}
CLAIM(f64, 1, -0x1.115e6ac5547b8p-6, 0x1.7eddb4bd2d75bp+1014)
SWEEP(-5, 5, 20000)

// asin v for 0 <= v <= 1/2 as a sum; v.low is below its last place.
INLINE Double2 asinSmall(Double2 v) {
  const f64 z = v.high * v.high;
  // approx/polynomials.sollya: asinSmall of f64
  const f64 p = twoChains(z, 0x1.5555555555556p-3, 0x1.3333333332dcdp-4, 0x1.6db6db6e4397cp-5,
                          0x1.f1c71c14da09cp-6, 0x1.6e8bb2fe2329ap-6, 0x1.1c4d1bf9d28bap-6,
                          0x1.c9d1cecf332c7p-7, 0x1.780cd7fa32f42p-7, 0x1.52df0d2510ee1p-7,
                          0x1.60a47d90a2ccfp-8, 0x1.205df5d584023p-6, -0x1.f07d84df1aa11p-7,
                          0x1.da67301f2bbc8p-6);
  return {v.high, mad(v.high * z, p, v.low)};
}
INLINE Float2 asinSmall(Float2 v) {
  const f32 z = v.high * v.high;
  // approx/polynomials.sollya: asinSmall of f32
  const f32 p =
      horner(z, 0x1.5555c8p-3f, 0x1.330206p-4f, 0x1.747b72p-5f, 0x1.8c415ap-6f, 0x1.5959aap-5f);
  return {v.high, mad(v.high * z, p, v.low)};
}
INLINE f64 asinSmallShort(f64 v) {
  const f64 z = v * v;
  // approx/polynomials.sollya: asinSmallShort
  const f64 p = horner(z, 0x1.555555555c156p-3, 0x1.333333117dba9p-4, 0x1.6db6f70be8004p-5,
                       0x1.f1be708c80719p-6, 0x1.6f39066a92507p-6, 0x1.14c80fc10ce41p-6,
                       0x1.15063ae2aefa4p-6, 0x1.f6710666c9c3ep-11, 0x1.d23ac1f7ee43dp-6);
  return mad(v * z, p, v);
}
// The error of the root s of z: half the residual over s.
INLINE f64 rootRest(f64 s, f64 z) { return exactRest(z, s, s) * (0.5 * roughInverse(s)); }
INLINE f32 rootRest(f32 s, f32 z) { return fused(-s, s, z) * (0.5f * roughInverse(s)); }
// Above one half: asin x = pi/2 - 2 asin sqrt((1 - x) / 2).
template <class T>
struct ArcSine {
  Two<T> part;  // of x itself or of the root
  bool far;
};
template <class T>
INLINE ArcSine<T> arcSine(T x) {
  const T a = absOf(x), z = T(0.5) * (T(1) - a), s = sqrtOf(z);
  const bool far = a > T(0.5);
  return {asinSmall(Two<T>{far ? s : a, far ? rootRest(s, z) : T(0)}), far};
}
template <class T>
INLINE Two<T> doubled(Two<T> x) {
  return {x.high + x.high, x.low + x.low};
}
template <class T>
INLINE Two<T> asinParts(T x) {
  const ArcSine<T> a = arcSine(x);
  const Two<T> y = either(a.far, minus(kHalfPi2<T>, doubled(a.part)), a.part);
  return either(isNegative(x), negated(y), y);
}
template <class T>
INLINE Two<T> acosParts(T x) {
  const ArcSine<T> a = arcSine(x);
  const Two<T> y = either(x < 0, negated(a.part), a.part), twice = doubled(a.part);
  const Two<T> far = either(x < 0, minus(kPi2<T>, twice), twice);
  return either(a.far, far, minus(kHalfPi2<T>, y));
}
INLINE f64 asinInF64(f64 x) {
  const f64 a = absOf(x);
  const bool far = a > 0.5;
  const f64 y = asinSmallShort(far ? __builtin_sqrt(0.5 * (1.0 - a)) : a);
  return withSign(far ? kHalfPi - (y + y) : y, x);
}
INLINE f64 acosInF64(f64 x) {
  const f64 a = absOf(x);
  const bool far = a > 0.5;
  const f64 y = asinSmallShort(far ? __builtin_sqrt(0.5 * (1.0 - a)) : a);
  return far ? (x < 0 ? kPi - (y + y) : y + y) : kHalfPi - withSign(y, x);
}

LW_LARGE f32 lw_asin_f32(f32 x) { return summed(asinParts(x)); }
CLAIM(f32, 0.8, -0x1.10d7cep-1)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acos_f32(f32 x) { return summed(acosParts(x)); }
CLAIM(f32, 0.75, 0x1.14f7cep-1)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_asinpi_f32(f32 x) { return f32(asinInF64(f64(x)) * kOverPi); }
CLAIM(f32, 0.502, 0x1.5e286cp-1)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acospi_f32(f32 x) { return f32(acosInF64(f64(x)) * kOverPi); }
CLAIM(f32, 0.502, 0x1.094c02p-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asin_f64(f64 x) {
  const f64 y = summed(asinParts(x));
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.9, 0x1.0f4e5122d68cfp-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acos_f64(f64 x) { return summed(acosParts(x)); }
CLAIM(f64, 0.9, 0x1.1d4ef227515acp-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asinpi_f64(f64 x) { return overPi(asinParts(x)); }
CLAIM(f64, 1, 0x1.a4e1e838ce519p-1022)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acospi_f64(f64 x) { return overPi(acosParts(x)); }
CLAIM(f64, 1, 0x1.02369b7741de5p-1)
SWEEP(-1, 1, 20000)

LW_LARGE f16 lw_asin_f16(f16 x) { return rounded<f16>(asinInF64(f64(x))); }
CLAIM(f16, 0.5, 0x1.178p-3)
LW_LARGE f16 lw_acos_f16(f16 x) { return rounded<f16>(acosInF64(f64(x))); }
CLAIM(f16, 0.5, -0x1.2bcp-4)
LW_LARGE f16 lw_atan_f16(f16 x) { return rounded<f16>(atan2InF64(f64(x), 1.0)); }
CLAIM(f16, 0.5, 0x1.9b8p+2)
LW_LARGE f16 lw_asinpi_f16(f16 x) { return rounded<f16>(asinInF64(f64(x)) * kOverPi); }
CLAIM(f16, 0.5, 0x1.004p-3)
LW_LARGE f16 lw_acospi_f16(f16 x) { return rounded<f16>(acosInF64(f64(x)) * kOverPi); }
CLAIM(f16, 0.5, 0x1.438p-5)
LW_LARGE f16 lw_atanpi_f16(f16 x) { return rounded<f16>(atan2InF64(f64(x), 1.0) * kOverPi); }
CLAIM(f16, 0.5, 0x1.254p-8)
LW_LARGE f16 lw_atan2_f16_f16(f16 y, f16 x) { return rounded<f16>(atan2InF64(f64(y), f64(x))); }
CLAIM(f16, 0.5, 0x1.37p-10, 0x1.37p+15)
LW_LARGE f16 lw_atan2pi_f16_f16(f16 y, f16 x) {
  return rounded<f16>(atan2InF64(f64(y), f64(x)) * kOverPi);
}
CLAIM(f16, 0.5, 0x1.4a8p+10, -0x1.204p+6)
