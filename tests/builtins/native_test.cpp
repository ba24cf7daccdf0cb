// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// native_sin, native_cos and native_tan, whose error is absolute: the C library in f64 is the
// reference. What has a limit in ulp is in the accuracy test.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/builtins/samples.h"

extern "C" float lw_native_sin_f32(float);
extern "C" float lw_native_cos_f32(float);
extern "C" float lw_native_tan_f32(float);

namespace lanewise::testing {
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

}  // namespace
}  // namespace lanewise::testing
