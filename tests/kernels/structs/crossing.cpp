// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjacent elements that are stored in between loads of adjacent elements.

#include "device.h"

namespace kernels {
namespace {

constexpr size_t kItems = 100, kRow = 64;

TEST(AdjacentElements, LoadsAndStoresInTurns) {
  for (cl_int stored = 1; stored < 6; ++stored)
    for (cl_int loaded = 1; loaded < 6; ++loaded) {
      std::vector<float> elements(kItems * kRow);
      for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<float>(i);
      Buffer<float> rows(elements), out(std::vector<float>(kItems * 4, 7.0f));
      run("structs/crossing", "crossing", range1(kItems), rows, out, stored, loaded);
      const std::vector<float> results = out.read();
      for (size_t item = 0; item < kItems; ++item) {
        float* row = elements.data() + item * kRow;
        row[2 * stored] = -1.0f;
        EXPECT_EQ(results[item * 4], row[2 * loaded + 1]) << stored << ", " << loaded;
        row[2 * stored + 1] = -2.0f;
        EXPECT_EQ(results[item * 4 + 1], row[2 * loaded + 2]) << stored << ", " << loaded;
        EXPECT_EQ(results[item * 4 + 2], (loaded & 3) == 2 ? -6.0f : 7.0f);
      }
    }
}

}  // namespace
}  // namespace kernels
