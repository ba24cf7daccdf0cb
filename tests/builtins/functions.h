// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every floating-point function of the library that has a mathematical reference, with that
// reference in MPFR. Includers instantiate the lists for their type.
#pragma once
#include "tests/builtins/error.h"

namespace lanewise::testing {

template <class T>
struct Args {
  T x, y, z;
  int n;
};
struct References {
  mpfr_srcptr x, y, z;
  long n;
};

enum class Signature { X, XY, XYZ, XN };

template <class T>
struct Function {
  const char* name;    // of the row in functions.def
  const char* symbol;  // without lw_
  Signature signature;
  T (*call)(const Args<T>&);
  void (*reference)(mpfr_ptr result, const References&);
  const char* quick;  // of quick_reference.h
};

// UNARY: T(T). The second column is the body of the reference; r is the result.
#define UNARY_FUNCTIONS(M)                  \
  M(acos, mpfr_acos(r, a.x, MPFR_RNDN))     \
  M(acosh, mpfr_acosh(r, a.x, MPFR_RNDN))   \
  M(acospi, mpfr_acospi(r, a.x, MPFR_RNDN)) \
  M(asin, mpfr_asin(r, a.x, MPFR_RNDN))     \
  M(asinh, mpfr_asinh(r, a.x, MPFR_RNDN))   \
  M(asinpi, mpfr_asinpi(r, a.x, MPFR_RNDN)) \
  M(atan, mpfr_atan(r, a.x, MPFR_RNDN))     \
  M(atanh, mpfr_atanh(r, a.x, MPFR_RNDN))   \
  M(atanpi, mpfr_atanpi(r, a.x, MPFR_RNDN)) \
  M(cbrt, mpfr_cbrt(r, a.x, MPFR_RNDN))     \
  M(ceil, mpfr_ceil(r, a.x))                \
  M(cos, mpfr_cos(r, a.x, MPFR_RNDN))       \
  M(cosh, mpfr_cosh(r, a.x, MPFR_RNDN))     \
  M(cospi, mpfr_cospi(r, a.x, MPFR_RNDN))   \
  M(erf, mpfr_erf(r, a.x, MPFR_RNDN))       \
  M(erfc, mpfr_erfc(r, a.x, MPFR_RNDN))     \
  M(exp, mpfr_exp(r, a.x, MPFR_RNDN))       \
  M(exp2, mpfr_exp2(r, a.x, MPFR_RNDN))     \
  M(exp10, mpfr_exp10(r, a.x, MPFR_RNDN))   \
  M(expm1, mpfr_expm1(r, a.x, MPFR_RNDN))   \
  M(fabs, mpfr_abs(r, a.x, MPFR_RNDN))      \
  M(floor, mpfr_floor(r, a.x))              \
  M(lgamma, {                               \
    int sign;                               \
    mpfr_lgamma(r, &sign, a.x, MPFR_RNDN);  \
  })                                        \
  M(log, mpfr_log(r, a.x, MPFR_RNDN))       \
  M(log2, mpfr_log2(r, a.x, MPFR_RNDN))     \
  M(log10, mpfr_log10(r, a.x, MPFR_RNDN))   \
  M(log1p, mpfr_log1p(r, a.x, MPFR_RNDN))   \
  M(rint, mpfr_roundeven(r, a.x))           \
  M(round, mpfr_round(r, a.x))              \
  M(rsqrt, rsqrt(r, a.x))                   \
  M(sin, mpfr_sin(r, a.x, MPFR_RNDN))       \
  M(sinh, mpfr_sinh(r, a.x, MPFR_RNDN))     \
  M(sinpi, mpfr_sinpi(r, a.x, MPFR_RNDN))   \
  M(sqrt, mpfr_sqrt(r, a.x, MPFR_RNDN))     \
  M(tan, mpfr_tan(r, a.x, MPFR_RNDN))       \
  M(tanh, mpfr_tanh(r, a.x, MPFR_RNDN))     \
  M(tanpi, mpfr_tanpi(r, a.x, MPFR_RNDN))   \
  M(tgamma, mpfr_gamma(r, a.x, MPFR_RNDN))  \
  M(trunc, mpfr_trunc(r, a.x))              \
  M(degrees, angle(r, a.x, 180, true))      \
  M(radians, angle(r, a.x, 180, false))

#define BINARY_FUNCTIONS(M)                        \
  M(atan2, mpfr_atan2(r, a.x, a.y, MPFR_RNDN))     \
  M(atan2pi, mpfr_atan2pi(r, a.x, a.y, MPFR_RNDN)) \
  M(fdim, mpfr_dim(r, a.x, a.y, MPFR_RNDN))        \
  M(fmod, mpfr_fmod(r, a.x, a.y, MPFR_RNDN))       \
  M(hypot, mpfr_hypot(r, a.x, a.y, MPFR_RNDN))     \
  M(pow, mpfr_pow(r, a.x, a.y, MPFR_RNDN))         \
  M(powr, powr(r, a.x, a.y))                       \
  M(remainder, mpfr_remainder(r, a.x, a.y, MPFR_RNDN))

#define TERNARY_FUNCTIONS(M) M(fma, mpfr_fma(r, a.x, a.y, a.z, MPFR_RNDN))

// T(T, int).
#define INTEGER_FUNCTIONS(M)                     \
  M(ldexp, mpfr_mul_2si(r, a.x, a.n, MPFR_RNDN)) \
  M(pown, mpfr_pow_si(r, a.x, a.n, MPFR_RNDN))   \
  M(rootn, mpfr_rootn_si(r, a.x, a.n, MPFR_RNDN))

// T(T) for f32 only, with the reference of another row. native_test.cpp has the rest of native_*,
// whose limits are not in ulp or exclude subnormal numbers.
#define NATIVE_FUNCTIONS(M)                   \
  M(recip, mpfr_ui_div(r, 1, a.x, MPFR_RNDN)) \
  M(sqrt, mpfr_sqrt(r, a.x, MPFR_RNDN))

#define HALF_FUNCTIONS(M)                 \
  NATIVE_FUNCTIONS(M)                     \
  M(cos, mpfr_cos(r, a.x, MPFR_RNDN))     \
  M(exp, mpfr_exp(r, a.x, MPFR_RNDN))     \
  M(exp2, mpfr_exp2(r, a.x, MPFR_RNDN))   \
  M(exp10, mpfr_exp10(r, a.x, MPFR_RNDN)) \
  M(log, mpfr_log(r, a.x, MPFR_RNDN))     \
  M(log2, mpfr_log2(r, a.x, MPFR_RNDN))   \
  M(log10, mpfr_log10(r, a.x, MPFR_RNDN)) \
  M(rsqrt, rsqrt(r, a.x))                 \
  M(sin, mpfr_sin(r, a.x, MPFR_RNDN))     \
  M(tan, mpfr_tan(r, a.x, MPFR_RNDN))

// The root of -0 is -0, whose reciprocal is -inf; MPFR returns +inf.
inline void rsqrt(mpfr_ptr r, mpfr_srcptr x) {
  mpfr_rec_sqrt(r, x, MPFR_RNDN);
  if (mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
}
// A NaN as the exponent returns NaN, also for 1, where MPFR returns 1.
inline void powr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
  if (mpfr_nan_p(y))
    mpfr_set_nan(r);
  else
    mpfr_powr(r, x, y, MPFR_RNDN);
}
inline void angle(mpfr_ptr r, mpfr_srcptr x, int halfTurn, bool toDegrees) {
  static thread_local Number& pi = scratch();
  mpfr_const_pi(pi, MPFR_RNDN);
  if (toDegrees)
    mpfr_ui_div(pi, halfTurn, pi, MPFR_RNDN);
  else
    mpfr_div_ui(pi, pi, halfTurn, MPFR_RNDN);
  mpfr_mul(r, x, pi, MPFR_RNDN);
}

}  // namespace lanewise::testing
