// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sinh, cosh, tanh and their inverses. f16, and the inverses of f32, are computed in f64.
#include "builtins/math/exp.h"
#include "builtins/math/log.h"

// e^|x| = 2^n m, m in two parts, cut where results have overflowed.
struct Exponential {
  Double2 m;
  i64 n;
};
INLINE Exponential exponential(f64 x) {
  const f64 t = limited(absOf(x), 0.0, 800.0);
  const Rounded<f64> n = nearest(t * kLog2E);
  const f64 high = t - n.value * kLn2High, low = n.value * kLn2Low;
  const f64 r = high - low, c = (high - r) - low;
  const Double2 sum = fastTwoSum(1.0, r);
  return {{sum.high, sum.low + mad(r * r, expm1TailF64(r), mad(c, r, c))}, n.integer};
}
// e^-|x| in units of 2^n: m^-1 2^-2n.
INLINE f64 inverseOf(const Exponential& e) {
  const i64 twice = e.n > 500 ? 1000 : 2 * e.n;
  return powerOfTwo<f64>(int(-twice)) / (e.m.high + e.m.low);
}
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

// |x| = n ln2 + r in f32, so that 2 cosh x = 2^n ((1 + q) cosh r + (1 - q) sinh r) with q = 2^-2n, and
// 2 sinh x the same with the factors exchanged: neither needs a division, and nothing is lost near zero.
struct HyperbolicParts {
  f32 more, less, moreLow, lessLow;  // 1 + q and 1 - q in two parts
  f32 r, sineTail, cosineTail;       // sinh r - r and cosh r - 1
  f32 half;                          // 2^(n-2)
};
INLINE HyperbolicParts hyperbolicParts(f32 x, f32 most) {
  const f32 t = limited(absOf(x), 0.0f, most);
  const Rounded<f32> n = nearest(t * kLog2EF32);
  const f32 high = mad(-n.value, kLn2HighF32, t), low = n.value * kLn2LowF32;
  const f32 r = high - low, c = (high - r) - low, z = r * r;
  // approx/polynomials.sollya: hyperbolicParts, cosh
  const f32 p = horner(z, 0x1p-1f, 0x1.555502p-5f, 0x1.6d2e22p-10f);
  // approx/polynomials.sollya: hyperbolicParts, sinh
  const f32 s = horner(z, 0x1.555556p-3f, 0x1.110f88p-7f, 0x1.a3633ep-13f);
  const i32 kept = n.integer < 60 ? n.integer : 60;
  const f32 q = bitsAs<f32>(u32((127 << 23) - (kept << 24))), more = 1.0f + q, less = 1.0f - q;
  return {more, less,           (1.0f - more) + q, (1.0f - less) - q,
          r,    mad(z * r, s, c), p * z,           bitsAs<f32>(u32(n.integer + 125) << 23)};
}
INLINE Float2 coshOf(const HyperbolicParts& t) {
  const f32 high = fused(t.less, t.r, t.more), low = fused(t.less, t.r, t.more - high);
  const f32 tails = mad(t.less, t.sineTail, mad(t.more, t.cosineTail, low));
  return {high, mad(t.lessLow, t.r, t.moreLow) + tails};
}
INLINE Float2 sinhOf(const HyperbolicParts& t) {
  const f32 high = fused(t.more, t.r, t.less), low = fused(t.more, t.r, t.less - high);
  const f32 tails = mad(t.more, t.sineTail, mad(t.less, t.cosineTail, low));
  return {high, mad(t.moreLow, t.r, t.lessLow) + tails};
}
INLINE f32 summed(const HyperbolicParts& t, Float2 parts) {
  const f32 sum = parts.high + parts.low;
  return (sum + sum) * t.half;
}
LW_LARGE f32 lw_sinh_f32(f32 x) {
  const HyperbolicParts t = hyperbolicParts(x, 90.0f);
  return withSign(summed(t, sinhOf(t)), x);
}
CLAIM(f32, 0.81, -0x1.65c644p-2)
SWEEP(-90, 90, 20000)
SWEEP(-2, 2, 20000)
LW_LARGE f32 lw_cosh_f32(f32 x) {
  const HyperbolicParts t = hyperbolicParts(x, 90.0f);
  return summed(t, coshOf(t));
}
CLAIM(f32, 0.75, -0x1.fe68b8p+2)
SWEEP(-90, 90, 20000)
LW_LARGE f32 lw_tanh_f32(f32 x) {
  const HyperbolicParts t = hyperbolicParts(x, 10.0f);
  const Float2 sine = sinhOf(t), cosine = coshOf(t);
  const Float2 s = fastTwoSum(sine.high, sine.low), c = fastTwoSum(cosine.high, cosine.low);
  const f32 inverse = 1.0f / c.high, q = s.high * inverse;
  const f32 rest = mad(-q, c.low, fused(-q, c.high, s.high) + s.low);
  return withSign(mad(rest, inverse, q), x);
}
CLAIM(f32, 0.75, 0x1.6629fp-2)
SWEEP(-10, 10, 20000)

