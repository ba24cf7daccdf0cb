// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetKernelArgInfoTest : ProgramTest {
  template <class T>
  T info(cl_uint index, cl_kernel_arg_info name) {
    T value{};
    EXPECT_EQ(clGetKernelArgInfo(kernel(), index, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string text(cl_uint index, cl_kernel_arg_info name) {
    char value[64] = {};
    EXPECT_EQ(clGetKernelArgInfo(kernel(), index, name, sizeof value, value, nullptr), CL_SUCCESS);
    return value;
  }
};

TEST_F(clGetKernelArgInfoTest, TellsWhatTheModuleSays) {
  EXPECT_EQ(text(kOut, CL_KERNEL_ARG_NAME), "out");
  EXPECT_EQ(text(kOut, CL_KERNEL_ARG_TYPE_NAME), "int*");
  EXPECT_EQ(info<cl_kernel_arg_type_qualifier>(kOut, CL_KERNEL_ARG_TYPE_QUALIFIER),
            cl_kernel_arg_type_qualifier(CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT));
  const auto address = [&](cl_uint index) {
    return info<cl_kernel_arg_address_qualifier>(index, CL_KERNEL_ARG_ADDRESS_QUALIFIER);
  };
  EXPECT_EQ(address(kOut), cl_uint(CL_KERNEL_ARG_ADDRESS_GLOBAL));
  EXPECT_EQ(address(kTable), cl_uint(CL_KERNEL_ARG_ADDRESS_CONSTANT));
  EXPECT_EQ(address(kScratch), cl_uint(CL_KERNEL_ARG_ADDRESS_LOCAL));
  EXPECT_EQ(address(kPair), cl_uint(CL_KERNEL_ARG_ADDRESS_PRIVATE));
  EXPECT_EQ(info<cl_kernel_arg_access_qualifier>(kPair, CL_KERNEL_ARG_ACCESS_QUALIFIER),
            cl_uint(CL_KERNEL_ARG_ACCESS_NONE));
}

TEST_F(clGetKernelArgInfoTest, InvalidArgIndex) {
  EXPECT_CONDITION("clGetKernelArgInfo/CL_INVALID_ARG_INDEX/arg_index-invalid",
                   clGetKernelArgInfo(kernel(), 7, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr));
}

TEST_F(clGetKernelArgInfoTest, KernelArgInfoNotAvailable) {
  EXPECT_CONDITION(
      "clGetKernelArgInfo/CL_KERNEL_ARG_INFO_NOT_AVAILABLE/not-available",
      clGetKernelArgInfo(kernel(), kNameless, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr));
  EXPECT_CONDITION(
      "clGetKernelArgInfo/CL_KERNEL_ARG_INFO_NOT_AVAILABLE/not-available",
      clGetKernelArgInfo(kernel(), kNameless, CL_KERNEL_ARG_TYPE_NAME, 0, nullptr, nullptr));
}
