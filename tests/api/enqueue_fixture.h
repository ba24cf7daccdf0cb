// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of clEnqueue* calls share: each such call takes a queue, perhaps a memory object,
// and a wait list, and has the same errors for them. A test gives one function that makes the call
// with everything else right.
#pragma once

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
  template <class Call> void expectInvalidCommandQueue(Call call) {
    EXPECT_EQ(call(nullptr), CL_INVALID_COMMAND_QUEUE) << "null";
    EXPECT_EQ(call(ofOtherType<cl_command_queue>()), CL_INVALID_COMMAND_QUEUE) << "another type";
    EXPECT_EQ(call(releasedQueue()), CL_INVALID_COMMAND_QUEUE) << "released";
  }
  /// call(memory object) -> error code.
  template <class Call> void expectInvalidMemObject(Call call) {
    EXPECT_EQ(call(nullptr), CL_INVALID_MEM_OBJECT) << "null";
    EXPECT_EQ(call(ofOtherType<cl_mem>()), CL_INVALID_MEM_OBJECT) << "another type";
    EXPECT_EQ(call(releasedBuffer()), CL_INVALID_MEM_OBJECT) << "released";
  }
  /// call(count, wait list) -> error code.
  template <class Call> void expectInvalidEventWaitList(Call call) {
    const Event good = userEvent(context());
    const cl_event wrong[] = {good, ofOtherType<cl_event>()};
    EXPECT_EQ(call(1, nullptr), CL_INVALID_EVENT_WAIT_LIST) << "a count and no list";
    EXPECT_EQ(call(0, wrong), CL_INVALID_EVENT_WAIT_LIST) << "a list and no count";
    EXPECT_EQ(call(2, wrong), CL_INVALID_EVENT_WAIT_LIST) << "not an event";
    clSetUserEventStatus(good, CL_COMPLETE);
  }
  template <class Call> void expectInvalidContextForEvents(Call call) {
    const Event foreign = userEvent(otherContext());
    EXPECT_EQ(call(1, foreign.array()), CL_INVALID_CONTEXT) << "an event of another context";
    clSetUserEventStatus(foreign, CL_COMPLETE);
  }
};

}  // namespace lanewise::test