LW_LARGE f64 lw_sinh_f64(f64 x) {
  const f64 z = x * x;
  // approx/polynomials.sollya: lw_sinh_f64
  const f64 p = horner(z, 0x1.5555555555555p-3, 0x1.11111111111d9p-7, 0x1.a01a019ff8236p-13,
                       0x1.71de3a7de0352p-19, 0x1.ae6424ea2ee6ap-26, 0x1.6144eac704733p-33,
                       0x1.98c01cbe1c081p-41, 0x1.d9ba54a124c11p-47);
  const Exponential e = exponential(x);
  const Double2 s = fastTwoSum(e.m.high, -inverseOf(e));
  const f64 far = withSign(scaled(s.high + (s.low + e.m.low), e.n - 1), x);
  const f64 close = absOf(x) < 0x1p-27 ? x : mad(x * z, p, x);
  return absOf(x) < 1 ? close : far;
}
CLAIM(f64, 0.95, 0x1.c2c5508fda841p-1)
SWEEP(-711, 711, 20000)
SWEEP(-3, 3, 20000)
LW_LARGE f64 lw_cosh_f64(f64 x) {
  const Exponential e = exponential(x);
  const Double2 s = fastTwoSum(e.m.high, inverseOf(e));
  return scaled(s.high + (s.low + e.m.low), e.n - 1);
}
CLAIM(f64, 0.9, 0x1.006a3881048b9p-5)
SWEEP(-711, 711, 20000)
SWEEP(-3, 3, 20000)
LW_LARGE f64 lw_tanh_f64(f64 x) {
  const f64 t = limited(absOf(x + x), 0.0, 60.0);
  const Rounded<f64> n = nearest(t * kLog2E);
  const f64 high = t - n.value * kLn2High, low = n.value * kLn2Low;
  const f64 r = high - low, c = (high - r) - low;
  // e^2x - 1 and e^2x + 1 in units of 2^n.
  const f64 tail = mad(r * r, expm1TailF64(r), mad(c, r, c)),
            unit = powerOfTwo<f64>(int(-n.integer));
  const Double2 less = fastTwoSum(1.0, -unit), more = fastTwoSum(1.0, unit);
  const Double2 top = fastTwoSum(less.high, r), bottom = fastTwoSum(more.high, r);
  const Double2 a = fastTwoSum(top.high, top.low + less.low + tail);
  const Double2 b = fastTwoSum(bottom.high, bottom.low + more.low + tail);
  const Double2 q = quotient(a, b);
  return absOf(x) < 0x1p-27 ? x : withSign(q.high + q.low, x);
}
CLAIM(f64, 0.9, 0x1.009e70cb85863p-3)
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
                    far ? 0.0 : (u.low + v.low) / u.high);
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
