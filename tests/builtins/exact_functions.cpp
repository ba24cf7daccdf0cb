// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function is computed with the C library in f64, which holds every f16 and f32, or from bits.
#include "tests/builtins/exact_functions.h"

#include "tests/builtins/exact_references.h"

#include <limits>

namespace lanewise::test {
namespace {

template <class T>
T frexpOf(double x, bool exponent) {
  int e = 0;
  const double half = std::frexp(x, &e);
  return static_cast<T>(!exponent ? half : std::isfinite(x) ? e : 0);
}
template <class T>
T ilogbOf(double x) {
  return static_cast<T>(x == 0             ? std::numeric_limits<int>::min()
                        : std::isfinite(x) ? std::ilogb(x)
                                           : std::numeric_limits<int>::max());
}
template <class T>
T magOf(double x, double y, bool larger) {
  const double a = std::fabs(x), b = std::fabs(y);
  const bool first = larger ? a > b : a < b, second = larger ? b > a : b < a;
  return static_cast<T>(first ? x : second ? y : larger ? std::fmax(x, y) : std::fmin(x, y));
}
template <class T>
T quotientOf(double x, double y) {
  int quotient = 0;
  const double rest = std::remquo(x, y, &quotient);
  return static_cast<T>(std::isnan(rest) ? 0 : quotient % 8);
}

}  // namespace

#define LIBRARY(T)                                                                                \
  extern "C" T lw_nextafter_##T##_##T(T, T), lw_fmin_##T##_##T(T, T), lw_fmax_##T##_##T(T, T),    \
      lw_minmag_##T##_##T(T, T), lw_maxmag_##T##_##T(T, T), lw_copysign_##T##_##T(T, T),          \
      lw_logb_##T(T), lw_frexp_##T##_p(T, int*), lw_modf_##T##_p(T, T*), lw_fract_##T##_p(T, T*), \
      lw_remquo_##T##_##T##_p(T, T, int*), lw_step_##T##_##T(T, T), lw_sign_##T(T),               \
      lw_fmax_common_##T##_##T(T, T), lw_fmin_common_##T##_##T(T, T);                             \
  extern "C" int lw_ilogb_##T(T);

// For zeros of two signs fmin and similar functions may return either.
#define BOTH_ZERO(call, otherwise) x == 0 && y == 0 ? oneOfTwoZeros(x, y, call) : otherwise

#define ROWS(M, T)                                                                               \
  M(T, fmax, "", XY, lw_fmax_##T##_##T(x, y),                                                    \
    BOTH_ZERO(lw_fmax_##T##_##T(x, y), static_cast<T>(std::fmax(double(x), double(y)))))         \
  M(T, fmin, "", XY, lw_fmin_##T##_##T(x, y),                                                    \
    BOTH_ZERO(lw_fmin_##T##_##T(x, y), static_cast<T>(std::fmin(double(x), double(y)))))         \
  M(T, maxmag, "", XY, lw_maxmag_##T##_##T(x, y),                                                \
    BOTH_ZERO(lw_maxmag_##T##_##T(x, y), magOf<T>(double(x), double(y), true)))                  \
  M(T, minmag, "", XY, lw_minmag_##T##_##T(x, y),                                                \
    BOTH_ZERO(lw_minmag_##T##_##T(x, y), magOf<T>(double(x), double(y), false)))                 \
  M(T, copysign, "", XY, lw_copysign_##T##_##T(x, y),                                            \
    static_cast<T>(std::copysign(double(x), double(y))))                                         \
  M(T, nextafter, "", XY, lw_nextafter_##T##_##T(x, y), nextReference(x, y))                     \
  M(T, remquo, "remainder", XY, (lw_remquo_##T##_##T##_p(x, y, &integer)),                       \
    static_cast<T>(::remainderl(double(x), double(y))))                                          \
  M(T, remquo, "low bits", XY,                                                                   \
    (std::isnan(double(lw_remquo_##T##_##T##_p(x, y, &integer))) ? T(0)                          \
                                                                 : static_cast<T>(integer % 8)), \
    quotientOf<T>(double(x), double(y)))                                                         \
  M(T, step, "", XY, lw_step_##T##_##T(x, y), static_cast<T>(y < x ? 0 : 1))                     \
  M(T, fmax_common, "", XY, lw_fmax_common_##T##_##T(x, y), x < y ? y : x)                       \
  M(T, fmin_common, "", XY, lw_fmin_common_##T##_##T(x, y), y < x ? y : x)                       \
  M(T, sign, "", X, lw_sign_##T(x), x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? x : T(0))   \
  M(T, logb, "", X, lw_logb_##T(x), static_cast<T>(std::logb(double(x))))                        \
  M(T, ilogb, "", X, static_cast<T>(lw_ilogb_##T(x)), ilogbOf<T>(double(x)))                     \
  M(T, frexp, "mantissa", X, lw_frexp_##T##_p(x, &integer), frexpOf<T>(double(x), false))        \
  M(T, frexp, "exponent", X, (lw_frexp_##T##_p(x, &integer), static_cast<T>(integer)),           \
    frexpOf<T>(double(x), true))                                                                 \
  M(T, modf, "fraction", X, lw_modf_##T##_p(x, &second),                                         \
    static_cast<T>(std::isinf(double(x))                                                         \
                       ? std::copysign(0.0, double(x))                                           \
                       : std::copysign(double(x) - std::trunc(double(x)), double(x))))           \
  M(T, modf, "integer", X, (lw_modf_##T##_p(x, &second), second),                                \
    static_cast<T>(std::trunc(double(x))))                                                       \
  M(T, fract, "fraction", X, lw_fract_##T##_p(x, &second), static_cast<T>(fractReference(x)))    \
  M(T, fract, "floor", X, (lw_fract_##T##_p(x, &second), second),                                \
    static_cast<T>(std::floor(double(x))))

#define ROW(T, name, part, signature, expression, expected) \
  {#name,                                                   \
   #name "_" #T,                                            \
   part,                                                    \
   Signature::signature,                                    \
   +[]([[maybe_unused]] T x, [[maybe_unused]] T y) -> T {   \
     [[maybe_unused]] int integer = 0;                      \
     [[maybe_unused]] T second = 0;                         \
     return expression;                                     \
   },                                                       \
   +[]([[maybe_unused]] T x, [[maybe_unused]] T y) -> T { return expected; }},

#define LIST(T)                                    \
  LIBRARY(T)                                       \
  template <>                                      \
  std::vector<ExactFunction<T>> exactFunctions() { \
    return {ROWS(ROW, T)};                         \
  }
LIST(f16)
LIST(f32)
LIST(f64)

}  // namespace lanewise::test
