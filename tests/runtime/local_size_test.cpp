// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The local size of launches that do not give one.
#include "runtime/device/device.h"
#include "runtime/device/platform.h"
#include "runtime/launch/launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace lanewise {
namespace {

NdRange chosen(uint32_t workDim, std::array<uint64_t, 3> size, const KernelMetadata& metadata = {},
               bool uniform = false) {
  NdRange range{.workDim = workDim, .uniform = uniform};
  std::ranges::copy(size, range.globalSize);
  EXPECT_TRUE(chooseLocalSize(Platform::get().device(), metadata, range).ok());
  return range;
}
uint64_t items(const NdRange& range) {
  return range.localSize[0] * range.localSize[1] * range.localSize[2];
}

TEST(LocalSize, IsTheRequiredOne) {
  KernelMetadata metadata;
  const uint32_t required[] = {3, 5, 7};
  std::ranges::copy(required, metadata.requiredLocalSize);
  const NdRange range = chosen(3, {64, 64, 64}, metadata);
  for (int d = 0; d < 3; ++d) EXPECT_EQ(range.localSize[d], required[d]);
}

TEST(LocalSize, DividesTheGlobalSizeWhereADivisorIsLargeEnough) {
  for (uint64_t size : {64, 96, 1000, 1024, 4096, 12345, 100'000, 1 << 20}) {
    const NdRange range = chosen(1, {size, 1, 1});
    EXPECT_EQ(size % range.localSize[0], 0u) << size << " by " << range.localSize[0];
    EXPECT_GE(range.localSize[0], 5u) << size;
  }
}

TEST(LocalSize, LeavesSmallerLastGroupsForPrimes) {
  EXPECT_EQ(chosen(1, {10007, 1, 1}).localSize[0], 64u);
}

TEST(LocalSize, DividesAlwaysWhereGroupsMustBeUniform) {
  EXPECT_EQ(chosen(1, {10007, 1, 1}, {}, true).localSize[0], 1u);
}

TEST(LocalSize, IsNeverZeroNorMoreThanTheDeviceAllows) {
  for (uint64_t x : {0, 1, 2, 7, 100, 8191, 1 << 20})
    for (uint64_t y : {0, 1, 3, 64, 1 << 20})
      for (uint64_t z : {1, 2, 97}) {
        const NdRange range = chosen(3, {x, y, z});
        EXPECT_GE(items(range), 1u);
        EXPECT_LE(items(range), Device::kMaxWorkGroupSize);
      }
}

TEST(LocalSize, IsModerateForKernelsWithBarriers) {
  KernelMetadata metadata;
  metadata.usesBarrier = true;
  const uint64_t with = items(chosen(1, {1 << 20, 1, 1}, metadata));
  EXPECT_LT(with, items(chosen(1, {1 << 20, 1, 1})));
  EXPECT_GE(with, 16u);
}

TEST(LocalSize, IsNotOneWhoseSpillAreaNoThreadHas) {
  KernelMetadata metadata;
  metadata.usesBarrier = true;
  metadata.spillVectorBytes = 64 << 10;
  EXPECT_EQ(chosen(1, {2 * 2039, 1, 1}, metadata, true).localSize[0], 2u) << "2039 is prime";
  metadata.spillVectorBytes = 8 << 20;
  for (const bool uniform : {false, true})
    EXPECT_LE(items(chosen(1, {1 << 20, 1, 1}, metadata, uniform)), 7u);
}

TEST(LocalSize, LeavesEveryCoreSomeGroups) {
  const uint32_t cores = Platform::get().device().facts().cores;
  const uint64_t size = 64 * cores;
  EXPECT_GE(size / chosen(1, {size, 1, 1}).localSize[0], cores);
}

std::array<uint64_t, 3> filled(std::array<uint64_t, 3> local, uint32_t lanes,
                               bool observesGroups = false, uint32_t rows = 1,
                               uint64_t height = 1024) {
  KernelMetadata metadata;
  metadata.lanes = lanes;
  metadata.rows = rows;
  metadata.observesGroups = observesGroups;
  NdRange range{.workDim = 3, .globalSize = {1024, height, 1024}};
  std::ranges::copy(local, range.localSize);
  if (!hasGoodRows(metadata, range)) fillVectors(metadata, range);
  return {range.localSize[0], range.localSize[1], range.localSize[2]};
}

using Size = std::array<uint64_t, 3>;

TEST(LocalSize, HasRowsOfWholeVectorsWhereNoKernelCanTell) {
  EXPECT_EQ(filled({16, 16, 1}, 32), (Size{32, 8, 1}));
  EXPECT_EQ(filled({8, 8, 8}, 32), (Size{32, 8, 2}));
  EXPECT_EQ(filled({1, 1, 1}, 16), (Size{16, 1, 1}));
  EXPECT_EQ(filled({1, 64, 1}, 16), (Size{16, 4, 1}));
  EXPECT_EQ(filled({17, 15, 1}, 16), (Size{32, 7, 1}));
  EXPECT_EQ(filled({2, 2, 64}, 16), (Size{16, 2, 8}));
}

TEST(LocalSize, HasAsManyRowsAsRunTogether) {
  EXPECT_EQ(filled({256, 1, 1}, 32, false, 4), (Size{64, 4, 1}));
  EXPECT_EQ(filled({1, 1, 1}, 16, false, 4), (Size{16, 4, 1}));
  EXPECT_EQ(filled({8, 8, 1}, 32, false, 4), (Size{32, 4, 1}));
  EXPECT_EQ(filled({64, 6, 1}, 32, false, 4), (Size{64, 4, 1}));
  EXPECT_EQ(filled({32, 8, 2}, 32, false, 4), (Size{32, 8, 2}));
  EXPECT_EQ(filled({256, 1, 1}, 32, false, 4, 3), (Size{256, 1, 1}));
}

TEST(LocalSize, HasRowsThatRunTogetherWithoutBeingGiven) {
  KernelMetadata metadata;
  metadata.rows = 4;
  metadata.observesGroups = true;
  const NdRange range = chosen(2, {1024, 1024, 1}, metadata);
  EXPECT_EQ(range.localSize[1] % 4, 0u);
  EXPECT_GE(range.localSize[0], 16u);
}

TEST(LocalSize, RemainsWhereRowsAreWholeVectorsOrTheKernelObservesIt) {
  EXPECT_EQ(filled({64, 3, 1}, 32), (Size{64, 3, 1}));
  EXPECT_EQ(filled({5, 7, 3}, 1), (Size{5, 7, 3}));
  EXPECT_EQ(filled({8, 8, 1}, 16, true), (Size{8, 8, 1}));
}

}  // namespace
}  // namespace lanewise
