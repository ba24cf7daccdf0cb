// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts of several devices (here the two halves of the CPU), programs that are built for some of
// them, and devices that do not belong to the object they are used with.
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct SeveralDevicesTest : ProgramTest {
  void SetUp() override {
    const cl_device_partition_property two[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
    if (infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
      GTEST_SKIP() << "one compute unit";
    ASSERT_EQ(clCreateSubDevices(device(), two, 2, parts_, nullptr), CL_SUCCESS);
    both_ = Context(clCreateContext(nullptr, 2, parts_, nullptr, nullptr, nullptr));
    ASSERT_NE(both_, nullptr);
  }
  void TearDown() override {
    for (cl_device_id part : parts_)
      if (part) clReleaseDevice(part);
  }
  Queue queueOf(cl_device_id part) {
    return clCreateCommandQueueWithProperties(both_, part, nullptr, nullptr);
  }
  /// A kernel of a program that is built for the first sub-device only.
  OwnedKernel kernelOfFirst() {
    program_ = makeProgramIn(both_, "ok", "for one of two");
    EXPECT_EQ(clBuildProgram(program_, 1, parts_, nullptr, nullptr, nullptr), CL_SUCCESS);
    OwnedKernel fill(clCreateKernel(program_, "fill", nullptr));
    memory_ = Buffer(clCreateBuffer(both_, 0, 64, nullptr, nullptr));
    const cl_int value = 7;
    clSetKernelArg(fill, 0, sizeof(cl_mem), memory_.array());
    clSetKernelArg(fill, 1, sizeof value, &value);
    return fill;
  }
  cl_device_id parts_[2] = {};
  Context both_;
  OwnedProgram program_;
  Buffer memory_;
};

TEST_F(SeveralDevicesTest, AProgramForOneOfThemRunsThereOnly) {
  OwnedKernel fill = kernelOfFirst();
  Queue first = queueOf(parts_[0]), second = queueOf(parts_[1]);
  const size_t items = 16;
  EXPECT_EQ(clEnqueueNDRangeKernel(first, fill, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(first), CL_SUCCESS);
  EXPECT_CONDITION(
      "clEnqueueNDRangeKernel/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
      clEnqueueNDRangeKernel(second, fill, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  EXPECT_CONDITION("clEnqueueTask/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
                   clEnqueueTask(second, fill, 0, nullptr, nullptr));
  size_t suggested = 0;
  for (const std::string name :
       {"clGetKernelSuggestedLocalWorkSize", "clGetKernelSuggestedLocalWorkSizeKHR"}) {
    auto* suggest = reinterpret_cast<decltype(clGetKernelSuggestedLocalWorkSizeKHR)*>(
        clGetExtensionFunctionAddressForPlatform(platform(), name.c_str()));
    EXPECT_CONDITION(name + "/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
                     suggest(second, fill, 1, nullptr, &items, &suggested));
  }
}

TEST_F(SeveralDevicesTest, AQueryMustSayWhichOne) {
  OwnedKernel fill = kernelOfFirst();
  size_t size = 0;
  EXPECT_CONDITION("clGetKernelWorkGroupInfo/CL_INVALID_DEVICE/device-null-of-several",
                   clGetKernelWorkGroupInfo(fill, nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                            &size, nullptr));
  for (const std::string name : {"clGetKernelSubGroupInfo", "clGetKernelSubGroupInfoKHR"})
    EXPECT_CONDITION(
        name + "/CL_INVALID_DEVICE/device-null-of-several",
        extensionFunction<decltype(::clGetKernelSubGroupInfoKHR)>(name.c_str())(
            fill, nullptr, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof size, &size, nullptr));
  EXPECT_EQ(clGetKernelWorkGroupInfo(fill, parts_[1], CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size,
                                     nullptr),
            CL_SUCCESS);
}

TEST_F(SeveralDevicesTest, ADeviceOfAnotherContextIsRefused) {
  // context() and kernel() belong to the root device.
  size_t size = 0;
  EXPECT_CONDITION("clSetDefaultDeviceCommandQueue/CL_INVALID_DEVICE/device-foreign",
                   clSetDefaultDeviceCommandQueue(context(), parts_[0], queue()));
  EXPECT_CONDITION("clGetKernelWorkGroupInfo/CL_INVALID_DEVICE/device-foreign",
                   clGetKernelWorkGroupInfo(kernel(), parts_[0], CL_KERNEL_WORK_GROUP_SIZE,
                                            sizeof size, &size, nullptr));
  EXPECT_CONDITION(
      "clGetProgramBuildInfo/CL_INVALID_DEVICE/device-foreign",
      clGetProgramBuildInfo(program(), parts_[0], CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr));
  OwnedProgram own = makeProgram();
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_DEVICE/device-foreign",
                   clBuildProgram(own, 1, parts_, nullptr, nullptr, nullptr));
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_DEVICE/device-foreign",
      clCompileProgram(own, 1, parts_, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_EQ(compile(own), CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(context(), 1, parts_, nullptr, 1, own.array(), nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_DEVICE/device-foreign", code);
}

TEST_F(SeveralDevicesTest, TheyShareMemoryAndEvents) {
  Queue first = queueOf(parts_[0]), second = queueOf(parts_[1]);
  Buffer shared(clCreateBuffer(both_, 0, 256, nullptr, nullptr));
  const unsigned char seven = 7;
  cl_event raw = nullptr;
  ASSERT_EQ(clEnqueueFillBuffer(first, shared, &seven, 1, 0, 256, 0, nullptr, &raw), CL_SUCCESS);
  const Event filled(raw);
  std::vector<unsigned char> bytes(256);
  ASSERT_EQ(clEnqueueReadBuffer(second, shared, CL_TRUE, 0, 256, bytes.data(), 1, filled.array(),
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(bytes, std::vector<unsigned char>(256, 7));
}
