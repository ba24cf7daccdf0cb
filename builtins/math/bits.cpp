// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of sign, exponent and neighbours, minimum and maximum, fma. All exact or correctly
// rounded.
#include "builtins/scalar.h"

template <class T>
INLINE T copysignOf(T x, T y) {
  return withSign(x, y);
}
// Of a NaN and a number, the number is chosen.
template <class T>
INLINE T fminOf(T x, T y) {
  const T smaller = y < x ? y : x;
  return x != x ? y : y != y ? x : smaller;
}
template <class T>
INLINE T fmaxOf(T x, T y) {
  const T larger = x < y ? y : x;
  return x != x ? y : y != y ? x : larger;
}
template <class T>
INLINE T fdimOf(T x, T y) {
  return x != x || y != y ? x + y : x > y ? T(x - y) : T(0);
}
template <class T>
INLINE T maxmagOf(T x, T y) {
  const T a = absOf(x), b = absOf(y);
  return a > b ? x : b > a ? y : fmaxOf(x, y);
}
template <class T>
INLINE T minmagOf(T x, T y) {
  const T a = absOf(x), b = absOf(y);
  return a < b ? x : b < a ? y : fminOf(x, y);
}
template <class T>
INLINE T fmaOf(T a, T b, T c) {
  // In f32 the product of two f16 is exact, and 24 bits are enough for the sum to round once
  // more without harm but in ties that f64 resolves.
  if constexpr (sizeof(T) == 2)
    return T(f64(f32(a) * f32(b)) + f64(c));
  else if constexpr (sizeof(T) == 4)
    return fused(a, b, c);
  else
    return __builtin_elementwise_fma(a, b, c);
}
template <class T>
INLINE T madOf(T a, T b, T c) {
  return mad(a, b, c);
}
LW_FLOAT_1(fabs, absOf)
LW_FLOAT_2(copysign, copysignOf)
LW_FLOAT_2(fmin, fminOf)
LW_FLOAT_2(fmax, fmaxOf)
LW_FLOAT_2(fdim, fdimOf)
LW_FLOAT_2(maxmag, maxmagOf)
LW_FLOAT_2(minmag, minmagOf)
LW_FLOAT_3(fma, fmaOf)
LW_FLOAT_3(mad, madOf)

LW f16 lw_nan_i16(u16 code) { return bitsAs<f16>(u16(code | Type<f16>::quiet)); }
LW f32 lw_nan_i32(u32 code) { return bitsAs<f32>(code | Type<f32>::quiet); }
LW f64 lw_nan_i64(u64 code) { return bitsAs<f64>(code | Type<f64>::quiet); }

// Bits as integers in the order of the numbers: one step is the next number.
template <class T>
INLINE T nextafterOf(T x, T y) {
  using Bits = typename Type<T>::Bits;
  using Int = typename Type<T>::Int;
  const Int bits = Int(bitsOf(x));
  const Int ordered = Int(bits < 0 ? Int(Type<T>::sign) - bits : bits);
  const Int moved = Int(ordered + (x < y ? 1 : -1));
  const T stepped = bitsAs<T>(Bits(moved < 0 ? Int(Type<T>::sign) - moved : moved));
  const T next = moved == 0 ? withSign(T(0), x) : stepped;
  return x != x || y != y ? x + y : x == y ? y : next;
}
LW_FLOAT_2(nextafter, nextafterOf)

// The number with a normal exponent, and how far it was moved.
template <class T>
struct Normalized {
  T value;
  int moved;
};
template <class T>
INLINE Normalized<T> normalizedOf(T x) {
  constexpr int shift = Type<T>::fraction + 1;
  const bool subnormal = bitsOf(absOf(x)) < (typename Type<T>::Bits(1) << Type<T>::fraction);
  const T scaled = x * T(u64(1) << shift);
  return {subnormal ? scaled : x, subnormal ? shift : 0};
}
template <class T>
INLINE int exponentOf(T x) {
  const auto n = normalizedOf(x);
  return int(bitsOf(absOf(n.value)) >> Type<T>::fraction) - Type<T>::bias - n.moved;
}
// FP_ILOGB0 is the lowest int, FP_ILOGBNAN the highest; so is infinity.
template <class T>
INLINE int ilogbOf(T x) {
  const auto magnitude = bitsOf(absOf(x));
  return magnitude == 0                   ? Type<i32>::min
         : magnitude >= Type<T>::infinity ? Type<i32>::max
                                          : exponentOf(x);
}
template <class T>
INLINE T logbOf(T x) {
  using Bits = typename Type<T>::Bits;
  const auto magnitude = bitsOf(absOf(x));
  const T exponent = T(exponentOf(x)), special = magnitude == 0 ? -infinity<T>() : absOf(x);
  return Bits(magnitude - 1) < Bits(Type<T>::infinity - 1) ? exponent : special;
}
template <class T>
INLINE T frexpOf(T x, i32* exponent) {
  using Bits = typename Type<T>::Bits;
  const auto n = normalizedOf(x);
  const Bits bits = bitsOf(n.value);
  const bool special = x == T(0) || bitsOf(absOf(x)) >= Type<T>::infinity;
  *exponent = special ? 0 : exponentOf(x) + 1;
  const T half = bitsAs<T>(Bits((bits & ~Type<T>::infinity) | bitsOf(T(0.5))));
  return special ? x : half;
}
// One product of the wider type rounds once. n is first brought to where the result is certainly
// zero or infinity.
INLINE f16 ldexpOf(f16 x, i32 n) {
  const int kept = n < -60 ? -60 : n > 60 ? 60 : n;
  return f16(f32(x) * powerOfTwo<f32>(kept));
}
INLINE f32 ldexpOf(f32 x, i32 n) {
  const int kept = n < -400 ? -400 : n > 400 ? 400 : n;
  return f32(f64(x) * powerOfTwo<f64>(kept));
}
// In three products: the first two leave a number that is so large, or so small and exact, that
// only the last one rounds.
INLINE f64 ldexpOf(f64 x, i32 n) {
  int rest = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
  f64 y = x;
  for (int step = 0; step < 2; ++step) {
    const int part = rest > 1023 ? 1023 : rest < -1022 ? -1022 + 53 : 0;
    y *= powerOfTwo<f64>(part);
    rest -= part;
  }
  rest = rest > 1023 ? 1023 : rest < -1022 ? -1022 : rest;
  return y * powerOfTwo<f64>(rest);
}

// A macro, because it joins the C names of functions from operation and type.
#define EXPONENTS(T)                                                         \
  LW i32 lw_ilogb_##T(T x) { return ilogbOf(x); }                            \
  LW T lw_logb_##T(T x) { return logbOf(x); }                                \
  LW T lw_frexp_##T##_p(T x, i32* exponent) { return frexpOf(x, exponent); } \
  LW T lw_ldexp_##T##_i32(T x, i32 n) { return ldexpOf(x, n); }
EXPONENTS(f16)
EXPONENTS(f32)
EXPONENTS(f64)
