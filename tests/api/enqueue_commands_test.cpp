// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors of every clEnqueue* command for a wrong queue, memory object, kernel or wait list.
#include "tests/api/enqueue_commands.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

INSTANTIATE_TEST_SUITE_P(AllCommands, EnqueueCommandTest, ::testing::ValuesIn(enqueueCommands()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(EnqueueCommandTest, SucceedsAndTellsItsType) {
  EnqueueArguments with = good();
  cl_event raw = nullptr;
  with.event = &raw;
  ASSERT_EQ(call(with), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  if (!command().givesEvent) return;
  const Event event(raw);
  EXPECT_EQ(infoOf<cl_command_type>(clGetEventInfo, raw, CL_EVENT_COMMAND_TYPE), command().type);
  EXPECT_EQ(infoOf<cl_command_queue>(clGetEventInfo, raw, CL_EVENT_COMMAND_QUEUE), queue());
  EXPECT_EQ(infoOf<cl_context>(clGetEventInfo, raw, CL_EVENT_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_uint>(clGetEventInfo, raw, CL_EVENT_REFERENCE_COUNT), 1u);
  EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, raw, CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
}

TEST_P(EnqueueCommandTest, InvalidCommandQueue) {
  EnqueueArguments with = good();
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()}) {
    with.queue = wrong;
    expectNamed(command().name, "CL_INVALID_COMMAND_QUEUE/invalid-queue", call(with));
  }
}

TEST_P(EnqueueCommandTest, InvalidMemObject) {
  // Created first: an object that is created after a release may reuse the released block.
  const EnqueueArguments prepared = good();
  for (const bool first : {true, false}) {
    const char* name = first ? command().buffer : command().other;
    if (!name) continue;
    for (cl_mem wrong : {cl_mem(), ofOtherType<cl_mem>(), releasedBuffer()}) {
      EnqueueArguments with = prepared;
      (first ? with.buffer : with.other) = wrong;
      expectNamed(command().name, "CL_INVALID_MEM_OBJECT/" + std::string(name) + "-invalid",
                  call(with));
    }
  }
}

TEST_P(EnqueueCommandTest, InvalidKernel) {
  if (command().needs != Needs::Kernel) return;
  const EnqueueArguments prepared = good();
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()}) {
    EnqueueArguments with = prepared;
    with.kernel = wrong;
    expectNamed(command().name, "CL_INVALID_KERNEL/kernel-invalid", call(with));
  }
  EnqueueArguments with = good();
  with.queue = otherQueue();
  expectNamed(command().name, "CL_INVALID_CONTEXT/kernel-of-other-context", call(with));
}

TEST_P(EnqueueCommandTest, InvalidContextOfAMemoryObject) {
  // (An external semaphore would be needed, too.)
  if (command().needs == Needs::ExternalMemory) return;
  for (const bool first : {true, false}) {
    const char* name = first ? command().buffer : command().other;
    if (!name) continue;
    const Buffer other = foreign(first);
    EnqueueArguments with = good();
    (first ? with.buffer : with.other) = other;
    expectNamed(command().name, "CL_INVALID_CONTEXT/" + std::string(name) + "-of-other-context",
                call(with));
  }
}

TEST_P(EnqueueCommandTest, InvalidContextOfAnEvent) {
  if (!command().takesWaits) return;
  const Event foreign = userEvent(otherContext());
  EnqueueArguments with = good();
  with.waitCount = 1;
  with.waits = foreign.array();
  expectNamed(command().name, "CL_INVALID_CONTEXT/events-of-other-context", call(with));
}

TEST_P(EnqueueCommandTest, InvalidEventWaitList) {
  if (!command().takesWaits) return;
  const Event user = userEvent(context());
  cl_event released = userEvent(context());
  const auto code = [&](cl_uint count, const cl_event* list) {
    EnqueueArguments with = good();
    with.waitCount = count;
    with.waits = list;
    return call(with);
  };
  expectNamed(command().name, "CL_INVALID_EVENT_WAIT_LIST/null-with-count", code(1, nullptr));
  expectNamed(command().name, "CL_INVALID_EVENT_WAIT_LIST/list-without-count",
              code(0, user.array()));
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>(), released}) {
    const cl_event list[] = {user, wrong};
    expectNamed(command().name, "CL_INVALID_EVENT_WAIT_LIST/invalid-event", code(2, list));
  }
  clSetUserEventStatus(user, CL_COMPLETE);
}

TEST_P(EnqueueCommandTest, ExecStatusErrorForEventsInWaitList) {
  if (!command().blocks && !command().refusesFailedEvents()) return;
  const Event gate = userEvent(context());
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EnqueueArguments with = good();
  with.blocking = CL_TRUE;
  with.waitCount = 1;
  with.waits = gate.array();
  expectNamed(command().name, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST/failed-event",
              call(with));
  EXPECT_EQ(infoOf<cl_uint>(clGetMemObjectInfo, with.buffer, CL_MEM_MAP_COUNT), 0u);
}
