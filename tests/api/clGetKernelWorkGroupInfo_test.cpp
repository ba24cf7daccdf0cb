// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

#include <array>

using namespace lanewise::test;

struct clGetKernelWorkGroupInfoTest : ProgramTest {
  template <class T>
  T info(cl_kernel of, cl_kernel_work_group_info name) {
    T value{};
    EXPECT_EQ(clGetKernelWorkGroupInfo(of, device(), name, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  }
};

TEST_F(clGetKernelWorkGroupInfoTest, TellsTheSizes) {
  using Sizes = std::array<size_t, 3>;
  EXPECT_EQ(info<Sizes>(kernel(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Sizes{8, 4, 2}));
  EXPECT_EQ(info<size_t>(kernel(), CL_KERNEL_WORK_GROUP_SIZE), 64u);
  EXPECT_EQ(info<cl_ulong>(kernel(), CL_KERNEL_PRIVATE_MEM_SIZE), 24u);
  EXPECT_GE(info<size_t>(kernel(), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  EXPECT_EQ(info<cl_ulong>(kernel(), CL_KERNEL_SPILL_MEM_SIZE_INTEL), 24u);
  OwnedKernel free = makeKernel("fill");
  EXPECT_GE(info<cl_ulong>(free, CL_KERNEL_SPILL_MEM_SIZE_INTEL), 1u) << "0 is a promise";
  EXPECT_EQ(info<Sizes>(free, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Sizes{0, 0, 0}));
  EXPECT_EQ(info<size_t>(free, CL_KERNEL_WORK_GROUP_SIZE),
            infoOf<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE));
}

TEST_F(clGetKernelWorkGroupInfoTest, CountsLocalArgumentsInLocalMemory) {
  EXPECT_EQ(info<cl_ulong>(kernel(), CL_KERNEL_LOCAL_MEM_SIZE), 40u);
  ASSERT_EQ(clSetKernelArg(kernel(), kScratch, 100, nullptr), CL_SUCCESS);
  // The next multiple of the argument's alignment after 48.
  EXPECT_EQ(info<cl_ulong>(kernel(), CL_KERNEL_LOCAL_MEM_SIZE), 148u);
  ASSERT_EQ(clSetKernelArg(kernel(), kMore, 1, nullptr), CL_SUCCESS);
  EXPECT_EQ(info<cl_ulong>(kernel(), CL_KERNEL_LOCAL_MEM_SIZE), 193u);
}

TEST_F(clGetKernelWorkGroupInfoTest, TheOnlyDeviceMayBeLeftOut) {
  size_t size = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel(), nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                     &size, nullptr),
            CL_SUCCESS);
}

TEST_F(clGetKernelWorkGroupInfoTest, InvalidDevice) {
  EXPECT_CONDITION("clGetKernelWorkGroupInfo/CL_INVALID_DEVICE/device-foreign",
                   clGetKernelWorkGroupInfo(kernel(), ofOtherType<cl_device_id>(),
                                            CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr));
}

TEST_F(clGetKernelWorkGroupInfoTest, InvalidValueForTheSizeOfBuiltInKernels) {
  size_t sizes[3] = {};
  EXPECT_CONDITION("clGetKernelWorkGroupInfo/CL_INVALID_VALUE/not-built-in",
                   clGetKernelWorkGroupInfo(kernel(), device(), CL_KERNEL_GLOBAL_WORK_SIZE,
                                            sizeof sizes, sizes, nullptr));
}
