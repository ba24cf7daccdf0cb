// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmod, remainder and remquo: long division of the significands, several quotient bits a step.
// Exact by construction; the number of steps grows with the difference of the exponents.
#include "builtins/scalar.h"

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
INLINE T fmodOf(T x, T y) {
  if (undefined(x, y)) return nan<T>();
  if (!(absOf(x) >= absOf(y))) return x;
  const Division d = divide(x, y);
  return withSign(composed<T>(d.rest, d.exponent), x);
}

// The quotient is rounded to nearest even; `low` receives its sign and low bits.
template <class T>
INLINE T remquoOf(T x, T y, i32* low) {
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
