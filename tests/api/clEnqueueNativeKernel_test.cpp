// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/deadline.h"
#include "tests/api/fixture.h"

#include <condition_variable>
#include <future>
#include <mutex>

using namespace lanewise::test;

struct clEnqueueNativeKernelTest : ApiTest {};

namespace {
struct Arguments {
  cl_mem buffer;  // replaced by the address
  std::promise<void*>* told;
};
void CL_CALLBACK tell(void* user) {
  auto* arguments = static_cast<Arguments*>(user);
  arguments->told->set_value(arguments->buffer);
}
void CL_CALLBACK nothing(void*) {}

/// Native kernels that all wait until `count` of them run.
struct Meeting {
  explicit Meeting(cl_uint size) : count(int(size)) {}
  const int count;
  std::mutex mutex;
  std::condition_variable changed;
  int arrived = 0;

  static void CL_CALLBACK attend(void* arguments) {
    Meeting& meeting = **static_cast<Meeting**>(arguments);
    std::unique_lock lock(meeting.mutex);
    ++meeting.arrived;
    meeting.changed.notify_all();
    meeting.changed.wait(lock, [&] { return meeting.arrived >= meeting.count; });
  }
  cl_int enqueue(cl_command_queue queue) {
    Meeting* self = this;
    return clEnqueueNativeKernel(queue, attend, &self, sizeof self, 0, nullptr, nullptr, 0, nullptr,
                                 nullptr);
  }
};
}  // namespace

TEST_F(clEnqueueNativeKernelTest, GetsTheAddressesOfBuffers) {
  std::vector<unsigned char> bytes(4096);
  Buffer buffer = makeBuffer(bytes.size(), CL_MEM_USE_HOST_PTR, bytes.data());
  std::promise<void*> told;
  Arguments arguments{buffer, &told};
  const void* places[] = {&arguments.buffer};
  ASSERT_EQ(clEnqueueNativeKernel(queue(), tell, &arguments, sizeof arguments, 1, buffer.array(),
                                  places, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(told.get_future().get(), bytes.data());
}

// Both have one compute unit.
TEST_F(clEnqueueNativeKernelTest, KernelsOfTwoSubDevicesRunAtTheSameTime) {
  if (infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "the device has one compute unit";
  const Deadline deadline;
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  ASSERT_EQ(clCreateSubDevices(device(), equally, 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> parts(count);
  ASSERT_EQ(clCreateSubDevices(device(), equally, count, parts.data(), nullptr), CL_SUCCESS);
  const std::vector<SubDevice> owned(parts.begin(), parts.end());
  const Context shared(clCreateContext(nullptr, count, parts.data(), nullptr, nullptr, nullptr));
  Meeting meeting(count);
  std::vector<Queue> queues;
  for (cl_device_id part : parts) {
    queues.emplace_back(clCreateCommandQueueWithProperties(shared, part, nullptr, nullptr));
    ASSERT_EQ(meeting.enqueue(queues.back()), CL_SUCCESS);
    ASSERT_EQ(clFlush(queues.back()), CL_SUCCESS);
  }
  for (const Queue& queue : queues) EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(clEnqueueNativeKernelTest, KernelsOfMoreQueuesThanComputeUnitsWaitForEachOther) {
  const Deadline deadline;
  const cl_uint units = infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  Meeting meeting(units + 3);
  std::vector<Queue> queues;
  for (int i = 0; i < meeting.count; ++i) {
    queues.push_back(makeQueue(context()));
    ASSERT_EQ(meeting.enqueue(queues.back()), CL_SUCCESS);
    ASSERT_EQ(clFlush(queues.back()), CL_SUCCESS);
  }
  for (const Queue& queue : queues) EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(clEnqueueNativeKernelTest, KernelsOfAnOutOfOrderQueueWaitForEachOther) {
  const Deadline deadline;
  const cl_uint units = infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  const Queue queue = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Meeting meeting(units + 3);
  for (int i = 0; i < meeting.count; ++i) ASSERT_EQ(meeting.enqueue(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(clEnqueueNativeKernelTest, InvalidValue) {
  Buffer buffer = makeBuffer(64);
  cl_mem place = buffer;
  const void* places[] = {&place};
  const void* outside[] = {&places};
  const auto code = [&](void(CL_CALLBACK * function)(void*), void* args, size_t bytes,
                        cl_uint count, const cl_mem* list, const void** where) {
    return clEnqueueNativeKernel(queue(), function, args, bytes, count, list, where, 0, nullptr,
                                 nullptr);
  };
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/user_func-null",
                   code(nullptr, nullptr, 0, 0, nullptr, nullptr))
      << "no function";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-null-with-size",
                   code(nothing, nullptr, 8, 0, nullptr, nullptr))
      << "a size only";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-without-size",
                   code(nothing, &place, 0, 0, nullptr, nullptr))
      << "no size";
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/args-null-with-mem_objects",
                   code(nothing, nullptr, 0, 1, buffer.array(), places));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-null-with-count",
                   code(nothing, &place, 8, 1, nullptr, places));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-null-with-count",
                   code(nothing, &place, 8, 1, buffer.array(), nullptr));
  EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_VALUE/lists-without-count",
                   code(nothing, &place, 8, 0, buffer.array(), places));
  EXPECT_EQ(code(nothing, &place, 8, 1, buffer.array(), outside), CL_INVALID_VALUE);
}

TEST_F(clEnqueueNativeKernelTest, InvalidMemObject) {
  // (A null element means a null address.)
  for (cl_mem wrong : {ofOtherType<cl_mem>(), releasedBuffer()}) {
    const void* places[] = {&wrong};
    EXPECT_CONDITION("clEnqueueNativeKernel/CL_INVALID_MEM_OBJECT/mem_list-invalid",
                     clEnqueueNativeKernel(queue(), nothing, &wrong, sizeof wrong, 1, &wrong,
                                           places, 0, nullptr, nullptr));
  }
}
