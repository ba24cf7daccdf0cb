// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of sRGB of every float, against the table of least values.
#include "images/codec.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace lanewise::images {
namespace {

float next(float value, int step) {
  return std::bit_cast<float>(std::bit_cast<unsigned>(value) + static_cast<unsigned>(step));
}

TEST(Srgb, ACodeBeginsAtItsLeastFloat) {
  for (unsigned code = 1; code < 256; ++code) {
    EXPECT_EQ(codec::srgbOf(kLeastOfSrgb[code]), code);
    EXPECT_EQ(codec::srgbOf(next(kLeastOfSrgb[code], -1)), code - 1);
  }
}

TEST(Srgb, CodesGrowWithTheFloat) {
  unsigned before = 0;
  constexpr unsigned kStep = 61;
  for (float value = 0; value < 1.5F; value = next(value, kStep)) {
    const unsigned code = codec::srgbOf(value);
    ASSERT_GE(code, before) << value;
    ASSERT_LE(code - before, 1U) << value;
    before = code;
  }
  EXPECT_EQ(before, 255U);
}

TEST(Srgb, FloatsOutsideOfTheRangeSaturate) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (float value : {-0.0F, -1.0F, -kInfinity, std::nanf(""), 0x1p-149F, 0x1p-126F})
    EXPECT_EQ(codec::srgbOf(value), 0U) << value;
  for (float value : {1.0F, next(1.0F, 1), 2.0F, kInfinity})
    EXPECT_EQ(codec::srgbOf(value), 255U) << value;
}

}  // namespace
}  // namespace lanewise::images
