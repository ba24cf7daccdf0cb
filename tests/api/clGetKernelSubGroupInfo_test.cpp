// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetKernelSubGroupInfoTest : ProgramTest {
  cl_int error(cl_kernel of, cl_device_id on) {
    size_t value = 0;
    return clGetKernelSubGroupInfo(of, on, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof value,
                                   &value, nullptr);
  }
};

TEST_F(clGetKernelSubGroupInfoTest, invalidKernel) { EXPECT_EQ(error(nullptr, device()), CL_INVALID_KERNEL); }

TEST_F(clGetKernelSubGroupInfoTest, invalidDevice) { EXPECT_EQ(error(kernel(), ofOtherType<cl_device_id>()), CL_INVALID_DEVICE); }

TEST_F(clGetKernelSubGroupInfoTest, invalidOperationForTheDeviceHasNoSubGroups) {
  EXPECT_EQ(error(kernel(), device()), CL_INVALID_OPERATION);
}
