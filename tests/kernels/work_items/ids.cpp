// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-item functions in one to three dimensions, with offsets, with non-uniform work-groups, and
// without a given local size.

#include "device.h"

namespace kernels {
namespace {

struct Report {
  cl_ulong globalId[3], localId[3], groupId[3];
  cl_ulong globalSize[3], localSize[3], numGroups[3], globalOffset[3], enqueuedLocalSize[3];
  cl_ulong globalLinearId, localLinearId;
  cl_uint workDim, padding = 0;
};

void expectReport(const Report& got, const Range& range, const std::array<size_t, 3>& index,
                  const std::array<size_t, 3>& local) {
  size_t sizes[3], ids[3];
  for (int d = 0; d < 3; ++d) {
    const size_t group = index[d] / local[d];
    ids[d] = index[d] % local[d];
    sizes[d] = std::min(local[d], range.global[d] - group * local[d]);
    EXPECT_EQ(got.globalId[d], index[d] + range.offset[d]) << "dimension " << d;
    EXPECT_EQ(got.localId[d], ids[d]) << "dimension " << d;
    EXPECT_EQ(got.groupId[d], group) << "dimension " << d;
    EXPECT_EQ(got.globalSize[d], range.global[d]) << "dimension " << d;
    EXPECT_EQ(got.localSize[d], sizes[d]) << "dimension " << d;
    EXPECT_EQ(got.numGroups[d], (range.global[d] + local[d] - 1) / local[d]) << "dimension " << d;
    EXPECT_EQ(got.globalOffset[d], range.offset[d]) << "dimension " << d;
    EXPECT_EQ(got.enqueuedLocalSize[d], local[d]) << "dimension " << d;
  }
  EXPECT_EQ(got.globalLinearId,
            (index[2] * range.global[1] + index[1]) * range.global[0] + index[0]);
  EXPECT_EQ(got.localLinearId, (ids[2] * sizes[1] + ids[1]) * sizes[0] + ids[0]);
  EXPECT_EQ(got.workDim, range.dimensions);
}

void expectReports(const Range& range) {
  Buffer<Report> buffer(range.global[0] * range.global[1] * range.global[2]);
  run("work_items/ids", "report", range, buffer);
  if (testing::Test::HasFailure()) return;
  const std::vector<Report> reports = buffer.read();
  // The platform chose the local size: its results must be consistent.
  std::array<size_t, 3> local = range.local;
  if (!local[0])
    for (int d = 0; d < 3; ++d) local[d] = reports[0].enqueuedLocalSize[d];
  for (int d = 0; d < 3; ++d) ASSERT_GT(local[d], 0u);
  size_t next = 0;
  for (size_t z = 0; z < range.global[2]; ++z)
    for (size_t y = 0; y < range.global[1]; ++y)
      for (size_t x = 0; x < range.global[0]; ++x) {
        SCOPED_TRACE(testing::Message() << "work-item " << x << ", " << y << ", " << z);
        expectReport(reports[next++], range, {x, y, z}, local);
        if (testing::Test::HasFailure()) return;
      }
}

void expectNonUniform(const Range& range) {
  if (!TestDevice::get().hasNonUniformWorkGroups()) GTEST_SKIP();
  expectReports(range);
}

TEST(WorkItemIds, OneDimension) { expectReports(range1(96, 8)); }
TEST(WorkItemIds, OneWorkItem) { expectReports(range1(1, 1)); }
TEST(WorkItemIds, OneDimensionWithOffset) { expectReports(range1(60, 5, 1000)); }
TEST(WorkItemIds, OffsetBeyond32Bits) { expectReports(range1(16, 4, size_t{1} << 33)); }
TEST(WorkItemIds, TwoDimensions) { expectReports(range2({12, 10}, {4, 5})); }
TEST(WorkItemIds, TwoDimensionsWithOffset) { expectReports(range2({12, 10}, {6, 2}, {3, 700})); }
TEST(WorkItemIds, ThreeDimensions) { expectReports(range3({8, 6, 4}, {4, 3, 2})); }
TEST(WorkItemIds, ThreeDimensionsWithOffset) {
  expectReports(range3({8, 6, 4}, {2, 3, 4}, {5, 6, 7}));
}
TEST(WorkItemIds, LastGroupSmallerInOneDimension) { expectNonUniform(range1(100, 16)); }
TEST(WorkItemIds, OnlyGroupSmaller) { expectNonUniform(range1(5, 16)); }
TEST(WorkItemIds, LastGroupsSmallerInTwoDimensions) { expectNonUniform(range2({13, 7}, {4, 3})); }
TEST(WorkItemIds, LastGroupsSmallerInThreeDimensions) {
  expectNonUniform(range3({7, 5, 9}, {4, 2, 4}, {1, 2, 3}));
}
TEST(WorkItemIds, NoLocalSize) { expectReports(range1(1000)); }
TEST(WorkItemIds, NoLocalSizeAndPrimeGlobalSize) { expectReports(range1(1009)); }
TEST(WorkItemIds, NoLocalSizeInThreeDimensions) { expectReports(range3({9, 10, 11})); }
TEST(WorkItemIds, ManyGroupsOfOne) { expectReports(range1(3000, 1)); }
TEST(WorkItemIds, LargestGroup) {
  const size_t size = TestDevice::get().maxWorkGroupSize();
  expectReports(range1(2 * size, size));
}

TEST(WorkItemIds, DimensionThatDoesNotExist) {
  for (const cl_uint dimension : {3u, 4u, 0xffffffffu}) {
    Buffer<cl_ulong> out(8, 77);
    run("work_items/ids", "outOfRange", range1(1, 1, 9), out, dimension);
    EXPECT_EQ(out.read(), (std::vector<cl_ulong>{0, 0, 0, 1, 1, 1, 0, 1})) << dimension;
  }
}

TEST(WorkItemIds, DimensionFromAnArgument) {
  Buffer<cl_ulong> out(8, 77);
  run("work_items/ids", "outOfRange", range2({1, 1}, {1, 1}, {9, 31}), out, cl_uint{1});
  EXPECT_EQ(out.read(), (std::vector<cl_ulong>{31, 0, 0, 1, 1, 1, 31, 1}));
}

TEST(WorkItemIds, EachWorkItemRunsOnce) {
  constexpr size_t kWidth = 257, kHeight = 1021;
  Buffer<cl_int> counts(kWidth * kHeight);
  run("work_items/ids", "countItems", range2({kWidth, kHeight}), counts);
  EXPECT_EQ(counts.read(), std::vector<cl_int>(kWidth * kHeight, 1));
}

}  // namespace
}  // namespace kernels
