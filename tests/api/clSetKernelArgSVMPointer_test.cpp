// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetKernelArgSVMPointerTest : ProgramTest {};

TEST_F(clSetKernelArgSVMPointerTest, invalidKernel) { EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, nullptr), CL_INVALID_KERNEL); }

TEST_F(clSetKernelArgSVMPointerTest, invalidOperationForNoDeviceHasSvm) {
  ASSERT_EQ(infoOf<cl_device_svm_capabilities>(clGetDeviceInfo, device(),
                                               CL_DEVICE_SVM_CAPABILITIES),
            0u);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel(), 0, nullptr), CL_INVALID_OPERATION);
}
