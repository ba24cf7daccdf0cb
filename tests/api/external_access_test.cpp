// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueAcquireExternalMemObjectsKHR and clEnqueueReleaseExternalMemObjectsKHR, which differ
// only in their direction. enqueue_commands.h covers what they share with all commands.
#include "tests/api/external_memory_fixture.h"

using namespace lanewise::test;

namespace {

struct ExternalAccessTest : ExternalMemoryTest, ::testing::WithParamInterface<const char*> {
  cl_int call(cl_command_queue queue, cl_uint count, const cl_mem* objects) {
    return access(queue, count, objects, 0, nullptr, nullptr);
  }
  void expect(const char* codeAndKey, cl_int code) { expectNamed(GetParam(), codeAndKey, code); }

  decltype(clEnqueueAcquireExternalMemObjectsKHR)* access =
      extensionFunction<decltype(clEnqueueAcquireExternalMemObjectsKHR)>(GetParam());
  MemoryFile file{64};
  Buffer memory = import(file);
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(BothDirections, ExternalAccessTest,
                         ::testing::Values("clEnqueueAcquireExternalMemObjectsKHR",
                                           "clEnqueueReleaseExternalMemObjectsKHR"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(ExternalAccessTest, OfNothingWaitsForItsEvents) {
  Event gate = userEvent(context());
  cl_event handle = nullptr;
  ASSERT_EQ(access(queue(), 0, nullptr, 1, gate.array(), &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
}

TEST_P(ExternalAccessTest, InvalidCommandQueueOfADeviceThatTheContextLacks) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_device_id only = part();
  Context apart(clCreateContext(nullptr, 1, &only, nullptr, nullptr, nullptr));
  Queue elsewhere(clCreateCommandQueueWithProperties(apart, only, nullptr, nullptr));
  expect("CL_INVALID_COMMAND_QUEUE/more-mem_objects-belong-context-not",
         call(elsewhere, 1, memory.array()));
}

TEST_P(ExternalAccessTest, InvalidCommandQueueOfADeviceThatIsNotInTheList) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_mem_properties list[] = {
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(file.given()),
      CL_MEM_DEVICE_HANDLE_LIST_KHR,           reinterpret_cast<cl_mem_properties>(part()),
      CL_MEM_DEVICE_HANDLE_LIST_END_KHR,       0};
  cl_int error = CL_SUCCESS;
  Buffer ofPart(
      clCreateBufferWithProperties(contextOfTwo(), list, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Queue whole = makeQueue(contextOfTwo());
  expect("CL_INVALID_COMMAND_QUEUE/device-command_queue-not-devices-mem_device_handle_list_khr",
         call(whole, 1, ofPart.array()));
}

TEST_P(ExternalAccessTest, InvalidContext) {
  EXPECT_EQ(call(otherQueue(), 1, memory.array()), CL_INVALID_CONTEXT);
}

TEST_P(ExternalAccessTest, InvalidValue) {
  expect("CL_INVALID_VALUE/num_mem_objects-zero-mem_objects-not-null",
         call(queue(), 0, memory.array()));
  expect("CL_INVALID_VALUE/num_mem_objects-greater-0-mem_objects-null", call(queue(), 1, nullptr));
}

TEST_P(ExternalAccessTest, InvalidMemObjectForMemoryOfOurOwn) {
  Buffer own = makeBuffer(64);
  expect("CL_INVALID_MEM_OBJECT/mem_objects-invalid", call(queue(), 1, own.array()));
}
