// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of clEnqueue* calls share. What is the same for all of them is tested for all of
// them at once: enqueue_commands.h.
#pragma once

#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

namespace lanewise::test {

class EnqueueTest : public ApiTest {
 protected:
  /// A user event of the context, not set.
  Event userEvent(cl_context context) {
    cl_int error = CL_SUCCESS;
    Event made(clCreateUserEvent(context, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  /// call(queue) -> error code.
  template <class Call>
  void expectInvalidCommandQueue(Call call) {
    for (cl_command_queue wrong :
         {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
      expectNamed("CL_INVALID_COMMAND_QUEUE/invalid-queue", CL_INVALID_COMMAND_QUEUE, call(wrong));
  }
  /// call(memory object) -> error code.
  template <class Call>
  void expectInvalidMemObject(Call call) {
    for (cl_mem wrong : {cl_mem(), ofOtherType<cl_mem>(), releasedBuffer()})
      EXPECT_EQ(call(wrong), CL_INVALID_MEM_OBJECT);
  }
  /// call(count, wait list) -> error code.
  template <class Call>
  void expectInvalidEventWaitList(Call call) {
    const Event good = userEvent(context());
    const cl_event wrong[] = {good, ofOtherType<cl_event>()};
    constexpr cl_int kCode = CL_INVALID_EVENT_WAIT_LIST;
    expectNamed("CL_INVALID_EVENT_WAIT_LIST/null-with-count", kCode, call(1, nullptr));
    expectNamed("CL_INVALID_EVENT_WAIT_LIST/list-without-count", kCode, call(0, wrong));
    expectNamed("CL_INVALID_EVENT_WAIT_LIST/invalid-event", kCode, call(2, wrong));
    clSetUserEventStatus(good, CL_COMPLETE);
  }
  template <class Call>
  void expectInvalidContextForEvents(Call call) {
    const Event foreign = userEvent(otherContext());
    expectNamed("CL_INVALID_CONTEXT/events-of-other-context", CL_INVALID_CONTEXT,
                call(1, foreign.array()));
    clSetUserEventStatus(foreign, CL_COMPLETE);
  }
};

}  // namespace lanewise::test
