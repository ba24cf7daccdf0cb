// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetKernelSubGroupInfoTest : ProgramTest {
  cl_int error(cl_kernel of, cl_device_id on) {
    size_t value = 0;
    return clGetKernelSubGroupInfo(of, on, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof value,
                                   &value, nullptr);
  }
};

TEST_F(clGetKernelSubGroupInfoTest, invalidKernel) {
  EXPECT_CONDITION("clGetKernelSubGroupInfo/CL_INVALID_KERNEL/kernel-invalid",
                   error(nullptr, device()));
}

TEST_F(clGetKernelSubGroupInfoTest, invalidDevice) {
  EXPECT_CONDITION("clGetKernelSubGroupInfo/CL_INVALID_DEVICE/device-foreign",
                   error(kernel(), ofOtherType<cl_device_id>()));
}

TEST_F(clGetKernelSubGroupInfoTest, invalidOperationForTheDeviceHasNoSubGroups) {
  EXPECT_CONDITION("clGetKernelSubGroupInfo/CL_INVALID_OPERATION/no-sub-groups",
                   error(kernel(), device()));
}
