// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asin, acos, atan, atan2 and the functions in units of pi. Results have two parts until the end.
// f16 is computed in f64.
#include "builtins/math/two_parts.h"

constexpr f64 kHalfPi = 0x1.921fb54442d18p+0;
constexpr f64 kQuarterPi = 0x1.921fb54442d18p-1, kOverPi = 0x1.45f306dc9c883p-2;
template <class T>
constexpr Two<T> kHalfPi2 = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
template <class T>
constexpr Two<T> kOverPi2 = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};
template <>
inline constexpr Float2 kHalfPi2<f32> = {0x1.921fb6p+0f, -0x1.777a5cp-25f};
template <>
inline constexpr Float2 kOverPi2<f32> = {0x1.45f306p-2f, 0x1.b9391p-27f};

// a - x for a of at least the magnitude of x.
template <class T>
INLINE Two<T> minus(Two<T> a, Two<T> x) {
  const Two<T> s = fastTwoSum(a.high, -x.high);
  return {s.high, s.low + (a.low - x.low)};
}
// x / pi, with one rounding, and that of small terms.
template <class T>
INLINE T overPi(Two<T> x) {
  constexpr Two<T> factor = kOverPi2<T>;
  return productPlus(x.high, factor.high, mad(x.high, factor.low, x.low * factor.high));
}
template <class T>
INLINE bool isNegative(T x) {
  return (bitsOf(x) & Type<T>::sign) != 0;
}
// The first octant in one part, for f16: atan(n / d), 0 <= n <= d, with one step at
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
// atan u, 0 <= u <= 1, is u + u^3 P(u^2). Pairs of terms of P have the same sign, so that their sum
// loses nothing. Of the first, 7/32 are multiplied exactly: the others are a tenth of the result at
// most.
template <class T>
struct Arc {
  T high, low, cube, p;  // high + low + cube * p
};
INLINE f32 arcTerms(f32 z) {
  // approx/polynomials.sollya: arcTerms of f32
  return byPairs(z, -0x1.d554fp-4f, 0x1.999146p-3f, -0x1.2418b6p-3f, 0x1.c02f68p-4f,
                 -0x1.56dcb4p-4f, 0x1.d5caccp-5f, -0x1.f41f78p-6f, 0x1.596b5ep-7f,
                 -0x1.bf0b42p-10f);
}
INLINE f64 arcTerms(f64 z) {
  // approx/polynomials.sollya: arcTerms of f64
  return estrin(
      z, -0x1.d555555555498p-4, 0x1.99999999955b4p-3, -0x1.249249237f57dp-3, 0x1.c71c717fcf76bp-4,
      -0x1.745d11ae74c19p-4, 0x1.3b13669a2984fp-4, -0x1.110e5126f6eadp-4, 0x1.e1bba66bb85f4p-5,
      -0x1.ae5e72bebef5p-5, 0x1.82dad7943c62ep-5, -0x1.59a3ff0f91a35p-5, 0x1.2c2e5c90683cap-5,
      -0x1.e9fa0cc47886fp-6, 0x1.683cc85121c0bp-6, -0x1.c78fcadaa256fp-7, 0x1.d7b923ef719a1p-8,
      -0x1.7a39969fb0f82p-9, 0x1.b3fac5754959p-11, -0x1.3f3647754a54bp-13, 0x1.bbed95992aba7p-17);
}
template <class T>
INLINE Arc<T> arcOf(T u, T rest, T z, T cube) {
  const T high = mad(T(-0.21875), cube, u);
  return {high, exactRest(u - high, T(0.21875), cube) + rest, cube, arcTerms(z)};
}
template <class T>
INLINE Arc<T> arcOf(T u, T rest) {
  const T z = u * u;
  return arcOf(u, rest, z, u * z);
}
// With the error of the cube, which matters near one: for the quotients of two numbers, and in
// units of pi, whose product adds an error.
INLINE Arc<f64> arcWithCubeOf(f64 u, f64 rest) {
  const Double2 z = twoProduct(u, u), cube = twoProduct(u, z.high);
  return arcOf(u, mad(-0.217, mad(u, z.low, cube.low), rest), z.high, cube.high);
}
// The arc of n / d. The error of the quotient is added by the slope. The unfolding of the octants
// is one sum: a multiple of pi/2 plus or minus the arc, to which P comes last.
template <class T, class Of>
INLINE Two<T> arcParts(T n, T d, bool swapped, bool leftward, Of of) {
  using Bits = typename Type<T>::Bits;
  const T u = n / d;
  const Arc<T> arc = of(u, exactRest(n, u, d) * roughInverse(mad(u, n, d)));
  const T halves = swapped ? T(1) : leftward ? T(2) : T(0);
  const Bits sign = swapped != leftward ? Type<T>::sign : Bits(0);
  const T low = bitsAs<T>(bitsOf(arc.low) ^ sign), cube = bitsAs<T>(bitsOf(arc.cube) ^ sign);
  const Two<T> sum = fastTwoSum(halves * kHalfPi2<T>.high, bitsAs<T>(bitsOf(arc.high) ^ sign));
  return {sum.high, mad(cube, arc.p, sum.low + mad(halves, kHalfPi2<T>.low, low))};
}
constexpr auto kArc = [](auto u, auto rest)
                          __attribute__((always_inline)) { return arcOf(u, rest); };
