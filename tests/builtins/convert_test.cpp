// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every conversion compared with MPFR: all f16 and all 8-bit and 16-bit integers; f32, f64 and the
// wider integers at the borders of the result type and at random.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::test {
namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// x rounded to T in the mode, with subnormals and overflow as in IEEE 754.
template <class T>
T roundedTo(mpfr_srcptr x, mpfr_rnd_t mode) {
  const auto low = mpfr_get_emin(), high = mpfr_get_emax();
  Number y(Format<T>::precision);
  int inexact = mpfr_set(y, x, mode);
  mpfr_set_emin(Format<T>::emin - Format<T>::precision + 2);
  mpfr_set_emax(Format<T>::emax + 1);
  inexact = mpfr_check_range(y, inexact, mode);
  mpfr_subnormalize(y, inexact, mode);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  return static_cast<T>(mpfr_get_d(y, MPFR_RNDN));
}
template <class To>
To saturatedFrom(mpfr_srcptr x, mpfr_rnd_t mode) {
  if (mpfr_nan_p(x)) return 0;
  Number y(200), bound(200);
  mpfr_rint(y, x, mode);
  constexpr bool isSigned = std::is_signed_v<To>;
  mpfr_set_si_2exp(bound, 1, 8 * sizeof(To) - isSigned, MPFR_RNDN);
  if (mpfr_greaterequal_p(y, bound)) return std::numeric_limits<To>::max();
  if (isSigned)
    mpfr_neg(bound, bound, MPFR_RNDN);
  else
    mpfr_set_zero(bound, 1);
  if (mpfr_less_p(y, bound)) return std::numeric_limits<To>::min();
  return isSigned ? static_cast<To>(mpfr_get_sj(y, MPFR_RNDZ))
                  : static_cast<To>(mpfr_get_uj(y, MPFR_RNDZ));
}

template <class T>
std::vector<T> floats() {
  std::vector<T> list;
  if constexpr (sizeof(T) == 2) {
    for (u32 bits = 0; bits <= 0xffff; ++bits) list.push_back(fromBits<T>(static_cast<u16>(bits)));
  } else {
    list = specialValues<T>();
    Random random;
    // Near powers of two and near numbers of f16 and f32: midpoints, neighbours, quarters of a
    // step.
    for (int exponent = -30; exponent < 70; ++exponent)
      for (double offset : {0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5})
        for (double sign : {-1.0, 1.0})
          for (int step : {-1, 0, 1}) {
            const T x = static_cast<T>(sign * (std::ldexp(1.0, exponent) + offset));
            list.push_back(fromBits<T>(static_cast<typename Format<T>::Bits>(
                std::bit_cast<typename Format<T>::Bits>(x) + step)));
          }
    for (u32 bits = 0; bits < 0x7c00; bits += 17) {
      const double a = static_cast<double>(fromBits<f16>(static_cast<u16>(bits)));
      const double b = static_cast<double>(fromBits<f16>(static_cast<u16>(bits + 1)));
      for (double t : {0.0, 0.25, 0.5, 0.5000001, 0.4999999, 0.75}) {
        const double between = a + t * ((std::isinf(b) ? 65536.0 : b) - a);
        list.push_back(static_cast<T>(between));
        list.push_back(static_cast<T>(-between));
      }
    }
    for (int i = 0; i < 3000; ++i) {
      list.push_back(fromBits<T>(static_cast<typename Format<T>::Bits>(random())));
      list.push_back(static_cast<T>((random.unit() - 0.5) * std::ldexp(1.0, random() % 70)));
      const float narrow = fromBits<float>(static_cast<u32>(random()));
      const float next = fromBits<float>(std::bit_cast<u32>(narrow) + 1);
      list.push_back(static_cast<T>(narrow + 0.5 * (static_cast<double>(next) - narrow)));
    }
  }
  return list;
}
template <class T>
std::vector<T> integers() {
  std::vector<T> list;
  if constexpr (sizeof(T) <= 2) {
    for (u32 i = 0; i <= 0xffff; ++i) list.push_back(static_cast<T>(i));
  } else {
    Random random;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      for (int below = 0; below < 12; ++below)
        for (int step : {-2, -1, 0, 1, 2}) {
          const u64 x = (u64(1) << bit) +
                        (below ? u64(1) << (bit - std::min<unsigned>(bit, 8 + 2 * below)) : 0) +
                        step;
          list.push_back(static_cast<T>(x));
          list.push_back(static_cast<T>(-x));
        }
    for (int i = 0; i < 4000; ++i) list.push_back(static_cast<T>(random() >> random() % 64));
  }
  return list;
}

