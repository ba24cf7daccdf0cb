// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetKernelExecInfoTest : ProgramTest {};

TEST_F(clSetKernelExecInfoTest, invalidKernel) {
  EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr),
            CL_INVALID_KERNEL);
}

TEST_F(clSetKernelExecInfoTest, invalidOperationForNoDeviceHasSvm) {
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(clSetKernelExecInfo(kernel(), CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes,
                                &yes),
            CL_INVALID_OPERATION);
}

TEST_F(clSetKernelExecInfoTest, invalidValue) {
  EXPECT_EQ(clSetKernelExecInfo(kernel(), CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr),
            CL_INVALID_VALUE);
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(clSetKernelExecInfo(kernel(), CL_DEVICE_NAME, sizeof yes, &yes), CL_INVALID_VALUE);
}
