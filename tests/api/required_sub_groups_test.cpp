// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels that require a number of sub-groups.
#include "tests/api/conditions/conditions.h"
#include "tests/api/sub_group_fixture.h"

using namespace lanewise::test;

struct RequiredSubGroupsTest : SubGroupTest {};

TEST_F(RequiredSubGroupsTest, GroupsOfSoManyAreLaunched) {
  for (const auto& local : {std::vector<size_t>{12}, {9}, {3, 4}, {11, 1, 1}}) {
    const std::vector<size_t> global(local.size(), 24);
    EXPECT_EQ(launch(counted(), global, local), CL_SUCCESS) << local[0];
  }
  EXPECT_EQ(launch(sized(), {24}, {12}), CL_SUCCESS);
  EXPECT_EQ(launch(sized(), {24}, {}), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(RequiredSubGroupsTest, InvalidWorkGroupSize) {
  for (const auto& local : {std::vector<size_t>{8}, {13}, {1}, {2, 4}, {3, 5}}) {
    const std::vector<size_t> global(local.size(), 24);
    EXPECT_CONDITION("clEnqueueNDRangeKernel/CL_INVALID_WORK_GROUP_SIZE/required-sub-groups-differ",
                     launch(counted(), global, local))
        << local[0];
  }
}

TEST_F(RequiredSubGroupsTest, InvalidWorkGroupSizeOfATask) {
  EXPECT_CONDITION("clEnqueueTask/CL_INVALID_WORK_GROUP_SIZE/required-sub-groups-differ",
                   clEnqueueTask(queue(), counted(), 0, nullptr, nullptr));
}

TEST_F(RequiredSubGroupsTest, ALocalSizeOfOursHasSoMany) {
  using Sizes = std::vector<size_t>;
  EXPECT_EQ(suggested(counted(), {24}), (Sizes{12}));
  EXPECT_EQ(suggested(counted(), {5, 6, 4}), (Sizes{5, 2, 1}));
  EXPECT_EQ(suggested(counted(), {2, 3, 64}), (Sizes{2, 3, 2}));
  // No sub-group size divides it.
  EXPECT_EQ(suggested(counted(), {13}), (Sizes{12}));
  EXPECT_EQ(suggestStatus, CL_SUCCESS);
  EXPECT_EQ(launch(counted(), {13}, {}), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(RequiredSubGroupsTest, NoLocalSizeOfOursWhereGroupsMustBeUniform) {
  buildWith("-cl-uniform-work-group-size");
  EXPECT_EQ(suggested(counted(), {24}), (std::vector<size_t>{12}));
  suggested(counted(), {13});
  EXPECT_EQ(suggestStatus, CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch(counted(), {13}, {}), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(RequiredSubGroupsTest, LargestGroupHasSoMany) {
  size_t size = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(counted(), device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                     &size, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(size, 12u);
}