template <class To, class From>
void compare(const char* name, To (*convert)(From), const std::vector<From>& values,
             To (*reference)(mpfr_srcptr, mpfr_rnd_t), mpfr_rnd_t mode) {
  Number x(120);
  for (From value : values) {
    if constexpr (std::is_signed_v<From> && std::is_integral_v<From>)
      mpfr_set_sj(x, value, MPFR_RNDN);
    else if constexpr (std::is_integral_v<From>)
      mpfr_set_uj(x, value, MPFR_RNDN);
    else
      mpfr_set_d(x, static_cast<double>(value), MPFR_RNDN);
    const To got = convert(value), expected = reference(x, mode);
    if (got == expected || (got != got && expected != expected)) continue;
    ADD_FAILURE() << name << "(" << std::hexfloat << static_cast<double>(value) << ") is "
                  << static_cast<double>(got) << ", expected " << static_cast<double>(expected);
    return;
  }
}

#define MODES(M, ...)                        \
  M(, MPFR_RNDZ, MPFR_RNDN, __VA_ARGS__)     \
  M(_rte, MPFR_RNDN, MPFR_RNDN, __VA_ARGS__) \
  M(_rtz, MPFR_RNDZ, MPFR_RNDZ, __VA_ARGS__) \
  M(_rtp, MPFR_RNDU, MPFR_RNDU, __VA_ARGS__) M(_rtn, MPFR_RNDD, MPFR_RNDD, __VA_ARGS__)

#define DECLARE(suffix, toInteger, toFloat, n, F)              \
  extern "C" i##n lw_ConvertFToS_ri##n##_sat##suffix##_##F(F); \
  extern "C" u##n lw_ConvertFToU_ri##n##_sat##suffix##_##F(F); \
  extern "C" i##n lw_ConvertFToS_ri##n##suffix##_##F(F);       \
  extern "C" u##n lw_ConvertFToU_ri##n##suffix##_##F(F);       \
  extern "C" F lw_ConvertSToF_r##F##suffix##_i##n(i##n);       \
  extern "C" F lw_ConvertUToF_r##F##suffix##_i##n(u##n);
#define COMPARE(suffix, toInteger, toFloat, n, F)                                                 \
  compare<i##n, F>("ConvertFToS_ri" #n "_sat" #suffix "_" #F,                                     \
                   lw_ConvertFToS_ri##n##_sat##suffix##_##F, xs, saturatedFrom<i##n>, toInteger); \
  compare<u##n, F>("ConvertFToU_ri" #n "_sat" #suffix "_" #F,                                     \
                   lw_ConvertFToU_ri##n##_sat##suffix##_##F, xs, saturatedFrom<u##n>, toInteger); \
  compare<i##n, F>("ConvertFToS_ri" #n #suffix "_" #F, lw_ConvertFToS_ri##n##suffix##_##F, xs,    \
                   saturatedFrom<i##n>, toInteger);                                               \
  compare<u##n, F>("ConvertFToU_ri" #n #suffix "_" #F, lw_ConvertFToU_ri##n##suffix##_##F, xs,    \
                   saturatedFrom<u##n>, toInteger);                                               \
  compare<F, i##n>("ConvertSToF_r" #F #suffix "_i" #n, lw_ConvertSToF_r##F##suffix##_i##n,        \
                   integers<i##n>(), roundedTo<F>, toFloat);                                      \
  compare<F, u##n>("ConvertUToF_r" #F #suffix "_i" #n, lw_ConvertUToF_r##F##suffix##_i##n,        \
                   integers<u##n>(), roundedTo<F>, toFloat);
