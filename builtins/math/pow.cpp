// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pow, pown, powr, rootn: e^(y log x). f64 needs log x with 12 more bits than it has: a table, an
// exact r, and sums in two parts. f32 is computed in f64. f16 is f64's result rounded: a few of its
// 2^32 pairs are so near to the middle of two numbers that less would not tell, and many are in it.
#include "builtins/math/exp.h"
#include "builtins/math/log.h"
#include "builtins/math/log_two_parts.h"

INLINE f64 expOf(Double2 t) {
  const Power e = expTwoParts(t);
  return scaled(e.value.high + e.value.low, e.exponent);
}
// x^y for positive finite x. A y beyond 2^64 has the same results as 2^64.
INLINE f64 powPositive(f64 x, f64 y) {
  return expOf(times(logTwoParts(x), limited(y, -0x1p64, 0x1p64)));
}
// An f64 that is a unit away from the middle of two f16 stands for it: there the tie is broken.
INLINE f16 roundedF16(f64 x) { return rounded<f16>(bitsAs<f64>((bitsOf(x) + 4) & ~u64(7))); }

INLINE f16 powPositive(f16 x, f64 y) { return roundedF16(powPositive(f64(x), y)); }
INLINE f32 powPositive(f32 x, f64 y) {
  const LogParts p = logPartsOfNormal(f64(x));
  const f64 log2x = mad(logOfFraction(p.fraction), kLog2E, p.exponent);
  const f64 t = limited(log2x * limited(y, -0x1p64, 0x1p64), -200.0, 200.0);
  const Rounded<f64> n = nearest(t);
  return f32(exp2Polynomial(t - n.value) * powerOfTwo<f64>(int(n.integer)));
}
// f64(n), without a conversion, for the reason that exponentIn() has.
INLINE f64 number(i32 n) {
  return bitsAs<f64>(bitsOf(0x1p52) | (u32(n) ^ 0x80000000)) - (0x1p52 + 0x1p31);
}
// x^(1/n): the inverse in two parts.
INLINE f64 rootPositive(f64 x, i32 n) {
  const f64 inverse = 1.0 / number(n);
  const Double2 back = twoProduct(inverse, number(n));
  return expOf(times(logTwoParts(x), Double2{inverse, ((1.0 - back.high) - back.low) / number(n)}));
}
INLINE f16 rootPositive(f16 x, i32 n) { return roundedF16(rootPositive(f64(x), n)); }
INLINE f32 rootPositive(f32 x, i32 n) {
  const LogParts p = logPartsOfNormal(f64(x));
  const f64 log2x = mad(logOfFraction(p.fraction), kLog2E, p.exponent);
  const f64 t = log2x / number(n);
  const Rounded<f64> whole = nearest(t);
  return f32(exp2Polynomial(t - whole.value) * powerOfTwo<f64>(int(whole.integer)));
}

// What is left for zero, infinity and NaN when x stands for |x|: `grows` if the exponent is
// positive.
template <class T>
INLINE T powOfMagnitude(T magnitude, T result, bool grows) {
  const T atZero = grows ? T(0) : infinity<T>(), atInfinity = grows ? infinity<T>() : T(0);
  return magnitude == T(0)            ? atZero
         : magnitude == infinity<T>() ? atInfinity
         : magnitude != magnitude     ? magnitude
                                      : result;
}

