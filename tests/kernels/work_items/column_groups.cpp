// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-groups that are one or two work-items wide: vectors lie along their columns, and the code of
// the kernel exchanges the dimensions by itself. Kernels find the ids and sizes of the launch.

#include "device.h"

#include <algorithm>

namespace kernels {
namespace {

using Triple = std::array<size_t, 3>;

cl_ulong item(const Triple& of) { return of[0] + 1000 * (of[1] + 1000 * of[2]); }

struct Place {
  Triple global, local, group, size;  // the global id without the offset
};

/// In the order in which the kernels write.
std::vector<Place> placesOf(const Range& range) {
  std::vector<Place> places;
  for (size_t x = 0; x < range.global[0]; ++x)
    for (size_t y = 0; y < range.global[1]; ++y)
      for (size_t z = 0; z < range.global[2]; ++z) {
        Place place{{x, y, z}, {}, {}, {}};
        for (size_t d = 0; d < 3; ++d) {
          place.group[d] = place.global[d] / range.local[d];
          place.local[d] = place.global[d] % range.local[d];
          place.size[d] =
              std::min(range.local[d], range.global[d] - place.group[d] * range.local[d]);
        }
        places.push_back(place);
      }
  return places;
}

size_t linear(const Triple& at, const Triple& size) {
  return (at[2] * size[1] + at[1]) * size[0] + at[0];
}

cl_ulong globalItem(const Place& place, const Triple& local, const Range& range) {
  Triple id;
  for (size_t d = 0; d < 3; ++d)
    id[d] = place.global[d] - place.local[d] + local[d] + range.offset[d];
  return item(id);
}

cl_ulong oppositeItem(const Place& place, const Range& range) {
  Triple local;
  for (size_t d = 0; d < 3; ++d) local[d] = place.size[d] - 1 - place.local[d];
  return globalItem(place, local, range);
}

/// What `of` gives for each place.
template <class Of>
std::vector<cl_ulong> ofEach(const std::vector<Place>& places, const Of& of) {
  std::vector<cl_ulong> numbers(places.size());
  std::ranges::transform(places, numbers.begin(), of);
  return numbers;
}

struct Columns {
  const char* description;
  Range range;
};

class ColumnGroups : public testing::TestWithParam<Columns> {
 protected:
  void SetUp() override {
    const Range& range = GetParam().range;
    for (size_t d = 0; d < 3; ++d)
      if (range.global[d] % range.local[d] != 0 && !TestDevice::get().hasNonUniformWorkGroups())
        GTEST_SKIP() << "the device has no groups of other sizes";
  }
};

TEST_P(ColumnGroups, HaveTheirIds) {
  const Range& range = GetParam().range;
  const std::vector<Place> places = placesOf(range);
  Buffer<cl_ulong> out(std::vector<cl_ulong>(9 * places.size()));
  run("work_items/column_groups", "ids", range, out);
  Triple groups;
  for (size_t d = 0; d < 3; ++d)
    groups[d] = (range.global[d] + range.local[d] - 1) / range.local[d];
  std::vector<cl_ulong> expected;
  for (const Place& place : places)
    for (const cl_ulong number :
         {globalItem(place, place.local, range), item(place.local), item(place.group),
          item(range.global), item(place.size), item(groups), item(range.offset), item(range.local),
          cl_ulong{range.dimensions}})
      expected.push_back(number);
  EXPECT_EQ(out.read(), expected);
}

TEST_P(ColumnGroups, ExchangeValuesInLocalMemory) {
  const Range& range = GetParam().range;
  const std::vector<Place> places = placesOf(range);
  Buffer<cl_ulong> out(std::vector<cl_ulong>(places.size()));
  run("work_items/column_groups", "opposite", range, out,
      LocalBytes{8 * range.local[0] * range.local[1] * range.local[2]});
  EXPECT_EQ(out.read(),
            ofEach(places, [&](const Place& place) { return oppositeItem(place, range); }));
}

TEST_P(ColumnGroups, HaveLinearIds) {
  const Range& range = GetParam().range;
  const std::vector<Place> places = placesOf(range);
  Buffer<cl_ulong> out(std::vector<cl_ulong>(places.size()));
  run("work_items/column_groups", "linear", range, out);
  EXPECT_EQ(out.read(), ofEach(places, [&](const Place& place) {
              return linear(place.global, range.global) * 1000 + linear(place.local, place.size);
            }));
  run("work_items/column_groups", "local_linear", range, out);
  EXPECT_EQ(out.read(),
            ofEach(places, [](const Place& place) { return linear(place.local, place.size); }));
}

INSTANTIATE_TEST_SUITE_P(
    WorkItems, ColumnGroups,
    testing::Values(Columns{"along_y", range2({5, 64}, {1, 32})},
                    Columns{"along_y_in_parts", range2({5, 42}, {1, 21}, {3, 700})},
                    Columns{"along_y_and_smaller_ones", range2({3, 50}, {1, 20}, {9, 2})},
                    Columns{"two_wide", range2({6, 60}, {2, 30})},
                    Columns{"two_wide_and_smaller_ones", range2({7, 50}, {2, 30})},
                    Columns{"along_z", range3({3, 4, 48}, {1, 1, 24}, {1, 2, 3})},
                    Columns{"planes", range3({4, 40, 6}, {1, 20, 3}, {1, 2, 3})},
                    Columns{"deep_planes", range3({2, 6, 40}, {1, 3, 20})},
                    Columns{"two_wide_planes", range3({4, 6, 40}, {2, 3, 20})},
                    Columns{"narrow", range2({8, 8}, {1, 4})}),
    [](const testing::TestParamInfo<Columns>& info) { return info.param.description; });

TEST(RequiredColumnGroups, OppositeWorkItems) {
  const Range range = range2({7, 60}, {1, 20}, {2, 5});
  const std::vector<Place> places = placesOf(range);
  Buffer<cl_ulong> out(std::vector<cl_ulong>(places.size()));
  run("work_items/column_groups", "required", range, out, LocalBytes{8 * 20});
  EXPECT_EQ(out.read(),
            ofEach(places, [&](const Place& place) { return oppositeItem(place, range); }));
}

}  // namespace
}  // namespace kernels
