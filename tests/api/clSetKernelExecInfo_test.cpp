// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

#include "runtime/base/svm_names.h"

using namespace lanewise::test;

struct clSetKernelExecInfoTest : ProgramTest {
  static constexpr cl_kernel_exec_info kLists[] = {CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                                   CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                                   CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT};
  static constexpr cl_kernel_exec_info kBooleans[] = {
      CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR,
      CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
      CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
      CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
};

TEST_F(clSetKernelExecInfoTest, TakesListsOfPointers) {
  const void* pointers[] = {this, nullptr, reinterpret_cast<void*>(0xDEADBEEF)};
  for (cl_kernel_exec_info name : kLists) {
    EXPECT_EQ(clSetKernelExecInfo(kernel(), name, sizeof pointers, pointers), CL_SUCCESS) << name;
    EXPECT_EQ(clSetKernelExecInfo(kernel(), name, 0, nullptr), CL_SUCCESS) << name;
  }
}

TEST_F(clSetKernelExecInfoTest, TakesBooleans) {
  for (cl_kernel_exec_info name : kBooleans)
    for (cl_bool value : {CL_TRUE, CL_FALSE})
      EXPECT_EQ(clSetKernelExecInfo(kernel(), name, sizeof value, &value), CL_SUCCESS) << name;
}

TEST_F(clSetKernelExecInfoTest, InvalidKernel) {
  for (cl_kernel wrong : {cl_kernel{}, ofOtherType<cl_kernel>(), releasedKernel()})
    EXPECT_CONDITION("clSetKernelExecInfo/CL_INVALID_KERNEL/kernel-invalid",
                     clSetKernelExecInfo(wrong, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
}

TEST_F(clSetKernelExecInfoTest, InvalidValueForAnUnknownName) {
  const cl_bool yes = CL_TRUE;
  EXPECT_CONDITION("clSetKernelExecInfo/CL_INVALID_VALUE/param_name",
                   clSetKernelExecInfo(kernel(), CL_DEVICE_NAME, sizeof yes, &yes));
}

TEST_F(clSetKernelExecInfoTest, InvalidValueForASizeWithoutAValue) {
  for (cl_kernel_exec_info name : kLists)
    EXPECT_EQ(clSetKernelExecInfo(kernel(), name, 8, nullptr), CL_INVALID_VALUE) << name;
  for (cl_kernel_exec_info name : kBooleans)
    EXPECT_EQ(clSetKernelExecInfo(kernel(), name, sizeof(cl_bool), nullptr), CL_INVALID_VALUE)
        << name;
}

TEST_F(clSetKernelExecInfoTest, InvalidValueForTheSize) {
  const cl_ulong value = 0;
  for (cl_kernel_exec_info name : kLists)
    EXPECT_CONDITION("clSetKernelExecInfo/CL_INVALID_VALUE/size-param_value_size-not-valid",
                     clSetKernelExecInfo(kernel(), name, 7, &value))
        << name;
  for (cl_kernel_exec_info name : kBooleans)
    EXPECT_CONDITION("clSetKernelExecInfo/CL_INVALID_VALUE/size-param_value_size-not-valid",
                     clSetKernelExecInfo(kernel(), name, 8, &value))
        << name;
}