template <class T>
INLINE T powOf(T x, T y) {
  const T magnitude = absOf(x), half = y * T(0.5);
  const bool integer = __builtin_elementwise_trunc(y) == y;
  const bool odd = integer && __builtin_elementwise_trunc(half) != half;
  const T positive = powOfMagnitude(magnitude, powPositive(magnitude, y), y > T(0));
  const bool negative = (bitsOf(x) & Type<T>::sign) != 0;
  const T result = negative && odd ? -positive : positive;
  const bool undefined = x < T(0) && !integer && magnitude != infinity<T>();
  const T checked = y != y ? y : undefined ? nan<T>() : result;
  return y == T(0) || x == T(1) ? T(1) : checked;
}
template <class T>
INLINE T powrOf(T x, T y) {
  const T positive = powOfMagnitude(absOf(x), powPositive(x, y), y > T(0));
  const bool border = x == T(0) || absOf(x) == infinity<T>();
  const bool undefined = x < T(0) || x != x || y != y || (border && y == T(0)) ||
                         (x == T(1) && absOf(y) == infinity<T>());
  return undefined ? nan<T>() : y == T(0) ? T(1) : positive;
}
template <class T>
INLINE T pownOf(T x, i32 n) {
  const T magnitude = absOf(x);
  const T positive = powOfMagnitude(magnitude, powPositive(magnitude, number(n)), n > 0);
  return n == 0 ? T(1) : n & 1 ? withSign(positive, x) : positive;
}
template <class T>
INLINE T rootnOf(T x, i32 n) {
  const T magnitude = absOf(x);
  const T positive = powOfMagnitude(magnitude, rootPositive(magnitude, n), n > 0);
  const bool undefined = n == 0 || (x < T(0) && !(n & 1));
  return undefined ? nan<T>() : n & 1 ? withSign(positive, x) : positive;
}

LW_LARGE f32 lw_pow_f32_f32(f32 x, f32 y) { return powOf(x, y); }
CLAIM(f32, 0.55, 0x1.740052p+3, -0x1.38362ap-8)
SWEEP(0, 20, 40000)
SWEEP(0.9, 1.1, 20000)
LW_LARGE f32 lw_powr_f32_f32(f32 x, f32 y) { return powrOf(x, y); }
CLAIM(f32, 0.55, 0x1.740052p+3, -0x1.38362ap-8)
SWEEP(0, 20, 40000)
LW_LARGE f32 lw_pown_f32_i32(f32 x, i32 n) { return pownOf(x, n); }
CLAIM(f32, 0.55, 0x1.64c18p+0, -188)
SWEEP(-20, 20, 40000)
LW_LARGE f32 lw_rootn_f32_i32(f32 x, i32 n) { return rootnOf(x, n); }
CLAIM(f32, 0.55, -0x1.27aaeep+2, -131)
SWEEP(-20, 20, 40000)

LW_LARGE f64 lw_pow_f64_f64(f64 x, f64 y) { return powOf(x, y); }
CLAIM(f64, 0.9, 0x1.036f65a53ab93p+0, -0x1.9f6a99620a3b3p+15)
SWEEP(0, 50, 40000)
SWEEP(0.9, 1.1, 20000)
LW_LARGE f64 lw_powr_f64_f64(f64 x, f64 y) { return powrOf(x, y); }
CLAIM(f64, 0.9, 0x1.c85b7d40e2ac1p+9, -0x1.9fd96d7071f9fp+6)
SWEEP(0, 50, 40000)
LW_LARGE f64 lw_pown_f64_i32(f64 x, i32 n) { return pownOf(x, n); }
CLAIM(f64, 0.9, -0x1.b08ebf75bb553p+21, -47)
SWEEP(-20, 20, 40000)
LW_LARGE f64 lw_rootn_f64_i32(f64 x, i32 n) { return rootnOf(x, n); }
CLAIM(f64, 0.9, -0x1.7b397c8401652p+1022, -1)
SWEEP(-20, 20, 40000)

LW_LARGE f16 lw_pow_f16_f16(f16 x, f16 y) { return powOf(x, y); }
CLAIM(f16, 0.5, 0x1p-1, 0x1.9p+4)
LW_LARGE f16 lw_powr_f16_f16(f16 x, f16 y) { return powrOf(x, y); }
CLAIM(f16, 0.5, 0x1p-1, 0x1.9p+4)
LW_LARGE f16 lw_pown_f16_i32(f16 x, i32 n) { return pownOf(x, n); }
CLAIM(f16, 0.5, 0x1p+1, -25)
LW_LARGE f16 lw_rootn_f16_i32(f16 x, i32 n) { return rootnOf(x, n); }
CLAIM(f16, 0.5, 0x1.56p-3, -734)
