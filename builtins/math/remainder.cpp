// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmod, remainder and remquo, exact. The quotient of the common case, below 2^24 in f32 and 2^52 in
// f64, is the rounded division, at most one off; its product with the divisor is taken from the
// dividend without an error. Larger quotients, infinities and NaNs go by long division of the
// significands, several bits a step.
#include "builtins/math/two_parts.h"

// |x| / |y| as integers times 2^exponent of y: what is left, and the low bits of the quotient.
struct Division {
  u64 rest;  // < divisor
  u64 divisor;
  u32 quotient;  // modulo 2^32
  int exponent;
};

template <class T>
struct Parts {
  u64 significand;
  int exponent;
};

template <class T>
INLINE Parts<T> partsOf(T magnitude) {
  const u64 bits = bitsOf(magnitude);
  const u64 hidden = u64(1) << Type<T>::fraction;
  const int exponent = int(bits >> Type<T>::fraction);
  return {(bits & (hidden - 1)) | (exponent ? hidden : 0), exponent ? exponent : 1};
}

// Both finite, y not zero. A step shifts as far as 64 bits hold the rest.
template <class T>
INLINE Division divide(T x, T y) {
  const auto n = partsOf(absOf(x)), d = partsOf(absOf(y));
  constexpr int step = 63 - Type<T>::fraction - 1;
  int difference = n.exponent - d.exponent;
  Division r{n.significand, d.significand, 0, d.exponent};
  if (difference < 0) {
    // |x| < |y| or nearly: the quotient is below one, unless subnormals share the exponent.
    // Beyond one bit the rest cannot matter for rounding; the caller sees |x| itself.
    r.exponent = n.exponent;
    r.divisor = difference < -2 ? ~u64(0) >> 1 : d.significand << -difference;
    return r;
  }
  r.quotient = u32(r.rest / r.divisor);
  r.rest %= r.divisor;
  while (difference > 0) {
    const int shift = difference < step ? difference : step;
    r.rest <<= shift;
    const u64 q = r.rest / r.divisor;
    r.rest -= q * r.divisor;
    r.quotient = (shift < 32 ? r.quotient << shift : 0) + u32(q);
    difference -= shift;
  }
  return r;
}

// rest * 2^(exponent - bias - fraction), exact: it has no more bits than a significand.
template <class T>
INLINE T composed(u64 rest, int exponent) {
  using Bits = typename Type<T>::Bits;
  if (rest == 0) return T(0);
  const int up = __builtin_clzg(rest) - (63 - Type<T>::fraction);
  const int shift = up < exponent - 1 ? up : exponent - 1;
  const u64 significand = rest << shift;
  const bool normal = (significand >> Type<T>::fraction) != 0;
  const u64 field = normal ? u64(exponent - shift) : 0;
  const u64 fraction = significand & ((u64(1) << Type<T>::fraction) - 1);
  return bitsAs<T>(Bits(field << Type<T>::fraction | fraction));
}

template <class T>
INLINE bool undefined(T x, T y) {
  return !(bitsOf(absOf(x)) < Type<T>::infinity) || y == T(0) || y != y;
}

template <class T>
INLINE T longFmod(T x, T y) {
  if (undefined(x, y)) return nan<T>();
  if (!(absOf(x) >= absOf(y))) return x;
  const Division d = divide(x, y);
  return withSign(composed<T>(d.rest, d.exponent), x);
}

// The quotient is rounded to nearest even; `low` receives its sign and low bits.
template <class T>
INLINE T longRemquo(T x, T y, i32* low) {
  *low = 0;
  if (undefined(x, y)) return nan<T>();
  if (bitsOf(absOf(y)) == Type<T>::infinity) return x;
  Division d = divide(x, y);
  const bool more = 2 * d.rest > d.divisor || (2 * d.rest == d.divisor && (d.quotient & 1));
  const bool negative = ((bitsOf(x) ^ bitsOf(y)) & Type<T>::sign) != 0;
  const u32 quotient = (d.quotient + more) & 0x7fffffff;
  *low = negative ? -i32(quotient) : i32(quotient);
  const T rest = composed<T>(more ? d.divisor - d.rest : d.rest, d.exponent);
  const T signedRest = withSign(rest, x);
  return more ? -signedRest : signedRest;
}

