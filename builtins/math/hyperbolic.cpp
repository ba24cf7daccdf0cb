// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sinh, cosh, tanh and their inverses. f16, and the inverses of f32, are computed in f64.
#include "builtins/math/exp.h"
#include "builtins/math/log.h"

INLINE f64 expInF64(f64 x) {
  const f64 t = limited(x * kLog2E, -400.0, 400.0);
  const Rounded<f64> n = nearest(t);
  return exp2Polynomial(t - n.value) * powerOfTwo<f64>(int(n.integer));
}

INLINE f16 sinhInF64(f16 given) {
  const f64 x = f64(given), z = x * x, e = expInF64(absOf(x));
  // approx/polynomials.sollya: sinhInF64
  const f64 p = horner(z, 0x1.5555555558101p-3, 0x1.1111110877e0dp-7, 0x1.a01a12e841fedp-13,
                       0x1.71d218cd57bb7p-19, 0x1.b553bb57dfabfp-26);
  return rounded<f16>(absOf(x) < 1 ? mad(x * z, p, x) : withSign(0.5 * (e - 1.0 / e), x));
}
INLINE f16 coshInF64(f16 x) {
  const f64 e = expInF64(absOf(f64(x)));
  return rounded<f16>(0.5 * (e + 1.0 / e));
}
// (e^2x - 1) / (e^2x + 1) with what exp leaves in both.
INLINE f16 tanhInF64(f16 given) {
  const f64 x = f64(given), t = limited(absOf(x + x), 0.0, 60.0);
  const Rounded<f64> n = nearest(t * kLog2E);
  const f64 r = (t - n.value * kLn2High) - n.value * kLn2Low;
  const f64 power = powerOfTwo<f64>(int(n.integer));
  const f64 e = mad(power, mad(r * r, expm1TailF32(r), r), power - 1.0);
  return x == 0 ? given : rounded<f16>(withSign(e / (e + 2.0), x));
}

// |x| = n ln2 + r, so that 2 cosh x = 2^n ((1 + q) cosh r + (1 - q) sinh r) with q = 2^-2n, and
// 2 sinh x the same with the factors exchanged: neither needs a division, and nothing is lost near
// zero.
template <class T>
struct HyperbolicParts {
  Two<T> more, less;          // 1 + q and 1 - q
  T r, sineTail, cosineTail;  // sinh r - r and cosh r - 1
  T half;                     // 2^(n-2)
};
template <class T>
struct Tails {
  T sine, cosine;
};
// sinh(r + c) - r and cosh r - 1.
INLINE Tails<f32> hyperbolicTails(f32 r, f32 c) {
  const f32 z = r * r;
  // approx/polynomials.sollya: hyperbolicTails of f32, cosh
  const f32 p = horner(z, 0x1p-1f, 0x1.555502p-5f, 0x1.6d2e22p-10f);
  // approx/polynomials.sollya: hyperbolicTails of f32, sinh
  const f32 s = horner(z, 0x1.555556p-3f, 0x1.110f88p-7f, 0x1.a3633ep-13f);
  return {mad(z * r, s, c), p * z};
}
INLINE Tails<f64> hyperbolicTails(f64 r, f64 c) {
  const f64 z = r * r;
  // approx/polynomials.sollya: hyperbolicTails of f64, cosh
  const f64 p = horner(z, 0x1.000000000000bp-1, 0x1.555555555024ap-5, 0x1.6c16c185476b5p-10,
                       0x1.a019976f68e96p-16, 0x1.28af99ec3a80fp-22);
  // approx/polynomials.sollya: hyperbolicTails of f64, sinh
  const f64 s = horner(z, 0x1.5555555555559p-3, 0x1.111111110f64ep-7, 0x1.a01a01b008173p-13,
                       0x1.71ddf8002e2ecp-19, 0x1.af5f4c189cef3p-26);
  return {mad(z * r, s, c), p * z};
}
constexpr f32 ln2High(f32) { return kLn2HighF32; }
constexpr f64 ln2High(f64) { return kLn2High; }
constexpr f32 ln2Low(f32) { return kLn2LowF32; }
constexpr f64 ln2Low(f64) { return kLn2Low; }
template <class T>
INLINE HyperbolicParts<T> hyperbolicParts(T x, T most) {
  using Bits = typename Type<T>::Bits;
  constexpr int places = Type<T>::fraction, bias = Type<T>::bias;
  const T t = limited(absOf(x), T(0), most);
  const Rounded<T> n = nearest(t, T(kLog2E));
  const T high = mad(-n.value, ln2High(x), t), low = n.value * ln2Low(x);
  const T r = high - low;
  const Tails<T> tails = hyperbolicTails(r, (high - r) - low);
  const auto kept = n.integer < places * 2 ? n.integer : places * 2;
  const T q = bitsAs<T>(Bits((Bits(bias) << places) - (Bits(kept) << (places + 1))));
  const T more = T(1) + q, less = T(1) - q;
  return {{more, (T(1) - more) + q},
          {less, (T(1) - less) - q},
          r,
          tails.sine,
          tails.cosine,
          bitsAs<T>(Bits(n.integer + (bias - 2)) << places)};
}
// a + b r + a cosineTail + b sineTail for a that is zero or above b r.
template <class T>
INLINE Two<T> combined(const HyperbolicParts<T>& t, Two<T> a, Two<T> b) {
  const Two<T> product = twoProduct(b.high, t.r), sum = fastTwoSum(a.high, product.high);
  const T tails = mad(b.high, t.sineTail, mad(a.high, t.cosineTail, sum.low + product.low));
  return {sum.high, mad(b.low, t.r, a.low) + tails};
}
template <class T>
INLINE Two<T> coshOf(const HyperbolicParts<T>& t) {
  return combined(t, t.more, t.less);
}
template <class T>
INLINE Two<T> sinhOf(const HyperbolicParts<T>& t) {
  return combined(t, t.less, t.more);
}
template <class T>
INLINE T summed(const HyperbolicParts<T>& t, Two<T> parts) {
  const T sum = parts.high + parts.low;
  return (sum + sum) * t.half;
}
template <class T>
INLINE T sinhByParts(T x, T most) {
  const HyperbolicParts<T> t = hyperbolicParts(x, most);
  return withSign(summed(t, sinhOf(t)), x);
}
template <class T>
INLINE T coshByParts(T x, T most) {
  const HyperbolicParts<T> t = hyperbolicParts(x, most);
  return summed(t, coshOf(t));
}
template <class T>
INLINE T tanhByParts(T x, T most) {
  const HyperbolicParts<T> t = hyperbolicParts(x, most);
  const Two<T> sine = sinhOf(t), cosine = coshOf(t);
  const Two<T> s = fastTwoSum(sine.high, sine.low), c = fastTwoSum(cosine.high, cosine.low);
  const T inverse = T(1) / c.high, q = s.high * inverse;
  const T rest = mad(-q, c.low, exactRest(s.high, q, c.high) + s.low);
  return withSign(mad(rest, inverse, q), x);
}
LW_LARGE f32 lw_sinh_f32(f32 x) { return sinhByParts(x, 90.0f); }
CLAIM(f32, 0.81, -0x1.65c644p-2)
SWEEP(-90, 90, 20000)
SWEEP(-2, 2, 20000)
LW_LARGE f32 lw_cosh_f32(f32 x) { return coshByParts(x, 90.0f); }
CLAIM(f32, 0.75, -0x1.fe68b8p+2)
SWEEP(-90, 90, 20000)
LW_LARGE f32 lw_tanh_f32(f32 x) { return tanhByParts(x, 10.0f); }
CLAIM(f32, 0.75, 0x1.6629fp-2)
SWEEP(-10, 10, 20000)

