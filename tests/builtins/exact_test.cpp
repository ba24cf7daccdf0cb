// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose results are exact: neighbours, exponents, minima, parts of numbers, relations.
// The reference is the C library in f64, which holds every f16 and f32.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/builtins/exact_references.h"
#include "tests/builtins/samples.h"

namespace lanewise::test {
namespace {

template <class T>
std::vector<T> values() {
  std::vector<T> list = specialValues<T>();
  Random random;
  for (int i = 0; i < 300; ++i) {
    list.push_back(fromBits<T>(static_cast<typename Format<T>::Bits>(random())));
    list.push_back(static_cast<T>(random.unit() * 200 - 100));
    list.push_back(static_cast<T>(static_cast<int>(random() % 64) - 32) / static_cast<T>(2));
  }
  return list;
}
template <class T>
std::vector<T> unaryValues() {
  if constexpr (sizeof(T) > 2) return values<T>();
  std::vector<T> list;
  for (std::uint32_t bits = 0; bits <= 0xffff; ++bits)
    list.push_back(fromBits<T>(static_cast<typename Format<T>::Bits>(bits)));
  return list;
}

// Equal bit by bit, except for NaNs.
template <class T>
bool same(T a, T b) {
  if (a != a || b != b) return a != a && b != b;
  return std::bit_cast<typename Format<T>::Bits>(a) == std::bit_cast<typename Format<T>::Bits>(b);
}
#define SAME(expression, reference)                                                             \
  if (auto got = (expression); !same(got, static_cast<decltype(got)>(reference))) {             \
    ADD_FAILURE() << #expression << " is " << double(got) << ", expected " << double(reference) \
                  << " for x = " << std::hexfloat << double(x) << ", y = " << double(y);        \
    return;                                                                                     \
  }
// The same for functions that may return either of two zeros.
#define OF_ZEROS(expression, reference) \
  SAME(expression, a == 0 && b == 0 ? double(oneOfTwoZeros(x, y, expression)) : (reference))
#define SAME_INT(expression, reference)                                                  \
  if (const long got = (expression), wanted = (reference); got != wanted) {              \
    ADD_FAILURE() << #expression << " is " << got << ", expected " << wanted             \
                  << " for x = " << std::hexfloat << double(x) << ", y = " << double(y); \
    return;                                                                              \
  }

extern "C" f16 lw_pow_f16_f16(f16, f16), lw_powr_f16_f16(f16, f16), lw_pown_f16_i32(f16, int),
    lw_rootn_f16_i32(f16, int);

#define DECLARE(T, I)                                                                            \
  extern "C" T lw_nextafter_##T##_##T(T, T), lw_fmin_##T##_##T(T, T), lw_fmax_##T##_##T(T, T),   \
      lw_fmin_common_##T##_##T(T, T), lw_fmax_common_##T##_##T(T, T), lw_minmag_##T##_##T(T, T), \
      lw_maxmag_##T##_##T(T, T), lw_copysign_##T##_##T(T, T), lw_step_##T##_##T(T, T),           \
      lw_sign_##T(T), lw_logb_##T(T), lw_nan_##I(std::uint64_t),                                 \
      lw_fclamp_##T##_##T##_##T(T, T, T), lw_frexp_##T##_p(T, int*), lw_modf_##T##_p(T, T*),     \
      lw_fract_##T##_p(T, T*), lw_remquo_##T##_##T##_p(T, T, int*),                              \
      lw_mad_##T##_##T##_##T(T, T, T), lw_mix_##T##_##T##_##T(T, T, T),                          \
      lw_smoothstep_##T##_##T##_##T(T, T, T);                                                    \
  extern "C" int lw_ilogb_##T(T);                                                                \
  extern "C" T lw_sin_##T(T), lw_cos_##T(T), lw_sincos_##T##_p(T, T*);

#define UNARY_TESTS(T, I)                                                                 \
  TEST(Exact, exponents_of_##T) {                                                         \
    const T y = 0;                                                                        \
    for (T x : unaryValues<T>()) {                                                        \
      const double wide = double(x);                                                      \
      SAME(lw_logb_##T(x), std::logb(wide));                                              \
      SAME_INT(lw_ilogb_##T(x), wide == 0             ? std::numeric_limits<int>::min()   \
                                : std::isfinite(wide) ? std::ilogb(wide)                  \
                                                      : std::numeric_limits<int>::max()); \
      int exponent = 77, expected = 0;                                                    \
      const double half = std::frexp(wide, &expected);                                    \
      SAME(lw_frexp_##T##_p(x, &exponent), half);                                         \
      SAME_INT(exponent, std::isfinite(wide) ? expected : 0);                             \
    }                                                                                     \
  }                                                                                       \
  TEST(Exact, parts_of_##T) {                                                             \
    const T y = 0;                                                                        \
    for (T x : unaryValues<T>()) {                                                        \
      const double wide = double(x);                                                      \
      T whole = 77;                                                                       \
      double expected;                                                                    \
      const double part = std::modf(wide, &expected);                                     \
      SAME(lw_modf_##T##_p(x, &whole), part);                                             \
      SAME(whole, expected);                                                              \
      SAME(lw_fract_##T##_p(x, &whole), fractReference(x));                               \
      SAME(whole, std::floor(wide));                                                      \
    }                                                                                     \
  }                                                                                       \
  TEST(Exact, sincos_of_##T##_has_the_bits_of_sin_and_cos) {                              \
    const T y = 0;                                                                        \
    std::vector<T> list = unaryValues<T>();                                               \
    Random random(1);                                                                     \
    for (int i = 0; i < 100'000; ++i)                                                     \
      list.push_back(static_cast<T>((random.unit() - 0.5) * (i % 2 ? 10 : 1e6)));         \
    for (T x : list) {                                                                    \
      T cosine = 77;                                                                      \
      SAME(lw_sincos_##T##_p(x, &cosine), lw_sin_##T(x));                                 \
      SAME(cosine, lw_cos_##T(x));                                                        \
    }                                                                                     \
  }                                                                                       \
  TEST(Exact, sign_of_##T) {                                                              \
    const T y = 0;                                                                        \
    for (T x : unaryValues<T>()) {                                                        \
      const double wide = double(x);                                                      \
      SAME(lw_sign_##T(x), wide > 0 ? 1.0 : wide < 0 ? -1.0 : wide == 0 ? wide : 0.0);    \
    }                                                                                     \
  }

#define BINARY_TESTS(T, I)                                                            \
  TEST(Exact, pairs_of_##T) {                                                         \
    for (T x : values<T>())                                                           \
      for (T y : values<T>()) {                                                       \
        const double a = double(x), b = double(y);                                    \
        SAME(lw_nextafter_##T##_##T(x, y), nextReference(x, y));                      \
        const double p = std::fabs(a), q = std::fabs(b);                              \
        OF_ZEROS(lw_fmin_##T##_##T(x, y), std::fmin(a, b));                           \
        OF_ZEROS(lw_fmax_##T##_##T(x, y), std::fmax(a, b));                           \
        OF_ZEROS(lw_minmag_##T##_##T(x, y), p < q ? a : q < p ? b : std::fmin(a, b)); \
        OF_ZEROS(lw_maxmag_##T##_##T(x, y), p > q ? a : q > p ? b : std::fmax(a, b)); \
        SAME(lw_fmin_common_##T##_##T(x, y), b < a ? b : a);                          \
        SAME(lw_fmax_common_##T##_##T(x, y), a < b ? b : a);                          \
        SAME(lw_copysign_##T##_##T(x, y), std::copysign(a, b));                       \
        SAME(lw_step_##T##_##T(x, y), b < a ? 0.0 : 1.0);                             \
      }                                                                               \
  }                                                                                   \
  TEST(Exact, remquo_of_##T) {                                                        \
    for (T x : values<T>())                                                           \
      for (T y : values<T>()) {                                                       \
        int low = 77, expected = 0;                                                   \
        const double rest = std::remquo(double(x), double(y), &expected);             \
        SAME(lw_remquo_##T##_##T##_p(x, y, &low), rest);                              \
        if (rest == rest) SAME_INT(std::abs(low) & 7, std::abs(expected) & 7);        \
        if (rest == rest && expected && low) SAME_INT(low < 0, expected < 0);         \
      }                                                                               \
  }                                                                                   \
  TEST(Exact, three_of_##T) {                                                         \
    const T y = 0;                                                                    \
    for (T x : values<T>())                                                           \
      for (T low : {T(-2), T(NAN)})                                                   \
        for (T high : {T(3), T(NAN)})                                                 \
          SAME(lw_fclamp_##T##_##T##_##T(x, low, high),                               \
               T(std::fmin(std::fmax(double(x), double(low)), double(high))));        \
    const T x = 0;                                                                    \
    SAME(lw_mix_##T##_##T##_##T(T(1), T(3), T(0.25)), 1.5);                           \
    SAME(lw_smoothstep_##T##_##T##_##T(T(1), T(3), T(2)), 0.5);                       \
    SAME(lw_smoothstep_##T##_##T##_##T(T(1), T(3), T(9)), 1);                         \
    SAME(lw_smoothstep_##T##_##T##_##T(T(1), T(3), T(-9)), 0);                        \
    SAME(lw_mad_##T##_##T##_##T(T(3), T(5), T(7)), 22);                               \
    SAME(lw_nan_##I(5), NAN);                                                         \
  }
#define TESTS(T, I) DECLARE(T, I) UNARY_TESTS(T, I) BINARY_TESTS(T, I)
// Squares, cubes and roots that are midpoints of two f16 numbers.
TEST(Exact, PowersOfF16InTheMiddleOfTwoNumbersGoToTheEvenOne) {
  for (const f16 x : unaryValues<f16>()) {
    const double a = std::fabs(double(x));
    if (!(a > 0) || !std::isfinite(a)) continue;
    const f16 y = static_cast<f16>(2), positive = static_cast<f16>(a);
    SAME(lw_pow_f16_f16(x, y), a * a);
    SAME(lw_powr_f16_f16(positive, y), a * a);
    SAME(lw_pown_f16_i32(x, 2), a * a);
    SAME(lw_pown_f16_i32(positive, 3), a * a * a);
    SAME(lw_pow_f16_f16(positive, static_cast<f16>(0.5)), std::sqrt(a));
    SAME(lw_rootn_f16_i32(positive, 1), a);
  }
}

TESTS(f16, i16)
TESTS(f32, i32)
TESTS(f64, i64)

}  // namespace
}  // namespace lanewise::test