// The type that the short division is done in: f64 holds all quotients of f16.
template <class T>
INLINE T computed(T x) {
  return x;
}
INLINE f64 computed(f16 x) { return f64(x); }
INLINE f16 stored(f64 x, f16) { return f16(f32(x)); }
template <class T>
INLINE T stored(T x, T) {
  return x;
}
template <class T>
INLINE T magnitude(T x) {
  return __builtin_elementwise_abs(x);
}

// What one division is enough for: a quotient that is an exact integer in the type, with room for
// what remquo adds in f64, and a finite divisor, in f64 one whose products do not overflow. NaNs
// and zero as divisor are not among it. One expression without branches, so that a wide form that
// has asked it for all lanes is rid of the loop.
INLINE bool isShortDivision(f16, f16) { return true; }
INLINE bool isShortDivision(f32 x, f32 y) {
  const bool small = magnitude(x) < magnitude(y) * 0x1p24f, finite = magnitude(y) < infinity<f32>();
  return small & finite;
}
INLINE bool isShortDivision(f64 x, f64 y) {
  const bool small = magnitude(x) < magnitude(y) * 0x1p52, inRange = magnitude(y) < 0x1p960;
  return small & inRange;
}
template <class T>
INLINE bool needsLongDivision(T x, T y) {
  return !isShortDivision(x, y);
}
// Infinity as divisor of numbers of f16 is any that is far larger than they are. An infinite
// dividend, zero as divisor and NaNs give NaNs by themselves.
INLINE f64 divisor(f16 y) {
  const f64 b = magnitude(f64(y));
  return b == infinity<f64>() ? 0x1p100 : b;
}
template <class T>
INLINE T divisor(T y) {
  return magnitude(y);
}

// a - q b where that has no more bits than a and b. No product of the integer q and a part of b is
// too small to be exact.
INLINE f32 less(f32 a, f32 q, f32 b) { return fused(-q, b, a); }
INLINE f64 less(f64 a, f64 q, f64 b) {
#ifdef __FMA__  // a quarter less time at one lane than by the parts, which give the same
  return __builtin_fma(-q, b, a);
#else
  const Double2 product = twoProduct(q, b);
  return (a - product.high) - product.low;
#endif
}
// The low bits of a quotient, which is at most 2^24 or 2^52.
INLINE i32 lowBits(f32 quotient) { return i32(quotient); }
INLINE i32 lowBits(f64 quotient) { return i32(bitsOf(quotient + 0x1p52) & 0x7fffffff); }

// The division may have been rounded up to the next integer, then the rest is below zero.
template <class T>
INLINE T fmodOf(T x, T y) {
  if (!isShortDivision(x, y)) [[unlikely]]
    return longFmod(x, y);
  const auto dividend = computed(x), a = magnitude(dividend), b = divisor(y);
  const auto rest = less(a, __builtin_elementwise_trunc(a / b), b);
  return stored(withSign(rest < 0 ? rest + b : rest, dividend), x);
}

// The division may have been rounded to the middle of two integers, or across it, then the rest is
// more than half of the divisor. A quotient truly in the middle is not rounded before.
template <class T>
INLINE T remquoOf(T x, T y, i32* low) {
  if (!isShortDivision(x, y)) [[unlikely]]
    return longRemquo(x, y, low);
  const auto dividend = computed(x), a = magnitude(dividend), b = divisor(y);
  using C = decltype(a + b);
  const C q = __builtin_elementwise_roundeven(a / b), rest = less(a, q, b);
  const bool more = magnitude(rest) + magnitude(rest) > b;
  const C quotient = more ? q + withSign(C(1), rest) : q;
  const bool negative = ((bitsOf(dividend) ^ bitsOf(computed(y))) & Type<C>::sign) != 0;
  *low = negative ? -lowBits(quotient) : lowBits(quotient);
  const C r = more ? rest - withSign(b, rest) : rest;
  return stored(withSign(r, bitsAs<C>(bitsOf(r) ^ bitsOf(dividend))), x);
}

#define REMAINDERS(T)                                             \
  LW_LARGE T lw_fmod_##T##_##T(T x, T y) { return fmodOf(x, y); } \
  LW_LARGE T lw_remainder_##T##_##T(T x, T y) {                   \
    i32 quotient;                                                 \
    return remquoOf(x, y, &quotient);                             \
  }                                                               \
  LW_LARGE T lw_remquo_##T##_##T##_p(T x, T y, i32* quotient) { return remquoOf(x, y, quotient); }
REMAINDERS(f16)
REMAINDERS(f32)
REMAINDERS(f64)