LW_LARGE f64 lw_sinh_f64(f64 x) { return sinhByParts(x, 711.0); }
CLAIM(f64, 0.95, 0x1.62f4e3214e98p-2)
SWEEP(-711, 711, 20000)
SWEEP(-3, 3, 20000)
LW_LARGE f64 lw_cosh_f64(f64 x) { return coshByParts(x, 711.0); }
CLAIM(f64, 0.9, -0x1.e93e848296a08p+1)
SWEEP(-711, 711, 20000)
SWEEP(-3, 3, 20000)
LW_LARGE f64 lw_tanh_f64(f64 x) { return tanhByParts(x, 20.0); }
CLAIM(f64, 0.9, -0x1.63cc077ff7ab6p-2)
SWEEP(-20, 20, 20000)
SWEEP(-1, 1, 20000)

// log(1 + v) in f64 for f32.
INLINE f64 log1pInF64(f64 v) {
  const LogParts p = logParts(1.0 + v);
  return mad(p.exponent, kLn2, logOfFraction(p.exponent == 0 ? v : p.fraction));
}
template <class T>
INLINE T asinhInF64(T x) {
  const f64 a = absOf(f64(x)), root = __builtin_sqrt(mad(a, a, 1.0));
  const f64 y = log1pInF64(a + a * a / (1.0 + root));
  return x == T(0) || !(absOf(x) < infinity<T>()) ? x : rounded<T>(withSign(y, f64(x)));
}
LW_LARGE f32 lw_asinh_f32(f32 x) { return asinhInF64(x); }
CLAIM(f32, 0.502, -0x1.a9f6b2p-2)
SWEEP(-10, 10, 20000)
template <class T>
INLINE T acoshInF64(T x) {
  const f64 t = f64(x) - 1.0;
  const T y = rounded<T>(log1pInF64(t + __builtin_sqrt(t * (t + 2.0))));
  return x < T(1) ? nan<T>() : x < infinity<T>() ? y : x;
}
LW_LARGE f32 lw_acosh_f32(f32 x) { return acoshInF64(x); }
CLAIM(f32, 0.502, 0x1.7e1deep+0)
SWEEP(1, 10, 20000)
// log((1 + a) / (1 - a)) / 2 with the power of two u nearest to the quotient, by the bits of both
// numbers, taken out: k ln 2 + log((1 + s) / (1 - s)) with one division, s = a where u is one.
template <class T>
INLINE T atanhInF64(T x) {
  const f64 a = absOf(f64(x));
  const u64 ratio = bitsOf(1.0 + a) - bitsOf(1.0 - a) + (u64(1) << 51);
  const u64 k = ratio >> 52 & 63;
  const f64 u = powerOfTwo<f64>(int(k));
  const f64 s = mad(a, 1.0 + u, 1.0 - u) / mad(a, 1.0 - u, 1.0 + u);
  const T y = rounded<T>(withSign(0.5 * mad(f64(int(k)), kLn2, logOfRatio(s)), f64(x)));
  const T special = a == 1 ? withSign(infinity<T>(), x) : nan<T>();
  return x == T(0) ? x : a < 1 ? y : special;
}
LW_LARGE f32 lw_atanh_f32(f32 x) { return atanhInF64(x); }
CLAIM(f32, 0.502, -0x1.ff9848p-2)
SWEEP(-1, 1, 20000)