#define FLOAT_AND_INTEGER(n, F)  \
  MODES(DECLARE, n, F)           \
  TEST(Convert, F##_and_i##n) {  \
    const auto xs = floats<F>(); \
    MODES(COMPARE, n, F)         \
  }
FLOAT_AND_INTEGER(8, f16)
FLOAT_AND_INTEGER(16, f16)
FLOAT_AND_INTEGER(32, f16)
FLOAT_AND_INTEGER(64, f16)
FLOAT_AND_INTEGER(8, f32)
FLOAT_AND_INTEGER(16, f32)
FLOAT_AND_INTEGER(32, f32)
FLOAT_AND_INTEGER(64, f32)
FLOAT_AND_INTEGER(8, f64)
FLOAT_AND_INTEGER(16, f64)
FLOAT_AND_INTEGER(32, f64)
FLOAT_AND_INTEGER(64, f64)

#define DECLARE_FLOATS(suffix, unused, mode, To, From) \
  extern "C" To lw_FConvert_r##To##suffix##_##From(From);
#define COMPARE_FLOATS(suffix, unused, mode, To, From)                                          \
  compare<To, From>("FConvert_r" #To #suffix "_" #From, lw_FConvert_r##To##suffix##_##From, xs, \
                    roundedTo<To>, mode);
#define FLOAT_AND_FLOAT(To, From)   \
  MODES(DECLARE_FLOATS, To, From)   \
  TEST(Convert, From##_to_##To) {   \
    const auto xs = floats<From>(); \
    MODES(COMPARE_FLOATS, To, From) \
  }
FLOAT_AND_FLOAT(f16, f32)
FLOAT_AND_FLOAT(f16, f64)
FLOAT_AND_FLOAT(f32, f64)
FLOAT_AND_FLOAT(f32, f16)
FLOAT_AND_FLOAT(f64, f16)
FLOAT_AND_FLOAT(f64, f32)

template <class To, class From>
To clamped(From x) {
  const __int128 high = (__int128(1) << (8 * sizeof(To) - std::is_signed_v<To>)) - 1;
  const __int128 low = std::is_signed_v<To> ? -high - 1 : 0;
  return static_cast<To>(__int128(x) < low ? low : __int128(x) > high ? high : __int128(x));
}
#define INTEGER_AND_INTEGER(to, from)                                                         \
  extern "C" i##to lw_SConvert_ri##to##_i##from(i##from),                                     \
      lw_SConvert_ri##to##_sat_i##from(i##from), lw_SatConvertUToS_ri##to##_i##from(u##from); \
  extern "C" u##to lw_UConvert_ri##to##_i##from(u##from),                                     \
      lw_UConvert_ri##to##_sat_i##from(u##from), lw_SatConvertSToU_ri##to##_i##from(i##from); \
  TEST(Convert, i##from##_to_i##to) {                                                         \
    for (i##from x : integers<i##from>()) {                                                   \
      ASSERT_EQ(lw_SConvert_ri##to##_i##from(x), static_cast<i##to>(x));                      \
      ASSERT_EQ(lw_SConvert_ri##to##_sat_i##from(x), clamped<i##to>(x));                      \
      ASSERT_EQ(lw_SatConvertSToU_ri##to##_i##from(x), clamped<u##to>(x));                    \
      const auto y = static_cast<u##from>(x);                                                 \
      ASSERT_EQ(lw_UConvert_ri##to##_i##from(y), static_cast<u##to>(y));                      \
      ASSERT_EQ(lw_UConvert_ri##to##_sat_i##from(y), clamped<u##to>(y));                      \
      ASSERT_EQ(lw_SatConvertUToS_ri##to##_i##from(y), clamped<i##to>(y));                    \
    }                                                                                         \
  }
#define FROM(from)              \
  INTEGER_AND_INTEGER(8, from)  \
  INTEGER_AND_INTEGER(16, from) \
  INTEGER_AND_INTEGER(32, from) \
  INTEGER_AND_INTEGER(64, from)
FROM(8)
FROM(16)
FROM(32)
FROM(64)

}  // namespace
}  // namespace lanewise::test
