// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common errors of clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR. See
// clEnqueueWaitSemaphoresKHR_test.cpp and clEnqueueSignalSemaphoresKHR_test.cpp for their
// behaviour, enqueue_commands.h for what all commands share.
#include "tests/api/conditions/conditions.h"
#include "tests/api/semaphore_fixture.h"

using namespace lanewise::test;

namespace {

struct SemaphoreCommandTest : SemaphoreTest, ::testing::WithParamInterface<const char*> {
  cl_int call(cl_command_queue queue, cl_uint count, const cl_semaphore_khr* semaphores) {
    return extensionFunction<decltype(clEnqueueWaitSemaphoresKHR)>(GetParam())(
        queue, count, semaphores, nullptr, 0, nullptr, nullptr);
  }
  void expect(const char* codeAndKey, cl_int code) { expectNamed(GetParam(), codeAndKey, code); }
  Semaphore semaphore = make();
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(WaitAndSignal, SemaphoreCommandTest,
                         ::testing::Values("clEnqueueWaitSemaphoresKHR",
                                           "clEnqueueSignalSemaphoresKHR"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(SemaphoreCommandTest, InvalidCommandQueueOfADeviceThatIsNotInTheList) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  Semaphore ofPart = makeIn(contextOfTwo(), {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                             reinterpret_cast<cl_semaphore_properties_khr>(part()),
                                             CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR});
  Queue whole = makeQueue(contextOfTwo());
  expect("CL_INVALID_COMMAND_QUEUE/device-command_queue-not-same-devices",
         call(whole, 1, ofPart.array()));
}

TEST_P(SemaphoreCommandTest, InvalidCommandQueueOfADeviceThatTheContextLacks) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_device_id only = part();
  Context apart(clCreateContext(nullptr, 1, &only, nullptr, nullptr, nullptr));
  Queue elsewhere(clCreateCommandQueueWithProperties(apart, only, nullptr, nullptr));
  expect("CL_INVALID_COMMAND_QUEUE/more-sema_objects-belong-context-not",
         call(elsewhere, 1, semaphore.array()));
}

TEST_P(SemaphoreCommandTest, InvalidContext) {
  expect("CL_INVALID_CONTEXT/any-of-the-semaphore-objects-in-sema_objects-of-other-context",
         call(otherQueue(), 1, semaphore.array()));
}

TEST_P(SemaphoreCommandTest, InvalidValue) {
  expect("CL_INVALID_VALUE/num_sema_objects-zero", call(queue(), 0, semaphore.array()));
  EXPECT_EQ(call(queue(), 1, nullptr), CL_INVALID_VALUE);
}

TEST_P(SemaphoreCommandTest, InvalidSemaphore) {
  for (cl_semaphore_khr wrong : {cl_semaphore_khr(), ofOtherType<cl_semaphore_khr>(), released()})
    expect("CL_INVALID_SEMAPHORE_KHR/semaphore-sema_objects-not-valid", call(queue(), 1, &wrong));
}