// log(1 + v), or log(2 a) for a >= 2^28, where 1 + v is that to the last place.
INLINE f64 inverseHyperbolic(f64 a, Double2 v) {
  const bool far = a >= 0x1p28;
  const Double2 u = twoSum(1.0, v.high);
  const LogParts p = logParts(far ? a : u.high);
  return logOfParts({p.exponent + (far ? 1.0 : 0.0), p.fraction},
                    far ? 0.0 : (u.low + v.low) * nearInverse(u.high));
}
// v = a + a^2 / (1 + sqrt(1 + a^2)).
LW_LARGE f64 lw_asinh_f64(f64 x) {
  const f64 a = absOf(x), near = limited(a, 0.0, 0x1p28);
  const Double2 square = twoProduct(near, near);
  const Double2 root = rootOf(plus({1, 0}, square));
  const Double2 more = twoSum(1.0, root.high);
  const Double2 q = quotient(square, {more.high, more.low + root.low});
  const Double2 v = twoSum(near, q.high);
  const f64 y = withSign(inverseHyperbolic(a, {v.high, v.low + q.low}), x);
  return a < 0x1p-27 || !(a < infinity<f64>()) ? x : y;
}
CLAIM(f64, 1, -0x1.66fd715a7bb22p-2)
SWEEP(-10, 10, 20000)
SWEEP(-1, 1, 20000)
// v = (x - 1) + sqrt(x^2 - 1).
LW_LARGE f64 lw_acosh_f64(f64 x) {
  const f64 near = limited(x, 1.0, 0x1p28);
  const Double2 root = rootOf(plus(twoProduct(near, near), {-1, 0}));
  const Double2 less = twoSum(near, -1.0), v = twoSum(less.high, root.high);
  const f64 y = inverseHyperbolic(x, {v.high, v.low + (less.low + root.low)});
  return x < 1 ? nan<f64>() : x < infinity<f64>() ? y : x;
}
CLAIM(f64, 1, 0x1.0f6672b98c616p+0)
SWEEP(1, 10, 20000)
SWEEP(1, 1.1, 20000)
LW_LARGE f64 lw_atanh_f64(f64 x) {
  const f64 a = absOf(x);
  const f64 y = 0.5 * log1pOf(quotient({a + a, 0}, twoSum(1.0, -a)));
  const f64 special = a == 1 ? infinity<f64>() : nan<f64>();
  return a < 0x1p-27 ? x : withSign(a < 1 ? y : special, x);
}
CLAIM(f64, 0.95, -0x1.5cffd50d7d13ap-3)
SWEEP(-1, 1, 40000)
SWEEP(-0.01, 0.01, 20000)

LW_LARGE f16 lw_sinh_f16(f16 x) { return sinhInF64(x); }
CLAIM(f16, 0.5, 0x1.d6p+2)
LW_LARGE f16 lw_cosh_f16(f16 x) { return coshInF64(x); }
CLAIM(f16, 0.5, 0x1.7bcp+0)
LW_LARGE f16 lw_tanh_f16(f16 x) { return tanhInF64(x); }
CLAIM(f16, 0.5, 0x1.d14p-6)
LW_LARGE f16 lw_asinh_f16(f16 x) { return asinhInF64(x); }
CLAIM(f16, 0.5, 0x1.c7cp+3)
LW_LARGE f16 lw_acosh_f16(f16 x) { return acoshInF64(x); }
CLAIM(f16, 0.5, 0x1.39p+0)
LW_LARGE f16 lw_atanh_f16(f16 x) { return atanhInF64(x); }
CLAIM(f16, 0.5, 0x1.25p-5)