constexpr auto kArcWithCube = [](f64 u, f64 rest)
                                  __attribute__((always_inline)) { return arcWithCubeOf(u, rest); };

// atan2 for all numbers: magnitudes ordered and scaled. Scaled so that products with n are exact in
// two parts, unless n / d is not a normal number, and so that n + d has an inverse that is normal.
template <class T>
struct Octant {
  T n, d;
  bool swapped;
};
template <class T>
INLINE Octant<T> anyOctant(T y, T x) {
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
// The slow path: very large numbers, infinities and NaN.
template <class T>
INLINE bool isFar(T y, T x) {
  if constexpr (Type<T>::bits == 16) return false;
  return !(absOf(y) + absOf(x) < powerOfTwo<T>(Type<T>::bias - 2));
}
// The others are scaled by the power of two that brings d to 2^half, or near it. Zero becomes a
// number that is nothing beside others, in the operation that scales.
template <class T>
INLINE Octant<T> octant(T y, T x) {
  if (isFar(y, x)) [[unlikely]]
    return anyOctant(y, x);
  constexpr int half = Type<T>::bias / 2;
  constexpr T least = powerOfTwo<T>(-half);
  const T a = absOf(y), b = absOf(x);
  const bool swapped = a > b;
  const T n = swapped ? b : a, d = swapped ? a : b;
  const auto exponent = bitsOf(d > least ? d : least) & Type<T>::infinity;
  const T scale = bitsAs<T>(bitsOf(powerOfTwo<T>(half)) + bitsOf(T(1)) - exponent);
  return {n * scale, mad(d, scale, powerOfTwo<T>(1 - Type<T>::bias)), swapped};
}
template <class T, class Arc>
INLINE Two<T> atan2Parts(const Octant<T>& o, T y, T x, Arc arc) {
  const Two<T> angle = arcParts(o.n, o.d, o.swapped, isNegative(x), arc);
  const bool undefined = isFar(y, x) && (x != x || y != y);
  return {undefined ? x + y : angle.high, undefined ? T(0) : angle.low};
}
// The same for x = 1; arguments beyond the limit have the arc of the limit.
template <class T, class Arc>
INLINE Two<T> atanParts(T y, Arc arc) {
  constexpr T limit = powerOfTwo<T>(Type<T>::bias / 2);
  const T a = absOf(y);
  const bool swapped = a > 1;
  return arcParts(swapped ? T(1) : a, swapped ? a > limit ? limit : a : T(1), swapped, false, arc);
}
INLINE f64 atan2InF64(f64 y, f64 x) {
  const Octant<f64> o = anyOctant(y, x);
  const f64 first = atanOctantShort(o.n, o.d);
  const f64 quadrant = o.swapped ? kHalfPi - first : first;
  const f64 half = isNegative(x) ? kPi - quadrant : quadrant;
  return x != x || y != y ? x + y : withSign(half, y);
}

LW_LARGE f32 lw_atan_f32(f32 x) { return oddOf(x, summed(atanParts(x, kArc))); }
CLAIM(f32, 0.9, -0x1.cdaf8ep-1)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atanpi_f32(f32 x) { return oddOf(x, overPi(atanParts(x, kArc))); }
CLAIM(f32, 1, 0x1.29a8c4p-124)
SWEEP(-5, 5, 20000)
LW_LARGE f32 lw_atan2_f32_f32(f32 y, f32 x) {
  return oddOf(y, summed(atan2Parts(octant(y, x), y, x, kArc)));
}
CLAIM(f32, 0.9, -0x1.10c836p+126, 0x1.10237ep+126)
SWEEP(-0x1p63, 0x1p63, 5000)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan_f64(f64 x) { return oddOf(x, summed(atanParts(x, kArc))); }
CLAIM(f64, 1, 0x1.005c407faea96p+0)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atanpi_f64(f64 x) { return oddOf(x, overPi(atanParts(x, kArcWithCube))); }
CLAIM(f64, 1, 0x1.6907f884d7a42p-1020)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan2_f64_f64(f64 y, f64 x) {
  return oddOf(y, summed(atan2Parts(octant(y, x), y, x, kArcWithCube)));
}
CLAIM(f64, 0.95, -0x1.ce027664ca1e9p+279, 0x1.d8ae1ffaa13a4p+279)
SWEEP(-0x1p511, 0x1p511, 5000)
SWEEP(-5, 5, 20000)
// A tiny arc is the quotient. It is computed far above the smallest numbers until the end.
template <class T, class Of>
INLINE T atan2piOf(T y, T x, Of arc) {
  constexpr int shift = Type<T>::bits == 32 ? 75 : 600, least = Type<T>::bits == 32 ? 90 : 700;
  Octant<T> o = octant(y, x);
  const bool small = x > 0 && !o.swapped && o.n < o.d * powerOfTwo<T>(-least);
  o.n *= small ? powerOfTwo<T>(shift) : T(1);
  const T angle = overPi(atan2Parts(o, y, x, arc));
  return oddOf(y, angle * (small ? powerOfTwo<T>(-shift) : T(1)));
}
LW_LARGE f32 lw_atan2pi_f32_f32(f32 y, f32 x) { return atan2piOf(y, x, kArc); }
CLAIM(f32, 1, 0x1.1ac778p+2, 0x1.3998a6p+2)
SWEEP(-5, 5, 20000)
LW_LARGE f64 lw_atan2pi_f64_f64(f64 y, f64 x) { return atan2piOf(y, x, kArcWithCube); }
CLAIM(f64, 1, -0x1.9f4346b5d2953p+683, 0x1.a41409d18af6cp+683)
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
INLINE f32 rootRest(f32 s, f32 z) { return exactRest(z, s, s) * (0.5f * roughInverse(s)); }
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
// Of the magnitude of x.
template <class T>
INLINE Two<T> asinParts(T x) {
  const ArcSine<T> a = arcSine(x);
  return either(a.far, minus(kHalfPi2<T>, doubled(a.part)), a.part);
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

LW_LARGE f32 lw_asin_f32(f32 x) { return oddOf(x, summed(asinParts(x))); }
CLAIM(f32, 0.8, -0x1.10d7cep-1)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acos_f32(f32 x) { return summed(acosParts(x)); }
CLAIM(f32, 0.75, 0x1.14f7cep-1)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_asinpi_f32(f32 x) { return oddOf(x, overPi(asinParts(x))); }
CLAIM(f32, 1, 0x1.29a8c4p-124)
SWEEP(-1, 1, 20000)
LW_LARGE f32 lw_acospi_f32(f32 x) { return overPi(acosParts(x)); }
CLAIM(f32, 0.75, 0x1.007408p-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asin_f64(f64 x) {
  const f64 y = oddOf(x, summed(asinParts(x)));
  return absOf(x) < 0x1p-27 ? x : y;
}
CLAIM(f64, 0.9, 0x1.0f4e5122d68cfp-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acos_f64(f64 x) { return summed(acosParts(x)); }
CLAIM(f64, 0.9, 0x1.1d4ef227515acp-1)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_asinpi_f64(f64 x) { return oddOf(x, overPi(asinParts(x))); }
CLAIM(f64, 1, 0x1.6907f884d7a42p-1020)
SWEEP(-1, 1, 20000)
LW_LARGE f64 lw_acospi_f64(f64 x) { return overPi(acosParts(x)); }
CLAIM(f64, 1, 0x1.0351c78400e7p-1)
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
