// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"
#include "tests/sanitizers.h"

#include <cstdint>

#include <sys/resource.h>

using namespace lanewise::test;

struct clCreateBufferTest : ApiTest {
  cl_int error(cl_mem_flags flags, size_t sizeBytes = 64, void* pointer = nullptr) {
    cl_int code = 12345;
    Buffer made(clCreateBuffer(context(), flags, sizeBytes, pointer, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
  alignas(128) unsigned char bytes[64] = {};
};

TEST_F(clCreateBufferTest, TakesEveryFlagAlone) {
  for (cl_mem_flags flags :
       {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS})
    EXPECT_EQ(error(flags), CL_SUCCESS) << flags;
  EXPECT_EQ(error(CL_MEM_USE_HOST_PTR, 64, bytes), CL_SUCCESS);
  EXPECT_EQ(error(CL_MEM_COPY_HOST_PTR, 64, bytes), CL_SUCCESS);
  EXPECT_EQ(error(CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, bytes), CL_SUCCESS);
}

TEST_F(clCreateBufferTest, CopiesHostMemory) {
  auto initial = counted(100);
  Buffer buffer = makeBuffer(100, CL_MEM_COPY_HOST_PTR, initial.data());
  const auto expected = initial;
  initial.assign(100, 0);
  EXPECT_EQ(contents(buffer), expected);
}

TEST_F(clCreateBufferTest, CopiesMuchHostMemoryByManyThreads) {
  auto initial = counted((5 << 20) + 3);
  Buffer buffer = makeBuffer(initial.size(), CL_MEM_COPY_HOST_PTR, initial.data());
  EXPECT_EQ(contents(buffer), initial);
}

TEST_F(clCreateBufferTest, UsesHostMemoryInPlace) {
  Buffer buffer = makeBuffer(sizeof bytes, CL_MEM_USE_HOST_PTR, bytes);
  const unsigned char seven = 7;
  ASSERT_EQ(clEnqueueWriteBuffer(queue(), buffer, CL_TRUE, 5, 1, &seven, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(bytes[5], 7);
  EXPECT_EQ(infoOf<void*>(clGetMemObjectInfo, buffer, CL_MEM_HOST_PTR), bytes);
}

TEST_F(clCreateBufferTest, AlignsWhatItAllocates) {
  for (size_t sizeBytes : {size_t{1}, size_t{5000}, size_t{9} << 20}) {
    Buffer buffer = makeBuffer(sizeBytes, CL_MEM_ALLOC_HOST_PTR);
    void* mapped = clEnqueueMapBuffer(queue(), buffer, CL_TRUE, CL_MAP_READ, 0, sizeBytes, 0,
                                      nullptr, nullptr, nullptr);
    ASSERT_NE(mapped, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(mapped) % 128, 0u) << sizeBytes;
    clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr);
  }
}

TEST_F(clCreateBufferTest, InvalidContext) {
  cl_int code = CL_SUCCESS;
  for (cl_context wrong : {cl_context{}, ofOtherType<cl_context>(), releasedContext()}) {
    EXPECT_EQ(clCreateBuffer(wrong, 0, 64, nullptr, &code), nullptr);
    EXPECT_CONDITION("clCreateBuffer/CL_INVALID_CONTEXT/context-invalid", code);
  }
}

TEST_F(clCreateBufferTest, InvalidValueForUnknownFlags) {
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_VALUE/flags-invalid", error(cl_mem_flags{1} << 40));
}

TEST_F(clCreateBufferTest, InvalidValueForFlagsThatExcludeEachOther) {
  for (cl_mem_flags flags :
       {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
        CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
        CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY})
    EXPECT_CONDITION("clCreateBuffer/CL_INVALID_VALUE/flags-invalid", error(flags)) << flags;
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_VALUE/flags-invalid",
                   error(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, bytes));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_VALUE/flags-invalid",
                   error(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, bytes));
}

TEST_F(clCreateBufferTest, MemObjectAllocationFailure) {
  if (LW_ADDRESS_SANITIZER || LW_THREAD_SANITIZER)
    GTEST_SKIP() << "sanitizers end the process when there is no address space";
  const cl_context in = context();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit little{size_t{64} << 20, before.rlim_max};
  cl_int plain = CL_SUCCESS, withProperties = CL_SUCCESS;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  const cl_mem first = clCreateBuffer(in, 0, size_t{120} << 20, nullptr, &plain);
  const cl_mem second =
      clCreateBufferWithProperties(in, nullptr, 0, size_t{120} << 20, nullptr, &withProperties);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_EQ(first, nullptr);
  EXPECT_EQ(second, nullptr);
  EXPECT_CONDITION("clCreateBuffer/CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation", plain);
  EXPECT_CONDITION("clCreateBufferWithProperties/CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation",
                   withProperties);
}

TEST_F(clCreateBufferTest, InvalidBufferSizeForNothing) {
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-zero", error(0, 0));
}

TEST_F(clCreateBufferTest, InvalidBufferSizeForMoreThanADeviceTakes) {
  const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-exceeds-device", error(0, most + 1));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-exceeds-device", error(0, SIZE_MAX));
}

TEST_F(clCreateBufferTest, InvalidHostPtrForAMissingPointer) {
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_HOST_PTR/host_ptr-null", error(CL_MEM_USE_HOST_PTR));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_HOST_PTR/host_ptr-null", error(CL_MEM_COPY_HOST_PTR));
}

TEST_F(clCreateBufferTest, InvalidHostPtrForAPointerThatNoFlagTakes) {
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_HOST_PTR/host_ptr-without-flag", error(0, 64, bytes));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_HOST_PTR/host_ptr-without-flag",
                   error(CL_MEM_ALLOC_HOST_PTR, 64, bytes));
}

TEST_F(clCreateBufferTest, IsMadeOverSharedVirtualMemory) {
  auto* const memory = static_cast<unsigned char*>(clSVMAlloc(context(), 0, 64, 0));
  {
    Buffer buffer = makeBuffer(64, CL_MEM_USE_HOST_PTR, memory);
    const auto written = counted(64);
    ASSERT_EQ(
        clEnqueueWriteBuffer(queue(), buffer, CL_TRUE, 0, 64, written.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(std::vector<unsigned char>(memory, memory + 64), written);
  }
  clSVMFree(context(), memory);
}

TEST_F(clCreateBufferTest, InvalidBufferSizeForLessSharedVirtualMemory) {
  auto* const memory = static_cast<unsigned char*>(clSVMAlloc(context(), 0, 64, 0));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-exceeds-svm",
                   error(CL_MEM_USE_HOST_PTR, 65, memory));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-exceeds-svm",
                   error(CL_MEM_COPY_HOST_PTR, 65, memory));
  EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-exceeds-svm",
                   error(CL_MEM_USE_HOST_PTR, 33, memory + 32));
  EXPECT_EQ(error(CL_MEM_USE_HOST_PTR, 32, memory + 32), CL_SUCCESS);
  clSVMFree(context(), memory);
}
