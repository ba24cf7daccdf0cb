// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose code for launches of one kind does not ask for work-groups any more ran the first
// one of each row only.

#include "device.h"

namespace kernels {
namespace {

class GroupSize : public testing::TestWithParam<const char*> {};

TEST_P(GroupSize, AllGroupsRun) {
  constexpr size_t kItems = 4096;
  for (size_t size : {1, 2, 16, 64, 256}) {
    Buffer<cl_uint> sizes(std::vector<cl_uint>(kItems, 7));
    run("work_items/group_size", GetParam(), range1(kItems, size), sizes);
    EXPECT_EQ(sizes.read(), std::vector<cl_uint>(kItems, static_cast<cl_uint>(size * 1001)));
  }
}

INSTANTIATE_TEST_SUITE_P(WorkItems, GroupSize,
                         testing::Values("size_of_group", "barrier_in_dead_branch"));

}  // namespace
}  // namespace kernels
