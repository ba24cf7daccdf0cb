// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between all scalar types, in every rounding mode and saturated, and of vectors. The
// reference computes in long double (64-bit significand) and rounds in the given mode.

#include "device.h"

#include <cfenv>
#include <cmath>
#include <limits>

namespace kernels {
namespace {

enum class Rounding { Default, Nearest, Zero, Up, Down };

long double roundedToIntegral(long double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::Nearest: return std::nearbyint(value);
    case Rounding::Up: return std::ceil(value);
    case Rounding::Down: return std::floor(value);
    default: return std::trunc(value);
  }
}

/// Reference result; false where the specification leaves the result undefined.
template <typename To, typename From>
bool convertInteger(From from, Rounding rounding, bool saturate, To& result) {
  const long double low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
  const auto value = static_cast<long double>(from);
  if (std::isnan(value)) {
    result = 0;
    return saturate;
  }
  const long double whole = roundedToIntegral(value, rounding);
  if (whole < low || whole > high) {
    result = whole < low ? std::numeric_limits<To>::min() : std::numeric_limits<To>::max();
    if (saturate) return true;
    if (!std::is_integral_v<From>) return false;
    result = static_cast<To>(from);  // integers keep the low bits
    return true;
  }
  result = static_cast<To>(whole);
  return true;
}

template <typename To, typename From>
To convertFloat(From from, Rounding rounding) {
  const auto value = static_cast<long double>(from);
  if (std::isnan(value)) return std::numeric_limits<To>::quiet_NaN();
  const int mode = rounding == Rounding::Zero   ? FE_TOWARDZERO
                   : rounding == Rounding::Up   ? FE_UPWARD
                   : rounding == Rounding::Down ? FE_DOWNWARD
                                                : FE_TONEAREST;
  std::fesetround(mode);
  volatile long double source = value;
  volatile To result = static_cast<To>(source);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
std::vector<T> inputs() {
  std::vector<T> values;
  if constexpr (std::is_floating_point_v<T>) {
    for (const double x : {0.0,
                           0.25,
                           0.5,
                           0.75,
                           1.0,
                           1.5,
                           2.5,
                           3.49,
                           99.5,
                           126.5,
                           127.4,
                           127.5,
                           128.0,
                           254.5,
                           255.5,
                           256.5,
                           32766.5,
                           32767.5,
                           65534.5,
                           65535.5,
                           65536.0,
                           8388607.5,
                           2147483520.0,
                           2147483647.0,
                           2147483648.0,
                           4294967040.0,
                           4294967295.5,
                           4294967296.0,
                           9.2233720368547e18,
                           9223372036854775808.0,
                           1.8446744073709e19,
                           18446744073709551616.0,
                           1e30,
                           1e-30,
                           0.1,
                           1.0 / 3,
                           3.4028235677973e38,
                           1e300,
                           1e-40,
                           1e-46,
                           1e-310}) {
      values.push_back(static_cast<T>(x));
      values.push_back(static_cast<T>(-x));
    }
    for (const T x : {std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()})
      values.push_back(x), values.push_back(-x);
  } else {
    for (const cl_long x : {0l,
                            1l,
                            2l,
                            7l,
                            126l,
                            127l,
                            128l,
                            255l,
                            256l,
                            32767l,
                            32768l,
                            65535l,
                            65536l,
                            16777217l,
                            16777219l,
                            33554435l,
                            2147483647l,
                            2147483648l,
                            4294967295l,
                            4294967296l,
                            9007199254740993l,
                            9007199254740995l,
                            9223371761976868863l,
                            9223372036854775807l}) {
      values.push_back(static_cast<T>(x));
      values.push_back(static_cast<T>(-x));
      values.push_back(static_cast<T>(~x));
    }
    values.push_back(std::numeric_limits<T>::min());
  }
  while (values.size() % 16) values.push_back(values[values.size() % 16]);
  return values;
}

template <typename T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return a == b || (std::isnan(a) && std::isnan(b));
  return a == b;
}

template <typename From, typename To>
void expectForms(const std::string& from, const std::string& to) {
  constexpr bool kInteger = std::is_integral_v<To>;
  constexpr int kForms = kInteger ? 10 : 5;
  const char* const names[] = {"",     "_rte",     "_rtz",     "_rtp",     "_rtn",
                               "_sat", "_sat_rte", "_sat_rtz", "_sat_rtp", "_sat_rtn"};
  const std::vector<From> in = inputs<From>();
  const size_t count = in.size();
  Buffer<From> inBuffer(in);
  Buffer<To> out(kForms * count);
  run("conversions/from_" + from, "forms_" + from + "_" + to, range1(count), inBuffer, out,
      static_cast<cl_int>(count));
  const std::vector<To> got = out.read();
  for (int form = 0; form < kForms; ++form)
    for (size_t i = 0; i < count; ++i) {
      const auto rounding = static_cast<Rounding>(form % 5);
      To expected;
      if constexpr (kInteger) {
        if (!convertInteger(in[i], rounding, form >= 5, expected)) continue;
      } else {
        expected = convertFloat<To>(in[i], rounding);
      }
      const To value = got[form * count + i];
      EXPECT_TRUE(same(value, expected)) << "convert_" << to << names[form] << " of " << from << " "
                                         << +in[i] << " is " << +value << ", not " << +expected;
    }
}

/// The vector conversions return the results of the scalar conversions.
template <typename From, typename To>
void expectVectors(const std::string& from, const std::string& to) {
  std::vector<From> in = inputs<From>();
  const size_t items = in.size() - 16;
  Buffer<From> inBuffer(in);
  Buffer<To> scalars(10 * in.size());
  run("conversions/from_" + from, "forms_" + from + "_" + to, range1(in.size()), inBuffer, scalars,
      static_cast<cl_int>(in.size()));
  const std::vector<To> scalar = scalars.read();
  for (const int width : {2, 3, 4, 8, 16}) {
    Buffer<To> out(16 * items);
    run("conversions/from_" + from, "vectors_" + from + "_" + to, range1(items), inBuffer, out,
        width);
    const std::vector<To> got = out.read();
    for (size_t i = 0; i < items; ++i)
      for (int k = 0; k < width; ++k) {
        To expected;
        if constexpr (std::is_integral_v<To>)
          if (!convertInteger(in[i + k], Rounding::Default, false, expected)) continue;
        ASSERT_TRUE(same(got[16 * i + k], scalar[i + k]))
            << "convert_" << to << width << " of " << from << " " << +in[i + k] << " is "
            << +got[16 * i + k] << ", the scalar form gives " << +scalar[i + k];
      }
  }
}

#define TO(from, to)                           \
  expectForms<cl_##from, cl_##to>(#from, #to); \
  expectVectors<cl_##from, cl_##to>(#from, #to);
#define FROM_TEST(Name, from)                                                                    \
  TEST(Conversions, From##Name) {                                                                \
    TO(from, char)                                                                               \
    TO(from, uchar)                                                                              \
    TO(from, short)                                                                              \
    TO(from, ushort)                                                                             \
    TO(from, int) TO(from, uint) TO(from, long) TO(from, ulong) TO(from, float) TO(from, double) \
  }
FROM_TEST(Char, char)
FROM_TEST(UnsignedChar, uchar)
FROM_TEST(Short, short)
FROM_TEST(UnsignedShort, ushort)
FROM_TEST(Int, int)
FROM_TEST(UnsignedInt, uint)
FROM_TEST(Long, long)
FROM_TEST(UnsignedLong, ulong)
FROM_TEST(Float, float)
FROM_TEST(Double, double)

TEST(Conversions, CastsAndReinterpretations) {
  Buffer<cl_float> in(std::vector<cl_float>{1.5f, -2.75f, 300.9f, -0.0f});
  Buffer<cl_uint> out(16);
  run("conversions/casts", "casts", range1(4), in, out);
  const std::vector<cl_float> values = in.read();
  const std::vector<cl_uint> got = out.read();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(got[4 * i], static_cast<cl_uint>(static_cast<cl_int>(values[i])));
    cl_uint bits;
    std::memcpy(&bits, &values[i], sizeof bits);
    EXPECT_EQ(got[4 * i + 1], bits);
    EXPECT_EQ(got[4 * i + 2], bits >> 16);
    EXPECT_EQ(got[4 * i + 3], values[i] != 0);
  }
}

}  // namespace
}  // namespace kernels
