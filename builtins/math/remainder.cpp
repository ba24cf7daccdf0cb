// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmod, remainder and remquo, exact. A short division finds quotients below 2^24 in f32 and 2^52 in
// f64: they are the rounded division, at most one off, and their product with the divisor is taken
// from the dividend without an error. Where the quotient is larger, the dividend is taken modulo
// multiples of the divisor before, in f64. f16 is computed in f64, where all its quotients are
// short.
#include "builtins/math/two_parts.h"

template <class T>
INLINE T magnitude(T x) {
  return __builtin_elementwise_abs(x);
}

// True if the short division is exact: the quotient is an exact integer in the type, with space for
// the bits that remquo adds in f64, and the divisor is finite, in f64 small enough for its
// products. False for NaNs and for zero as divisor. One expression without branches, so that a
// vector variant that has evaluated it for all lanes needs no long division.
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

// The low bits of a quotient, which is at most 2^24 or 2^52.
INLINE i32 lowBits(f32 quotient) { return i32(quotient); }
INLINE i32 lowBits(f64 quotient) { return i32(bitsOf(quotient + 0x1p52) & 0x7fffffff); }

// The nearest integer, even in the middle. In f64, which may be as large as 2^52, not by the
// instruction: without AVX it waits for what its result's register held before, maybe since the
// last call.
INLINE f32 toInteger(f32 x) { return __builtin_elementwise_roundeven(x); }
INLINE f64 toInteger(f64 x) { return (x + 0x1p52) - 0x1p52; }

// Short divisions of positive numbers, the quotient to an integer: what is left, and the low bits
// of it. The rest has no more bits than the numbers, and no product of the quotient and a part of b
// is too small to be exact.
struct TowardZero {
  // The nearest integer, or that of a division rounded up, may be the next one: the rest is below
  // zero.
  template <class T>
  INLINE T divided(T a, T b, i32* low) {
    const T q = toInteger(a / b), rest = exactRest(a, q, b);
    *low = 0;  // not used
    return rest < 0 ? rest + b : rest;
  }
};
struct ToNearest {
  // The division may have been rounded to the middle of two integers, or across it, then the rest
  // is more than half of the divisor. A quotient truly in the middle is not rounded before.
  template <class T>
  INLINE T divided(T a, T b, i32* low) {
    const T q = toInteger(a / b), rest = exactRest(a, q, b);
    const bool more = magnitude(rest) + magnitude(rest) > b;
    *low = lowBits(more ? q + withSign(T(1), rest) : q);
    return more ? rest - withSign(b, rest) : rest;
  }
};

// The exponent of a positive number, with the bias.
INLINE int exponentOf(f64 x) {
  const bool isSmall = x < 0x1p-1000;
  return int(bitsOf(isSmall ? x * 0x1p100 : x) >> 52) - (isSmall ? 100 : 0);
}
// a modulo multiples of b, by 51 bits of the quotient a step, until a short division is left that
// has the last 31. Near the largest numbers scaled, lest products overflow.
INLINE f64 shortened(f64 a, f64 b) {
  for (int n = exponentOf(a) - exponentOf(b) - 51; !(a < b * 0x1p52); n -= 51) {
    const int low = (n > 31 ? n : 31) >> 1, high = (n > 31 ? n : 31) - low;
    const f64 multiple = b * powerOfTwo<f64>(low) * powerOfTwo<f64>(high);
    const bool isLarge = !(a < 0x1p960);
    const f64 down = isLarge ? 0x1p-128 : 1, up = isLarge ? 0x1p128 : 1;
    i32 unused;
    a = TowardZero::divided(a * down, multiple * down, &unused) * up;
  }
  return a;
}
// Of any two numbers, given without their signs.
template <class Quotient>
INLINE f64 longDivided(f64 a, f64 b, i32* low) {
  *low = 0;
  if (!(a < infinity<f64>()) || !(b > 0)) return nan<f64>();
  if (a < 0.25 * b) return a;
  const bool isLarge = !(b < 0x1p960);
  const f64 down = isLarge ? 0x1p-128 : 1, up = isLarge ? 0x1p128 : 1;
  return Quotient::divided(shortened(a, b) * down, b * down, low) * up;
}

// The type of the short division, and the way back.
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

template <class Quotient, class T>
INLINE T divided(T x, T y, i32* low) {
  const auto a = computed(x), b = computed(y);
  using C = decltype(a + b);
  C rest;
  i32 bits;
  if (isShortDivision(x, y)) [[likely]]
    rest = Quotient::divided(magnitude(a), divisor(y), &bits);
  else
    rest = C(longDivided<Quotient>(f64(magnitude(a)), f64(magnitude(b)), &bits));
  *low = (bitsOf(a) ^ bitsOf(b)) & Type<C>::sign ? -bits : bits;
  return stored(bitsAs<C>(bitsOf(rest) ^ (bitsOf(a) & Type<C>::sign)), x);
}

// A macro, because it joins the C names of functions from operation and type.
#define REMAINDERS(T)                                           \
  LW_LARGE T lw_fmod_##T##_##T(T x, T y) {                      \
    i32 unused;                                                 \
    return divided<TowardZero>(x, y, &unused);                  \
  }                                                             \
  LW_LARGE T lw_remainder_##T##_##T(T x, T y) {                 \
    i32 unused;                                                 \
    return divided<ToNearest>(x, y, &unused);                   \
  }                                                             \
  LW_LARGE T lw_remquo_##T##_##T##_p(T x, T y, i32* quotient) { \
    return divided<ToNearest>(x, y, quotient);                  \
  }
REMAINDERS(f16)
REMAINDERS(f32)
REMAINDERS(f64)
