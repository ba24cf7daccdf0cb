// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_*: what they stand in for under -cl-unsafe-math-optimizations has limits that the accuracy
// test does not know, absolute ones and such as grow with the argument. The C library in f64 is the
// reference.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/builtins/samples.h"

extern "C" float lw_native_sin_f32(float);
extern "C" float lw_native_cos_f32(float);
extern "C" float lw_native_tan_f32(float);
extern "C" float lw_native_exp_f32(float);
extern "C" float lw_native_exp2_f32(float);
extern "C" float lw_native_exp10_f32(float);
extern "C" float lw_native_log_f32(float);
extern "C" float lw_native_log2_f32(float);
extern "C" float lw_native_log10_f32(float);
extern "C" float lw_native_powr_f32_f32(float, float);
extern "C" float lw_relaxed_pow_f32_f32(float, float);
extern "C" float lw_relaxed_sincos_f32_p(float, float*);

namespace lanewise::test {
namespace {

TEST(NativeTrig, AbsoluteErrorIsBelowTwoToMinus19UpTo2To15) {
  Random random;
  for (int i = 0; i < 400000; ++i) {
    const double range = i & 1 ? 4 : 32768;
    const float x = static_cast<float>((random.unit() * 2 - 1) * range);
    ASSERT_NEAR(lw_native_sin_f32(x), std::sin(double(x)), 0x1p-19) << std::hexfloat << x;
    ASSERT_NEAR(lw_native_cos_f32(x), std::cos(double(x)), 0x1p-19) << std::hexfloat << x;
    const double tangent = std::tan(double(x));
    if (std::fabs(tangent) < 100)
      ASSERT_NEAR(lw_native_tan_f32(x), tangent, 0x1p-18 * (1 + tangent * tangent))
          << std::hexfloat << x;
  }
}

TEST(NativeTrig, EveryFiniteArgumentGivesAValueBetweenMinusOneAndOne) {
  Random random;
  for (int i = 0; i < 400000; ++i) {
    const float x = fromBits<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(x)) continue;
    ASSERT_LE(std::fabs(lw_native_sin_f32(x)), 1.0f) << std::hexfloat << x;
    ASSERT_LE(std::fabs(lw_native_cos_f32(x)), 1.0f) << std::hexfloat << x;
  }
}

TEST(NativeTrig, InfinityAndNanGiveNan) {
  for (const float x : {INFINITY, -INFINITY, NAN}) {
    EXPECT_TRUE(std::isnan(lw_native_sin_f32(x)));
    EXPECT_TRUE(std::isnan(lw_native_cos_f32(x)));
    EXPECT_TRUE(std::isnan(lw_native_tan_f32(x)));
  }
}

// For results that are normal numbers.
double ulps(float got, double expected) {
  int exponent;
  std::frexp(expected, &exponent);
  return std::fabs(got - expected) / std::ldexp(1.0, exponent - 24);
}

TEST(NativeExp, ErrorIsWithinThatOfRelaxedMath) {
  Random random;
  for (int i = 0; i < 400000; ++i) {
    const float x = static_cast<float>((random.unit() * 2 - 1) * (i & 1 ? 87.3 : 2));
    const double limit = 3 + std::floor(2 * std::fabs(x));
    ASSERT_LE(ulps(lw_native_exp_f32(x), std::exp(double(x))), limit) << std::hexfloat << x;
    ASSERT_LE(ulps(lw_native_exp2_f32(x), std::exp2(double(x))), limit) << std::hexfloat << x;
    const float tens = x * 0.43f;
    ASSERT_LE(ulps(lw_native_exp10_f32(tens), std::pow(10.0, double(tens))), 8192)
        << std::hexfloat << tens;
  }
}

TEST(NativeExp, EndsOfTheRange) {
  EXPECT_EQ(lw_native_exp2_f32(-126), 0x1p-126f);
  EXPECT_EQ(lw_native_exp2_f32(0), 1);
  EXPECT_LT(lw_native_exp2_f32(0x1.fffffep6f), INFINITY);
  for (const float x : {128.0f, 1e10f, INFINITY}) EXPECT_EQ(lw_native_exp2_f32(x), INFINITY) << x;
  for (const float x : {-127.0f, -1e10f, -INFINITY}) EXPECT_EQ(lw_native_exp2_f32(x), 0) << x;
  EXPECT_TRUE(std::isnan(lw_native_exp2_f32(NAN)));
  EXPECT_TRUE(std::isnan(lw_native_exp_f32(NAN)));
  for (const float x : {-126.01f, -126.5f, -126.99f}) EXPECT_EQ(lw_native_exp2_f32(x), 0) << x;
  EXPECT_TRUE(std::isnan(lw_native_exp2_f32(fromBits<float>(0x7fc01234))));
}

TEST(NativeLog, ErrorIsWithinThatOfRelaxedMath) {
  Random random;
  for (int i = 0; i < 400000; ++i) {
    const float x =
        i & 1 ? static_cast<float>(0.4 + 2 * random.unit())
              : fromBits<float>(0x00800000 + static_cast<std::uint32_t>(random() % 0x7f000000));
    const auto check = [&](float got, double expected) {
      if (x >= 0.5 && x <= 2)
        ASSERT_NEAR(got, expected, 0x1p-21) << std::hexfloat << x;
      else
        ASSERT_LE(ulps(got, expected), 3) << std::hexfloat << x;
    };
    check(lw_native_log_f32(x), std::log(double(x)));
    check(lw_native_log2_f32(x), std::log2(double(x)));
    check(lw_native_log10_f32(x), std::log10(double(x)));
  }
}

TEST(NativeLog, EndsOfTheRange) {
  EXPECT_EQ(lw_native_log_f32(1), 0);
  EXPECT_EQ(lw_native_log_f32(0), -INFINITY);
  EXPECT_EQ(lw_native_log_f32(-0.0f), -INFINITY);
  EXPECT_EQ(lw_native_log_f32(INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(lw_native_log_f32(-1)));
  EXPECT_TRUE(std::isnan(lw_native_log_f32(-INFINITY)));
  EXPECT_TRUE(std::isnan(lw_native_log_f32(NAN)));
  EXPECT_TRUE(std::isnan(lw_native_log_f32(-0x1p-126f)));
  for (const float x : {0x1p-149f, -0x1p-149f, 0x1.fffffcp-127f})
    EXPECT_EQ(lw_native_log_f32(x), -INFINITY) << std::hexfloat << x;
  EXPECT_LT(lw_native_log_f32(0x1.fffffep-1f), 0);
  EXPECT_GT(lw_native_log_f32(0x1.000002p+0f), 0);
}

TEST(NativeLog, PowersOfTwoAreExact) {
  for (int n = -126; n < 128; ++n) EXPECT_EQ(lw_native_log2_f32(std::ldexp(1.0f, n)), n);
}

TEST(NativePowr, ErrorIsWithinThatOfRelaxedMath) {
  Random random;
  for (int i = 0; i < 200000; ++i) {
    const float x = static_cast<float>(random.unit() * 20 + 0x1p-10);
    const float y = static_cast<float>((random.unit() * 2 - 1) * 12);
    ASSERT_LE(ulps(lw_native_powr_f32_f32(x, y), std::pow(double(x), double(y))), 8192)
        << std::hexfloat << x << " " << y;
  }
}

TEST(RelaxedPow, NegativeNumbersHaveIntegerPowers) {
  for (const float y : {-3.0f, -2.0f, 1.0f, 2.0f, 5.0f, 8.0f})
    EXPECT_LE(ulps(lw_relaxed_pow_f32_f32(-1.7f, y), std::pow(double(-1.7f), double(y))), 64) << y;
  EXPECT_EQ(lw_relaxed_pow_f32_f32(1, 1e30f), 1);
  EXPECT_EQ(lw_relaxed_pow_f32_f32(0, 2), 0);
  EXPECT_EQ(lw_relaxed_pow_f32_f32(3, 0), 1);
}

TEST(RelaxedSincos, IsNativeSinAndCos) {
  for (float x = -40; x < 40; x += 0.37f) {
    float cosine = 0;
    EXPECT_EQ(lw_relaxed_sincos_f32_p(x, &cosine), lw_native_sin_f32(x));
    EXPECT_EQ(cosine, lw_native_cos_f32(x));
  }
}

}  // namespace
}  // namespace lanewise::test
