// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One line per function, with functions of the C library. Those that it does not have (functions of
// pi, powr, rootn) are defined above.
#include "tests/builtins/quick_reference.h"

#include <dlfcn.h>
#include <immintrin.h>
#include <math.h>

#include <cmath>
#include <string>

namespace lanewise::test {
namespace {

template <class F>
constexpr F kPi = static_cast<F>(3.14159265358979323846264338327950288L);

template <class F>
bool isOdd(F whole) {
  return whole * F(0.5) != std::rint(whole * F(0.5));
}

template <class F>
F sinpi(F x) {
  if (!std::isfinite(x)) return NAN;
  const F r = x - 2 * std::rint(x * F(0.5));
  const F folded = std::fabs(r) > F(0.5) ? std::copysign(1 - std::fabs(r), r) : r;
  if (folded == 0) return std::copysign(F(0), x);
  return std::fabs(folded) <= F(0.25)
             ? std::sin(kPi<F> * folded)
             : std::copysign(std::cos(kPi<F> * (F(0.5) - std::fabs(folded))), folded);
}
template <class F>
F cospi(F x) {
  if (!std::isfinite(x)) return NAN;
  const F r = std::fabs(x - 2 * std::rint(x * F(0.5)));
  const F folded = r > F(0.5) ? 1 - r : r;
  if (folded == F(0.5)) return 0;
  const F result =
      folded <= F(0.25) ? std::cos(kPi<F> * folded) : std::sin(kPi<F> * (F(0.5) - folded));
  return r > F(0.5) ? -result : result;
}
template <class F>
F tanpi(F x) {
  if (!std::isfinite(x)) return NAN;
  const F r = x - std::rint(x);
  if (r == 0) return isOdd(x) ? -std::copysign(F(0), x) : std::copysign(F(0), x);
  if (std::fabs(r) == F(0.5)) return isOdd(x - F(0.5)) ? F(-INFINITY) : F(INFINITY);
  return std::fabs(r) <= F(0.25) ? std::tan(kPi<F> * r)
                                 : std::copysign(1 / std::tan(kPi<F> * (F(0.5) - std::fabs(r))), r);
}
inline double exp10Of(double x) { return ::exp10(x); }
inline long double exp10Of(long double x) { return ::exp10l(x); }
inline double lgammaOf(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
inline long double lgammaOf(long double x) {
  int sign;
  return ::lgammal_r(x, &sign);
}
template <class F>
F powr(F x, F y) {
  const F a = std::fabs(x);
  if (!(x >= 0) || std::isnan(y) || ((a == 0 || std::isinf(a)) && y == 0) ||
      (a == 1 && std::isinf(y)))
    return NAN;
  return std::pow(a, y);
}
// One Newton step removes the rounding of 1/n.
template <class F>
F rootn(F x, int n) {
  const bool odd = n & 1;
  if (n == 0 || std::isnan(x) || (x < 0 && !odd)) return NAN;
  const F a = std::fabs(x);
  F root = std::pow(a, F(1) / F(n));
  if (a > 0 && std::isfinite(a)) root -= root * ((std::pow(root, F(n)) / a - 1) / F(n));
  return odd ? std::copysign(root, x) : root;
}

}  // namespace

#define QUICK_REFERENCES(M)                                            \
  M(acos, std::acos(x))                                                \
  M(acosh, std::acosh(x))                                              \
  M(acospi, std::acos(x) / kPi<F>)                                     \
  M(asin, std::asin(x))                                                \
  M(asinh, std::asinh(x))                                              \
  M(asinpi, std::asin(x) / kPi<F>)                                     \
  M(atan, std::atan(x))                                                \
  M(atanh, std::atanh(x))                                              \
  M(atanpi, std::atan(x) / kPi<F>)                                     \
  M(cbrt, std::cbrt(x))                                                \
  M(ceil, std::ceil(x))                                                \
  M(cos, std::cos(x))                                                  \
  M(cosh, std::cosh(x))                                                \
  M(cospi, cospi(x))                                                   \
  M(erf, std::erf(x))                                                  \
  M(erfc, std::erfc(x))                                                \
  M(exp, std::exp(x))                                                  \
  M(exp2, std::exp2(x))                                                \
  M(exp10, exp10Of(x))                                                 \
  M(expm1, std::expm1(x))                                              \
  M(fabs, std::fabs(x))                                                \
  M(floor, std::floor(x))                                              \
  M(lgamma, lgammaOf(x))                                               \
  M(log, std::log(x))                                                  \
  M(log2, std::log2(x))                                                \
  M(log10, std::log10(x))                                              \
  M(log1p, std::log1p(x))                                              \
  M(rint, std::nearbyint(x))                                           \
  M(round, std::round(x))                                              \
  M(rsqrt, 1 / std::sqrt(x))                                           \
  M(sin, std::sin(x))                                                  \
  M(sinh, std::sinh(x))                                                \
  M(sinpi, sinpi(x))                                                   \
  M(sqrt, std::sqrt(x))                                                \
  M(tan, std::tan(x))                                                  \
  M(tanh, std::tanh(x))                                                \
  M(tanpi, tanpi(x))                                                   \
  M(tgamma, std::tgamma(x))                                            \
  M(trunc, std::trunc(x))                                              \
  M(degrees, x * (180 / kPi<F>))                                       \
  M(radians, x*(kPi<F> / 180))                                         \
  M(recip, 1 / x)                                                      \
  M(divide, x / y)                                                     \
  M(atan2, std::atan2(x, y))                                           \
  M(atan2pi, std::atan2(x, y) / kPi<F>)                                \
  M(fdim, std::fdim(x, y))                                             \
  /* the x87 instruction, which computes more than one bit per step */ \
  M(fmod, static_cast<F>(::fmodl(x, y)))                               \
  M(remainder, static_cast<F>(::remainderl(x, y)))                     \
  M(hypot, std::hypot(x, y))                                           \
  M(pow, std::pow(x, y))                                               \
  M(powr, powr(x, y))                                                  \
  M(fma, std::fma(x, y, z))                                            \
  M(ldexp, std::ldexp(x, n))                                           \
  M(pown, std::pow(x, F(n)))                                           \
  M(rootn, rootn(x, n))

template <class F>
QuickReference<F> quickReference(std::string_view name) {
#define ROW(known, body)                                                         \
  if (name == #known)                                                            \
    return +[]([[maybe_unused]] F x, [[maybe_unused]] F y, [[maybe_unused]] F z, \
               [[maybe_unused]] int n) -> F { return body; };
  QUICK_REFERENCES(ROW)
#undef ROW
  return nullptr;
}
template QuickReference<double> quickReference<double>(std::string_view);
template QuickReference<long double> quickReference<long double>(std::string_view);

[[gnu::target("avx2")]] static void runFourWide(void* function, const double* x, double* results,
                                                int count) {
  const auto f = reinterpret_cast<__m256d (*)(__m256d)>(function);
  for (int i = 0; i < count; i += 4) _mm256_storeu_pd(results + i, f(_mm256_loadu_pd(x + i)));
}

VectorFunction vectorReference(std::string_view name) {
  if (!__builtin_cpu_supports("avx2")) return {};
  static void* const library = ::dlopen("libmvec.so.1", RTLD_NOW);
  if (!library) return {};
  void* function = ::dlsym(library, ("_ZGVdN4v_" + std::string(name)).c_str());
  return {function ? runFourWide : nullptr, function};
}

}  // namespace lanewise::test
