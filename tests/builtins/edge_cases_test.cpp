// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of edge_cases.def for f16, f32 and f64, and that no function of the math families lacks
// one.
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "builtins/functions.h"
#include "tests/builtins/samples.h"

namespace lanewise::test {
namespace {

// The library with one name for all types. What a function returns beside its result has a name
// too.
namespace library {
#define LIBRARY_X(name, T)         \
  extern "C" T lw_##name##_##T(T); \
  T name(T x) { return lw_##name##_##T(x); }
#define LIBRARY_XY(name, T)                 \
  extern "C" T lw_##name##_##T##_##T(T, T); \
  T name(T x, T y) { return lw_##name##_##T##_##T(x, y); }
#define LIBRARY_XN(name, T)                   \
  extern "C" T lw_##name##_##T##_i32(T, int); \
  T name(T x, int n) { return lw_##name##_##T##_i32(x, n); }
#define LIBRARY_P(name, T, second, P)      \
  extern "C" T lw_##name##_##T##_p(T, P*); \
  T name(T x) {                            \
    P other = 77;                          \
    return lw_##name##_##T##_p(x, &other); \
  }                                        \
  P second(T x) {                          \
    P other = 77;                          \
    lw_##name##_##T##_p(x, &other);        \
    return other;                          \
  }
// clang-format off: it changes lists in macros each time
#define FUNCTIONS_X(M, T)                                                                          \
  M(acos, T)                                                                                       \
  M(acosh, T) M(acospi, T) M(asin, T) M(asinh, T) M(asinpi, T) M(atan, T) M(atanh, T) M(atanpi, T) \
      M(cbrt, T) M(ceil, T) M(cos, T) M(cosh, T) M(cospi, T) M(erf, T) M(erfc, T) M(exp, T)        \
          M(exp2, T) M(exp10, T) M(expm1, T) M(fabs, T) M(floor, T) M(lgamma, T) M(log, T)         \
              M(log2, T) M(log10, T) M(log1p, T) M(logb, T) M(rint, T) M(round, T) M(rsqrt, T)     \
                  M(sin, T) M(sinh, T) M(sinpi, T) M(sqrt, T) M(tan, T) M(tanh, T) M(tanpi, T)     \
                      M(tgamma, T) M(trunc, T) M(sign, T)
#define FUNCTIONS_XY(M, T)                                                             \
  M(atan2, T)                                                                          \
  M(atan2pi, T) M(copysign, T) M(fdim, T) M(fmax, T) M(fmin, T) M(fmod, T) M(hypot, T) \
      M(maxmag, T) M(minmag, T) M(nextafter, T) M(pow, T) M(powr, T) M(remainder, T) M(step, T)
#define LIBRARY(T)                                                                   \
  FUNCTIONS_X(LIBRARY_X, T)                                                          \
  FUNCTIONS_XY(LIBRARY_XY, T)                                                        \
  LIBRARY_XN(ldexp, T)                                                               \
  LIBRARY_XN(pown, T) LIBRARY_XN(rootn, T) LIBRARY_P(frexp, T, frexpExponent, int)   \
      LIBRARY_P(lgamma_r, T, lgammaSign, int) LIBRARY_P(sincos, T, sincosCosine, T)  \
          LIBRARY_P(fract, T, fractFloor, T)                                         \
              LIBRARY_P(modf, T, modfInteger, T) extern "C" int lw_ilogb_##T(T);     \
  int ilogb(T x) { return lw_ilogb_##T(x); }                                         \
  extern "C" T lw_fma_##T##_##T##_##T(T, T, T), lw_remquo_##T##_##T##_p(T, T, int*); \
  T fma(T x, T y, T z) { return lw_fma_##T##_##T##_##T(x, y, z); }                   \
  int remquoQuotient(T x, T y) {                                                     \
    int quotient = 77;                                                               \
    lw_remquo_##T##_##T##_p(x, y, &quotient);                                        \
    return quotient;                                                                 \
  }                                                                                  \
  T remquo(T x, T y) {                                                               \
    int quotient = 77;                                                               \
    return lw_remquo_##T##_##T##_p(x, y, &quotient);                                 \
  }
// clang-format on
LIBRARY(f16)
LIBRARY(f32)
LIBRARY(f64)
}  // namespace library

template <class T>
class EdgeCases {
 public:
  using Set = std::vector<T>;
  using Integers = std::vector<int>;

  void run();

 private:
  static T number(double x) { return static_cast<T>(x); }
  static Set both(Set positive) {
    const auto count = positive.size();
    for (std::size_t i = 0; i < count; ++i) positive.push_back(-positive[i]);
    return positive;
  }
  static Set joined(Set a, const Set& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  static Set negated(Set a) {
    for (T& x : a) x = -x;
    return a;
  }
  // The argument of a row: a number or a set.
  static Set set(double x) { return {number(x)}; }
  static Set set(const Set& x) { return x; }
  static Integers intSet(int n) { return {n}; }
  static Integers intSet(const Integers& n) { return n; }

  // Quiet NaNs are equal.
  static bool same(T got, T expected) {
    using Bits = typename Format<T>::Bits;
    const Bits a = std::bit_cast<Bits>(got), b = std::bit_cast<Bits>(expected);
    const Bits quiet = Bits(Bits(1) << (Format<T>::precision - 2));
    return expected != expected ? got != got && (a & quiet) : a == b;
  }
  // `Got` is T or int.
  template <class Got, class Expected>
  void expect(const char* row, Got got, Expected expected, T x, T y = 0, T z = 0, int n = 0) {
    bool good;
    if constexpr (std::is_same_v<Got, int>)
      good = got == static_cast<double>(expected);
    else
      good = same(got, static_cast<T>(expected));
    if (!good)
      ADD_FAILURE() << row << " of f" << 8 * sizeof(T) << " for x = " << double(x)
                    << ", y = " << double(y) << ", z = " << double(z) << ", n = " << n << " is "
                    << double(got) << ", not " << double(expected);
  }

  using Limits = Format<T>;
  static constexpr double kInf = INFINITY, kNan = NAN, kPi = 3.14159265358979323846,
                          kHalfPi = kPi / 2, kQuarterPi = kPi / 4,
                          kThreeQuarterPi = 2.35619449019234492885;
  const double kTiny = std::ldexp(1.0, Limits::emin - Limits::precision + 1);
  const double kLargest = std::ldexp(2 - std::ldexp(1.0, 1 - Limits::precision), Limits::emax);
  const double kBelowOne = 1 - std::ldexp(1.0, -Limits::precision);
  const double kLowestInt = std::numeric_limits<int>::min(),
               kHighestInt = std::numeric_limits<int>::max();
  const double kMiddle = std::ldexp(1.0, Limits::precision - 1);  // the rest are integers
  const double kUlpOfOne = std::ldexp(1.0, 1 - Limits::precision);

  const Set zeros = both({number(0)}), infinities = both({number(kInf)});
  const Set plusFraction = {number(kTiny), number(std::ldexp(1.0, Limits::emin)),
                            number(0.25),  number(0.5),
                            number(0.75),  number(kBelowOne)};
  const Set minusFraction = negated(plusFraction);
  const Set belowHalf = {number(kTiny), number(0.25), number(kBelowOne / 2)};
  const Set upToHalf = joined(belowHalf, {number(0.5)});
  const Set inUnit = both(plusFraction);
  const Set positive =
      joined(plusFraction, {number(1), number(1 + kUlpOfOne), number(2.5), number(3), number(1000),
                            number(kMiddle + 1), number(kLargest)});
  const Set finitePositive = positive;
  const Set negative = negated(positive);
  const Set finite = joined(zeros, joined(positive, negative));
  const Set numbers = joined(finite, infinities), anything = joined(numbers, {number(kNan)});
  const Set anythingPositive = joined(positive, {number(kInf), number(0)});
  const Set notZero = joined(joined(positive, negative), infinities);
  const Set notOne = both({number(0.5), number(3), number(kLargest), number(kInf), number(kTiny)});
  const Set beyondOne = both({number(1 + kUlpOfOne), number(2), number(kLargest), number(kInf)});
  const Set belowOne = joined(joined(negative, zeros), {number(kBelowOne), number(-kInf)});
  const Set negativeOrInfinite = joined(negative, {number(-kInf)});
  const Set belowMinusOne = {number(-1 - kUlpOfOne), number(-2), number(-kLargest), number(-kInf)};
  const Set positiveIntegers = {number(1),       number(2),           number(3),       number(100),
                                number(kMiddle), number(kMiddle + 1), number(kLargest)};
  const Set positiveEvenIntegers = {number(2), number(100), number(kMiddle), number(kLargest)};
  const Set positiveOddIntegers = {number(1), number(3), number(101), number(kMiddle + 1)};
  const Set positiveNotOdd =
      joined(positiveEvenIntegers, {number(0.5), number(2.5), number(kTiny)});
  const Set negativeIntegers = {number(-1), number(-2), number(-3), number(-100), number(-kMiddle)};
  const Set negativeOddIntegers = negated(positiveOddIntegers);
  const Set negativeNotOdd = negated(positiveNotOdd);
  const Set fractions = both({number(0.5), number(2.5), number(100.5), number(1 + kUlpOfOne)});
  const Set halvesAfterEven = {number(0.5), number(2.5), number(100.5), number(-1.5), number(-3.5)};
  const Set halvesAfterOdd = negated(halvesAfterEven);
  const Set halves = joined(halvesAfterEven, halvesAfterOdd);
  const Integers positiveOdd = {1, 3, 5, 101, std::numeric_limits<int>::max()};
  const Integers negativeOdd = {-1, -3, -5, -101, std::numeric_limits<int>::min() + 1};
  const Integers positiveEven = {2, 4, 100, std::numeric_limits<int>::max() - 1};
  const Integers negativeEven = {-2, -4, -100, std::numeric_limits<int>::min()};
  const Integers notZeroIntegers = {1, -1, 2, -2, 7, 1000000000, -1000000000};
  const Integers integers = {0, 1, -1, 2, -2, 7, 1000000000, -1000000000};
};

template <class T>
void EdgeCases<T>::run() {
  using namespace library;
#define ONE(f, xs, result) \
  for (const T x : set(xs)) expect(#f "(" #xs ")", f(x), result, x);
#define ODD(f, xs, result)                                            \
  for (const T x : set(xs)) {                                         \
    expect(#f "(" #xs ")", f(x), result, x);                          \
    expect(#f "(-" #xs ")", f(-x), -static_cast<double>(result), -x); \
  }
#define TWO(f, xs, ys, result) \
  for (const T x : set(xs))    \
    for (const T y : set(ys)) expect(#f "(" #xs ", " #ys ")", f(x, y), result, x, y);
#define TWO_ODD(f, xs, ys, result)                                                     \
  for (const T x : set(xs))                                                            \
    for (const T y : set(ys)) {                                                        \
      expect(#f "(" #xs ", " #ys ")", f(x, y), result, x, y);                          \
      expect(#f "(-" #xs ", " #ys ")", f(-x, y), -static_cast<double>(result), -x, y); \
    }
#define INT(f, xs, ns, result)     \
  for (const T x : set(xs))        \
    for (const int n : intSet(ns)) \
      expect(#f "(" #xs ", " #ns ")", f(x, n), result, x, T(0), T(0), n);
#define INT_ODD(f, xs, ns, result)                                                                 \
  for (const T x : set(xs))                                                                        \
    for (const int n : intSet(ns)) {                                                               \
      expect(#f "(" #xs ", " #ns ")", f(x, n), result, x, T(0), T(0), n);                          \
      expect(#f "(-" #xs ", " #ns ")", f(-x, n), -static_cast<double>(result), -x, T(0), T(0), n); \
    }
#define THREE(f, xs, ys, zs, result) \
  for (const T x : set(xs))          \
    for (const T y : set(ys))        \
      for (const T z : set(zs)) expect(#f, f(x, y, z), result, x, y, z);
#include "edge_cases.def"
#undef ONE
#undef ODD
#undef TWO
#undef TWO_ODD
#undef INT
#undef INT_ODD
#undef THREE
}

TEST(EdgeCases, F16) { EdgeCases<f16>().run(); }
TEST(EdgeCases, F32) { EdgeCases<f32>().run(); }
TEST(EdgeCases, F64) { EdgeCases<f64>().run(); }

TEST(EdgeCases, EveryFunctionOfTheMathFamiliesHasRows) {
  std::set<std::string_view> named;
#define ONE(f, ...) named.insert(#f);
#define ODD ONE
#define TWO ONE
#define TWO_ODD ONE
#define INT ONE
#define INT_ODD ONE
#define THREE ONE
#include "edge_cases.def"
  // Any NaN, and any rounding, is valid for these.
  const std::set<std::string_view> without = {"nan", "mad"};
  const std::set<std::string_view> families = {"exp",   "log",        "pow",       "trig",
                                               "arc",   "hyperbolic", "erf",       "gamma",
                                               "roots", "rounding",   "remainder", "bits"};
  for (const auto& row : builtins::kFunctions)
    if (families.contains(row.family) && !without.contains(row.name)) {
      EXPECT_TRUE(named.contains(row.name)) << row.name;
    }
}

}  // namespace
}  // namespace lanewise::test
