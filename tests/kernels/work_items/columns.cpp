// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors may lie along y or z: the host exchanges the dimensions of the range as the compiler did
// in the code. Kernels find the ids, sizes and offsets of the launch.

#include "device.h"

namespace kernels {
namespace {

struct Columns {
  const char* description;
  Range range;
};

cl_ulong item(size_t x, size_t y, size_t z) { return x + 1000 * (y + 1000 * z); }

cl_ulong itemOf(const std::array<size_t, 3>& sizes) { return item(sizes[0], sizes[1], sizes[2]); }

class WorkItemsInColumns : public testing::TestWithParam<Columns> {
 protected:
  static void check(const char* kernel) {
    const Range& range = GetParam().range;
    const auto [width, height, depth] = range.global;
    Buffer<cl_ulong> out(std::vector<cl_ulong>(width * height * depth)),
        sizes(std::vector<cl_ulong>(2));
    run("work_items/columns", kernel, range, out, sizes);
    std::vector<cl_ulong> expected;
    for (size_t x = 0; x < width; ++x)
      for (size_t y = 0; y < height; ++y)
        for (size_t z = 0; z < depth; ++z)
          expected.push_back(item(x + range.offset[0], y + range.offset[1], z + range.offset[2]));
    EXPECT_EQ(out.read(), expected);
    EXPECT_EQ(sizes.read(), (std::vector<cl_ulong>{itemOf(range.global), itemOf(range.offset)}));
  }
};

TEST_P(WorkItemsInColumns, AdjacentAlongY) {
  if (GetParam().range.dimensions == 3) GTEST_SKIP() << "the kernel does not use z";
  check("columns");
}

TEST_P(WorkItemsInColumns, AdjacentAlongZ) { check("depths"); }

INSTANTIATE_TEST_SUITE_P(
    Ranges, WorkItemsInColumns,
    testing::Values(Columns{"square", range2({64, 64})}, Columns{"narrow", range2({100, 3})},
                    Columns{"low", range2({3, 100})}, Columns{"one_column", range2({1, 77})},
                    Columns{"one_row", range2({77, 1})}, Columns{"one_dimension", range1(50)},
                    Columns{"one_dimension_with_offset", range1(48, 16, 5)},
                    Columns{"local_size", range2({48, 40}, {16, 4})},
                    Columns{"smaller_last_groups", range2({45, 39}, {16, 4})},
                    Columns{"offset", range2({20, 37}, {0, 0}, {100, 7})},
                    Columns{"three_dimensions", range3({5, 7, 40})},
                    Columns{"three_dimensions_with_offset",
                            range3({6, 4, 20}, {2, 2, 5}, {3, 2, 9})}),
    [](const testing::TestParamInfo<Columns>& info) { return info.param.description; });

}  // namespace
}  // namespace kernels
