// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

#include "runtime/base/cl_names.h"

using namespace lanewise::test;

namespace {

struct clCreatePipeTest : ApiTest {
  cl_int call(cl_context in, cl_mem_flags flags = 0, cl_uint packetBytes = 4,
              cl_uint maxPackets = 8, const cl_pipe_properties* properties = nullptr) {
    cl_int code = 12345;
    made = Buffer(clCreatePipe(in, flags, packetBytes, maxPackets, properties, &code));
    EXPECT_EQ(cl_mem(made) == nullptr, code != CL_SUCCESS);
    return code;
  }
  template <class T>
  T memory(cl_mem_info name) {
    return infoOf<T>(clGetMemObjectInfo, cl_mem(made), name);
  }
  Buffer made;
};

}  // namespace

TEST_F(clCreatePipeTest, MakesAMemoryObject) {
  ASSERT_EQ(call(context(), 0, 12, 100), CL_SUCCESS);
  EXPECT_EQ(memory<cl_mem_object_type>(CL_MEM_TYPE), cl_mem_object_type(CL_MEM_OBJECT_PIPE));
  EXPECT_EQ(memory<cl_mem_flags>(CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
  EXPECT_EQ(memory<size_t>(CL_MEM_SIZE), 1200u);
  EXPECT_EQ(memory<cl_context>(CL_MEM_CONTEXT), context());
  EXPECT_EQ(memory<cl_uint>(CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(memory<void*>(CL_MEM_HOST_PTR), nullptr);
}

TEST_F(clCreatePipeTest, TakesEveryLegalFlag) {
  for (const cl_mem_flags flags :
       {CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) {
    EXPECT_EQ(call(context(), flags), CL_SUCCESS) << flags;
    EXPECT_EQ(memory<cl_mem_flags>(CL_MEM_FLAGS), flags);
  }
}

TEST_F(clCreatePipeTest, MakesTheLargestPackets) {
  const auto most = infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  EXPECT_EQ(call(context(), 0, most, 2), CL_SUCCESS);
  EXPECT_CONDITION(
      "clCreatePipe/CL_INVALID_PIPE_SIZE/"
      "pipe_packet_size-0-pipe_packet_size-exceeds-device_pipe_max_packet_size",
      call(context(), 0, most + 1, 2));
}

TEST_F(clCreatePipeTest, InvalidContext) {
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()})
    EXPECT_CONDITION("clCreatePipe/CL_INVALID_CONTEXT/context-invalid", call(wrong));
}

TEST_F(clCreatePipeTest, InvalidValue) {
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, CL_MEM_HOST_READ_ONLY, 1 << 20})
    EXPECT_CONDITION("clCreatePipe/CL_INVALID_VALUE/flags-not-defined-above",
                     call(context(), flags));
  EXPECT_CONDITION("clCreatePipe/CL_INVALID_VALUE/mem_immutable-flags",
                   call(context(), CL_MEM_IMMUTABLE_EXT));
  const cl_pipe_properties none[] = {0};
  EXPECT_CONDITION("clCreatePipe/CL_INVALID_VALUE/properties-not-null",
                   call(context(), 0, 4, 8, none));
}

TEST_F(clCreatePipeTest, InvalidPipeSize) {
  EXPECT_CONDITION(
      "clCreatePipe/CL_INVALID_PIPE_SIZE/"
      "pipe_packet_size-0-pipe_packet_size-exceeds-device_pipe_max_packet_size",
      call(context(), 0, 0, 8));
  EXPECT_CONDITION("clCreatePipe/CL_INVALID_PIPE_SIZE/pipe_max_packets-zero",
                   call(context(), 0, 4, 0));
}

TEST_F(clCreatePipeTest, AllocationFailure) {
  EXPECT_CONDITION("clCreatePipe/CL_MEM_OBJECT_ALLOCATION_FAILURE/allocation",
                   call(context(), 0, 1 << 20, ~0u));
}
