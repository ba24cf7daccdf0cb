// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References for functions without rounding that the C library does not compute exactly for every
// type.
#pragma once
#include "tests/builtins/error.h"

namespace lanewise::test {

template <class T>
T nextReference(T x, T y) {
  if (std::isnan(double(x)) || std::isnan(double(y))) return static_cast<T>(NAN);
  if (x == y) return y;
  using Bits = typename Format<T>::Bits;
  if (x == T(0)) return y > T(0) ? fromBits<T>(1) : -fromBits<T>(1);
  const bool outward = (x < y) == (x > T(0));
  return fromBits<T>(static_cast<Bits>(std::bit_cast<Bits>(x) + (outward ? 1 : -1)));
}
// x - floor(x), below one, for numbers that f64 may not subtract exactly.
template <class T>
double fractReference(T given) {
  const double x = double(given);
  if (std::isinf(x) || std::floor(x) == x) return std::copysign(0.0, x);
  const double largest = 1 - std::ldexp(1.0, -Format<T>::precision);
  const T rounded = static_cast<T>(x - std::floor(x));
  return std::isnan(x) || double(rounded) < 1 ? double(rounded) : largest;
}
// The required one of two zeros, given the returned one: if both have the same sign there is no
// choice.
template <class T>
T oneOfTwoZeros(T x, T y, T said) {
  const bool free = std::signbit(double(x)) != std::signbit(double(y));
  return free && said == T(0) ? said : x;
}

}  // namespace lanewise::test
