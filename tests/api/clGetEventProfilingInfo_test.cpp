// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

using namespace lanewise::test;

struct clGetEventProfilingInfoTest : ApiTest {};

TEST_F(clGetEventProfilingInfoTest, StampsRise) {
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  cl_ulong before = 1;
  for (cl_profiling_info name = CL_PROFILING_COMMAND_QUEUED; name <= CL_PROFILING_COMMAND_COMPLETE;
       ++name) {
    const auto stamp = infoOf<cl_ulong>(clGetEventProfilingInfo, handle, name);
    EXPECT_GE(stamp, before);
    before = stamp;
  }
}

TEST_F(clGetEventProfilingInfoTest, ProfilingInfoNotAvailable) {
  cl_ulong stamp = 0;
  const auto code = [&](cl_event event) {
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, nullptr);
  };
  const Event user = userEvent(context());
  EXPECT_CONDITION("clGetEventProfilingInfo/CL_PROFILING_INFO_NOT_AVAILABLE/user-event", code(user))
      << "a user event";
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 1, user.array(), &handle), CL_SUCCESS);
  Event waiting(handle);
  EXPECT_CONDITION("clGetEventProfilingInfo/CL_PROFILING_INFO_NOT_AVAILABLE/not-complete",
                   code(waiting))
      << "not complete";
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  EXPECT_EQ(code(waiting), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event plain(handle);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_CONDITION("clGetEventProfilingInfo/CL_PROFILING_INFO_NOT_AVAILABLE/queue-does-not-profile",
                   code(plain))
      << "a queue without profiling";
}
