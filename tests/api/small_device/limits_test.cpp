// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory, work-groups and sub-groups of a device that LANEWISE_DEVICE limits: queries have the
// limits, what exceeds one fails with the error of the specification, and a message names the key.
#include "runtime/base/svm_names.h"
#include "tests/api/small_device/small_device_fixture.h"

using namespace lanewise::test;

namespace {

TEST_F(SmallDevice, LocalMemoryIsLimited) {
  NEEDS_KEY("local_memory");
  const cl_ulong most = bytesOf("local_memory");
  EXPECT_EQ(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), most);
  const OwnedProgram program = programOf(
      "kernel void k(local int* memory, global int* out) { *memory = 1; *out = *memory; }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  const Buffer out(clCreateBuffer(notified(), 0, 4, nullptr, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.array()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, most, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  EXPECT_FALSE(reports().contains("local_memory"));
  ASSERT_EQ(clSetKernelArg(kernel, 0, most + 4, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: local_memory=")) << reports().text;
}

TEST_F(SmallDevice, LocalVariablesAreLimited) {
  NEEDS_KEY("local_memory");
  const OwnedProgram program =
      programOf("kernel void k(global int* out) { local int memory[" +
                std::to_string(bytesOf("local_memory") / 4 + 1) +
                "]; memory[get_local_id(0)] = *out; barrier(CLK_LOCAL_MEM_FENCE);"
                " *out = memory[out[1]]; }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  const Buffer out(clCreateBuffer(notified(), 0, 4096, nullptr, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: local_memory=")) << reports().text;
}

TEST_F(SmallDevice, WorkGroupsAreLimited) {
  NEEDS_KEY("group_size");
  const size_t most = std::stoul(valueOf("group_size"));
  EXPECT_EQ(info<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), most);
  EXPECT_EQ((info<std::array<size_t, 3>>(CL_DEVICE_MAX_WORK_ITEM_SIZES)),
            (std::array{most, most, most}));
  const OwnedProgram program = programOf("kernel void k() {}");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  size_t ofKernel = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof ofKernel,
                                     &ofKernel, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(ofKernel, most);
  EXPECT_EQ(launch(kernel, 2 * most, most), CL_SUCCESS);
  EXPECT_FALSE(reports().contains("group_size"));
  EXPECT_EQ(launch(kernel, 4 * most, 2 * most), CL_INVALID_WORK_ITEM_SIZE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: group_size=")) << reports().text;
  reports().clear();
  const size_t items[2] = {2 * most, 2}, local[2] = {most, 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(notifiedQueue(), kernel, 2, nullptr, items, local, 0, nullptr,
                                   nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: group_size=")) << reports().text;
}

TEST_F(SmallDevice, WorkGroupsThatTheRuntimeChoosesAreNotLarger) {
  NEEDS_KEY("group_size");
  const OwnedProgram program = programOf(
      "kernel void k(global uint* out) { *out = get_local_size(0) * get_local_size(1); }");
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  cl_uint size = 0;
  const Buffer out(clCreateBuffer(notified(), CL_MEM_USE_HOST_PTR, 4, &size, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  for (const size_t items : {1000, 4096, 100003}) {
    const size_t global[2] = {items, 3};
    ASSERT_EQ(clEnqueueNDRangeKernel(notifiedQueue(), kernel, 2, nullptr, global, nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(notifiedQueue(), out, CL_TRUE, 0, 4, &size, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_LE(size, std::stoul(valueOf("group_size"))) << items;
  }
}

TEST_F(SmallDevice, BuffersAreLimited) {
  if (valueOf("allocation").empty() && valueOf("global_memory").empty())
    GTEST_SKIP() << "memory is not limited";
  const auto most = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  if (!valueOf("allocation").empty()) EXPECT_LE(most, bytesOf("allocation"));
  if (!valueOf("global_memory").empty())
    EXPECT_LE(info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE), bytesOf("global_memory"));
  cl_int error = CL_SUCCESS;
  const Buffer buffer(clCreateBuffer(notified(), 0, most + 1, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  EXPECT_TRUE(reports().contains(valueOf("allocation").empty() ? "LANEWISE_DEVICE: global_memory="
                                                               : "LANEWISE_DEVICE: allocation="))
      << reports().text;
}

TEST_F(SmallDevice, AllMemoryTogetherIsLimited) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const auto piece = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const auto all = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  EXPECT_EQ(all, bytesOf("global_memory"));
  std::vector<Buffer> buffers;
  cl_int error = CL_SUCCESS;
  for (cl_ulong taken = 0; taken + piece <= all; taken += piece) {
    buffers.emplace_back(clCreateBuffer(notified(), 0, piece, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << taken;
  }
  buffers.emplace_back(clCreateBuffer(notified(), 0, piece, nullptr, &error));
  EXPECT_EQ(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: global_memory=")) << reports().text;
  buffers.clear();
  const Buffer again(clCreateBuffer(notified(), 0, piece, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(SmallDevice, AllocationsBeyondTheMemoryAreReportedWithTheKey) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const auto piece = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const Buffer buffer(clCreateBuffer(notified(), 0, 4096, nullptr, nullptr));
  std::vector<void*> taken;
  for (cl_ulong rest = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) - 4096; rest > 0;) {
    const cl_ulong size = std::min(rest, piece);
    taken.push_back(clSVMAlloc(notified(), CL_MEM_READ_WRITE, size, 0));
    ASSERT_NE(taken.back(), nullptr) << rest;
    rest -= size;
  }
  const auto expectReported = [](const char* what) {
    EXPECT_TRUE(reports().contains("LANEWISE_DEVICE: global_memory=")) << what << reports().text;
    reports().clear();
  };
  cl_int error = CL_SUCCESS;
  EXPECT_FALSE(reports().contains("global_memory")) << reports().text;
  EXPECT_EQ(clSVMAlloc(notified(), CL_MEM_READ_WRITE, 64, 0), nullptr);
  expectReported("SVM");
  const cl_svm_alloc_properties_khr noProperties[] = {0};
  EXPECT_EQ(LW_EXTENSION(clSVMAllocWithPropertiesKHR)(notified(), noProperties, 0, 64, &error),
            nullptr);
  EXPECT_EQ(error, CL_OUT_OF_HOST_MEMORY);
  expectReported("unified SVM");
  EXPECT_EQ(LW_EXTENSION(clHostMemAllocINTEL)(notified(), nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_OUT_OF_HOST_MEMORY);
  expectReported("USM");
  for (void* const memory : taken) clSVMFree(notified(), memory);
}

// The fifth buffer failed, although the application had released the others.
TEST_F(SmallDevice, AHostThatRunsAheadWaitsForTheMemoryOfItsCommands) {
  NEEDS_KEY("global_memory");
  if (bytesOf("global_memory") > 1 << 30) GTEST_SKIP() << "the machine may have less";
  const size_t size =
      std::min<size_t>(info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE), bytesOf("global_memory") / 4);
  for (int round = 0; round < 20; ++round) {
    cl_int error = CL_SUCCESS;
    const Buffer buffer(clCreateBuffer(context(), 0, size, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS) << round;
    const cl_uint pattern = 1;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &pattern, sizeof pattern, 0, size, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(SmallDevice, SubGroupsHaveTheFirstSize) {
  NEEDS_KEY("sub_group");
  std::vector<size_t> sizes(8);
  size_t bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 64, sizes.data(), &bytes),
            CL_SUCCESS);
  sizes.resize(bytes / sizeof(size_t));
  const std::string list = "+" + valueOf("sub_group") + "+";
  for (const size_t size : sizes) EXPECT_TRUE(list.contains("+" + std::to_string(size) + "+"));
  const std::string source = "kernel void k(global uint* out) { *out = get_max_sub_group_size(); }";
  const OwnedProgram program =
      programOf("#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n" + source);
  ASSERT_EQ(build(program), CL_SUCCESS) << log(program);
  const OwnedKernel kernel = kernelOf(program);
  cl_uint size = 0;
  const Buffer out(clCreateBuffer(notified(), CL_MEM_USE_HOST_PTR, 4, &size, nullptr));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.array()), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 1, 1), CL_SUCCESS);
  EXPECT_EQ(size, std::stoul(valueOf("sub_group")));
  for (const size_t required : {1, 4, 8, 16, 32, 64}) {
    const std::string kernelText =
        "__attribute__((intel_reqd_sub_group_size(" + std::to_string(required) + "))) " + source;
    if (list.contains("+" + std::to_string(required) + "+"))
      expectBuilt(kernelText);
    else
      expectNotBuilt(kernelText, "sub_group");
  }
}

}  // namespace
