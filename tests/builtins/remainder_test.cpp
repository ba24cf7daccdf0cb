// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmod, remainder and remquo compared with MPFR, bit by bit and with 31 bits of the quotient: near
// every quotient at which their division could be rounded across an integer or at which a step of
// the long division ends, at midpoints of quotients, at borders of the exponents, and for random
// numbers.
#include <gtest/gtest.h>

#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::test {
namespace {

template <class T>
struct Library;
#define LIBRARY(T)                                                                               \
  extern "C" T lw_fmod_##T##_##T(T, T), lw_remainder_##T##_##T(T, T),                            \
      lw_remquo_##T##_##T##_p(T, T, int*);                                                       \
  template <>                                                                                    \
  struct Library<T> {                                                                            \
    static T fmod(T x, T y) { return lw_fmod_##T##_##T(x, y); }                                  \
    static T remainder(T x, T y) { return lw_remainder_##T##_##T(x, y); }                        \
    static T remquo(T x, T y, int* quotient) { return lw_remquo_##T##_##T##_p(x, y, quotient); } \
  };
LIBRARY(f16)
LIBRARY(f32)
LIBRARY(f64)

template <class T>
class Remainder : public ::testing::Test {
 protected:
  using Bits = typename Format<T>::Bits;
  using F = Format<T>;
  static constexpr int kSmallest =
      F::emin - F::precision + 1;  // the exponent of the smallest number

  // Every pair with both signs of both.
  void compare(T x, T y) {
    if (!HasFatalFailure())
      for (T a : {x, -x})
        for (T b : {y, -y}) compareOne(a, b);
  }
  // x and its neighbours.
  void compareNear(double x, T y) {
    const Bits bits = std::bit_cast<Bits>(static_cast<T>(x));
    for (int step = -2; step <= 2; ++step) {
      const T near = fromBits<T>(static_cast<Bits>(bits + static_cast<Bits>(step)));
      if (near - near == T(0)) compare(near, y);
    }
  }
  // A number with this exponent, with fewer bits if it is subnormal.
  T withExponent(int exponent) { return static_cast<T>(std::ldexp(1 + random_.unit(), exponent)); }
  // All ranges of exponents: at the ends, where products of f64 would overflow, and between.
  std::vector<int> exponents() {
    std::vector<int> list;
    const int step = sizeof(T) == 8 ? 191 : sizeof(T) == 4 ? 5 : 1;
    for (int e = kSmallest; e <= F::emax; e += step) list.push_back(e);
    for (int e : {kSmallest, F::emin, F::emax - 1, -900, 0, 960})
      for (int near : {e - 1, e, e + 1})
        if (near >= kSmallest && near <= F::emax) list.push_back(near);
    return list;
  }
  Random random_;

 private:
  static bool same(T a, T b) {
    return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b) || (a != a && b != b);
  }
  void compareOne(T x, T y) {
    mpfr_set_d(x_, static_cast<double>(x), MPFR_RNDN);
    mpfr_set_d(y_, static_cast<double>(y), MPFR_RNDN);
    mpfr_fmod(rest_, x_, y_, MPFR_RNDN);
    const T truncated = static_cast<T>(mpfr_get_d(rest_, MPFR_RNDN));
    long quotient = 0;
    mpfr_remquo(rest_, &quotient, x_, y_, MPFR_RNDN);
    const T nearest = static_cast<T>(mpfr_get_d(rest_, MPFR_RNDN));
    const int bits = nearest != nearest ? 0 : static_cast<int>(std::labs(quotient) & 0x7fffffff);
    const int low = quotient < 0 ? -bits : bits;

    const T gotTruncated = Library<T>::fmod(x, y), gotNearest = Library<T>::remainder(x, y);
    int gotLow = 77;
    const T gotRest = Library<T>::remquo(x, y, &gotLow);
    const auto text = [&](T got, T expected) {
      return ::testing::Message() << std::hexfloat << static_cast<double>(got) << ", expected "
                                  << static_cast<double>(expected) << " for "
                                  << static_cast<double>(x) << ", " << static_cast<double>(y);
    };
    ASSERT_TRUE(same(gotTruncated, truncated)) << "fmod is " << text(gotTruncated, truncated);
    ASSERT_TRUE(same(gotNearest, nearest)) << "remainder is " << text(gotNearest, nearest);
    ASSERT_TRUE(same(gotRest, nearest)) << "remquo is " << text(gotRest, nearest);
    ASSERT_EQ(gotLow, low) << "remquo's quotient, " << text(x, x);
  }

  Number x_{53}, y_{53}, rest_{53};
};
using Floats = ::testing::Types<f16, f32, f64>;
TYPED_TEST_SUITE(Remainder, Floats);

TYPED_TEST(Remainder, QuotientsAroundEveryPowerOfTwo) {
  for (int e : this->exponents()) {
    const TypeParam y = this->withExponent(e);
    for (int k = -2; e + k <= Format<TypeParam>::emax; ++k) {
      const double divisor = static_cast<double>(y), x = std::ldexp(divisor, k);
      if (std::isinf(static_cast<double>(static_cast<TypeParam>(x)))) break;
      this->compareNear(x, y);
      if (k > Format<TypeParam>::precision + 2) continue;
      // Half an integer and an adjacent integer, and any number with as many bits.
      for (double away : {-1.0, -0.5, 0.5, 1.0}) this->compareNear(x + away * divisor, y);
      const double any = std::floor(std::ldexp(1 + this->random_.unit(), k));
      for (double half : {0.0, 0.5}) this->compareNear((any + half) * divisor, y);
    }
  }
}

TYPED_TEST(Remainder, QuotientsInTheMiddleAreRoundedToTheEvenOne) {
  constexpr int precision = Format<TypeParam>::precision;
  for (int e : this->exponents())
    for (int bits = 1; bits + 2 <= precision; ++bits) {
      // (n + 1/2) times a divisor of few bits is a number of the type.
      const auto divisor =
          (1L << (bits - 1)) | static_cast<long>(this->random_() >> 1 >> (64 - bits));
      for (int length = 0; length <= precision - bits - 1; length += 1 + length / 4) {
        const auto n = static_cast<long>(this->random_() >> 1 >> (63 - length));
        const double x = std::ldexp(static_cast<double>((2 * n + 1) * divisor), e - 1),
                     y = std::ldexp(static_cast<double>(divisor), e);
        const auto a = static_cast<TypeParam>(x), b = static_cast<TypeParam>(y);
        if (static_cast<double>(a) != x || static_cast<double>(b) != y || std::isinf(x)) continue;
        this->compare(a, b);
      }
    }
}

TYPED_TEST(Remainder, EveryDifferenceOfExponents) {
  constexpr int emax = Format<TypeParam>::emax;
  constexpr int pairs = sizeof(TypeParam) == 8 ? 1 : 20;
  for (int low : {this->kSmallest, Format<TypeParam>::emin, 0})
    for (int e = this->kSmallest; e <= emax; ++e)
      for (int i = 0; i < pairs; ++i) {
        this->compare(this->withExponent(e), this->withExponent(low));
        this->compare(this->withExponent(emax), this->withExponent(e));
      }
}

TYPED_TEST(Remainder, SpecialValues) {
  for (TypeParam x : specialValues<TypeParam>())
    for (TypeParam y : specialValues<TypeParam>()) this->compare(x, y);
}

TYPED_TEST(Remainder, RandomNumbers) {
  using Bits = typename Format<TypeParam>::Bits;
  for (int i = 0; i < 50000; ++i) {
    this->compare(fromBits<TypeParam>(static_cast<Bits>(this->random_())),
                  fromBits<TypeParam>(static_cast<Bits>(this->random_())));
    this->compare(static_cast<TypeParam>(this->random_.unit() * 100),
                  static_cast<TypeParam>(this->random_.unit()));
  }
}

}  // namespace
}  // namespace lanewise::test
