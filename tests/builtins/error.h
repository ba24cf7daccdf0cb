// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error of a result against a reference in MPFR, in units in the last place of the type as the
// specification defines them: subnormals have the smallest one, overflow is judged as if the range
// went on.
#pragma once
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace lanewise::test {

using f16 = _Float16;
using f32 = float;
using f64 = double;

template <class T>
struct Format;
template <>
struct Format<f16> {
  using Bits = std::uint16_t;
  static constexpr int precision = 11, emin = -14, emax = 15;
};
template <>
struct Format<f32> {
  using Bits = std::uint32_t;
  static constexpr int precision = 24, emin = -126, emax = 127;
};
template <>
struct Format<f64> {
  using Bits = std::uint64_t;
  static constexpr int precision = 53, emin = -1022, emax = 1023;
};

template <class T>
T fromBits(typename Format<T>::Bits bits) {
  return std::bit_cast<T>(bits);
}

// An MPFR number with automatic storage, precise enough for any type here.
class Number {
 public:
  explicit Number(int precision = 120) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

// A number with static lifetime, one per thread.
inline Number& scratch() { return *new Number(200); }

// The unit in the last place of `reference` in T, as a power of two.
template <class T>
int ulpExponent(mpfr_srcptr reference) {
  const long e = mpfr_zero_p(reference) ? Format<T>::emin : mpfr_get_exp(reference) - 1;
  const long kept = e < Format<T>::emin   ? Format<T>::emin
                    : e > Format<T>::emax ? Format<T>::emax
                                          : e;
  return static_cast<int>(kept) - Format<T>::precision + 1;
}

// Infinity where one is a NaN and the other is not, or where a zero has the wrong sign. In f16,
// where 0.5 is claimed, a tie that went to the odd neighbour is more than that.
template <class T>
double errorUlp(T got, mpfr_srcptr reference) {
  const double value = static_cast<double>(got);
  if (mpfr_nan_p(reference) || std::isnan(value))
    return mpfr_nan_p(reference) && std::isnan(value) ? 0 : INFINITY;
  if (mpfr_inf_p(reference) && std::isinf(value))
    return (mpfr_sgn(reference) > 0) == (value > 0) ? 0 : INFINITY;
  if (mpfr_zero_p(reference) && value == 0)
    return (mpfr_signbit(reference) != 0) == std::signbit(value) ? 0 : INFINITY;
  static thread_local Number &difference = scratch(), &bound = scratch(), &clamped = scratch();
  mpfr_set_si_2exp(bound, 1, Format<T>::emax + 1, MPFR_RNDN);
  mpfr_set(clamped, reference, MPFR_RNDN);
  if (mpfr_cmpabs(reference, bound) > 0)
    mpfr_setsign(clamped, bound, mpfr_signbit(reference), MPFR_RNDN);
  if (std::isinf(value))
    mpfr_setsign(difference, bound, value < 0, MPFR_RNDN);
  else
    mpfr_set_d(difference, value, MPFR_RNDN);
  mpfr_sub(difference, difference, clamped, MPFR_RNDN);
  mpfr_div_2si(difference, difference, ulpExponent<T>(clamped), MPFR_RNDN);
  const double error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
  if constexpr (sizeof(T) == 2)
    if (error == 0.5 && std::bit_cast<typename Format<T>::Bits>(got) % 2)
      return std::nextafter(0.5, 1);
  return error;
}

}  // namespace lanewise::test
