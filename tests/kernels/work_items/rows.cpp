// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of work-items that share loads may run together: the results are those of each work-item on
// its own.

#include "device.h"

#include <cmath>

namespace kernels {
namespace {

constexpr size_t kElements = 10'000;

struct Rows {
  const char* description;
  cl_int width, height, depth;
  Range range;
};

class RowsOfWorkItems : public testing::TestWithParam<Rows> {
 protected:
  static std::vector<float> numbers(unsigned step) {
    std::vector<float> result(kElements);
    for (size_t i = 0; i < kElements; ++i) result[i] = static_cast<float>(i * step % 17) - 8;
    return result;
  }

  std::vector<float> runKernel(const char* name) const {
    const Rows& rows = GetParam();
    Buffer<float> a(a_), b(b_), c(c_);
    run("work_items/rows", name, rows.range, a, b, c, rows.width, rows.height, rows.depth);
    return c.read();
  }

  const std::vector<float> a_ = numbers(3), b_ = numbers(5), c_ = numbers(7);
};

// Small whole numbers: sums are exact in any order.
TEST_P(RowsOfWorkItems, ProductOfMatrices) {
  const Rows& rows = GetParam();
  std::vector<float> expected = c_;
  const auto inRange = [&](cl_int y, cl_int x) {
    return static_cast<size_t>(y) < rows.range.global[1] &&
           static_cast<size_t>(x) < rows.range.global[0];
  };
  for (cl_int y = 0; y < rows.height; ++y)
    for (cl_int x = 0; x < rows.width; ++x) {
      if (!inRange(y, x)) continue;
      float& sum = expected[static_cast<size_t>(y * rows.width + x)];
      sum *= 0.5f;
      for (cl_int k = 0; k < rows.depth; ++k)
        sum += a_[static_cast<size_t>(y * rows.depth + k)] *
               b_[static_cast<size_t>(k * rows.width + x)];
    }
  EXPECT_EQ(runKernel("product"), expected);
}

TEST_P(RowsOfWorkItems, NeighboursBelowAndAbove) {
  const Rows& rows = GetParam();
  std::vector<float> expected = c_;
  for (cl_int y = 1;
       y < std::min<cl_int>(rows.height - 1, static_cast<cl_int>(rows.range.global[1])); ++y)
    for (cl_int x = 0; x < std::min<cl_int>(rows.width, static_cast<cl_int>(rows.range.global[0]));
         ++x) {
      float sum = 0;
      for (cl_int i = -1; i <= 1; ++i)
        for (cl_int j = -1; j <= 1; ++j)
          sum += a_[static_cast<size_t>((y + i) * rows.width + x + j)] *
                 b_[static_cast<size_t>(3 * i + j + 4)];
      expected[static_cast<size_t>(y * rows.width + x)] = sum;
    }
  EXPECT_EQ(runKernel("blur"), expected);
}

// A work-item on its own, with the local memory of its group.
float tilesOf(const std::vector<float>& a, const std::vector<float>& b, const Rows& rows, size_t x,
              size_t y) {
  const size_t columns = std::min(
      rows.range.local[0], rows.range.global[0] - x / rows.range.local[0] * rows.range.local[0]);
  const size_t height = std::min(
      rows.range.local[1], rows.range.global[1] - y / rows.range.local[1] * rows.range.local[1]);
  const size_t firstX = x / rows.range.local[0] * rows.range.local[0],
               firstY = y / rows.range.local[1] * rows.range.local[1];
  const auto ownAt = [&](size_t px, size_t py, size_t i) {
    const float own[] = {a[(px * 7 + py) % 1000], b[py % 1000], a[px % 1000], b[px % 1000]};
    return own[i];
  };
  const auto sumAt = [&](size_t px, size_t py) {
    float sum = ownAt(px, py, static_cast<size_t>(rows.depth) % 4);
    for (size_t k = 0; k < columns; ++k)
      sum += b[(firstX + k + 5 * py) % 1000] * a[(k + px) % 1000];
    return sum;
  };
  const float sum = sumAt(x, y);
  const float other = sumAt(x, firstY + height - 1 - (y - firstY));
  const bool isOwn =
      (y - firstY + static_cast<size_t>(rows.depth)) % 4 == static_cast<size_t>(rows.depth) % 4;
  return sum + (other + (isOwn ? sum : ownAt(x, y, static_cast<size_t>(rows.depth) % 4)));
}

TEST_P(RowsOfWorkItems, TilesInLocalMemory) {
  const Rows& rows = GetParam();
  if (!rows.range.local[0]) GTEST_SKIP() << "the result depends on the local size";
  std::vector<float> expected = c_;
  for (size_t y = 0; y < std::min<size_t>(static_cast<size_t>(rows.height), rows.range.global[1]);
       ++y)
    for (size_t x = 0; x < std::min<size_t>(static_cast<size_t>(rows.width), rows.range.global[0]);
         ++x)
      expected[y * static_cast<size_t>(rows.width) + x] = tilesOf(a_, b_, rows, x, y);
  EXPECT_EQ(runKernel("tiles"), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, RowsOfWorkItems,
    testing::Values(Rows{"WholeGroups", 64, 64, 40, range2({64, 64}, {16, 16})},
                    Rows{"GuardInAGroup", 61, 58, 40, range2({64, 64}, {16, 16})},
                    Rows{"OddGroups", 70, 66, 33, range2({70, 66}, {7, 6})},
                    Rows{"FewRows", 50, 3, 20, range2({64, 3}, {32, 3})},
                    Rows{"OneRow", 50, 1, 20, range2({64, 1}, {32, 1})},
                    Rows{"LastGroupsSmaller", 83, 71, 17, range2({83, 71}, {32, 8})},
                    Rows{"WiderThanTheMatrix", 20, 90, 50, range2({96, 96}, {32, 4})},
                    Rows{"NoLocalSize", 65, 67, 31, range2({65, 67})},
                    Rows{"SingleWorkItems", 33, 35, 9, range2({33, 35}, {1, 1})}),
    [](const testing::TestParamInfo<Rows>& info) { return info.param.description; });

}  // namespace
}  // namespace kernels
