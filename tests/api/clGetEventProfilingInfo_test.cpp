// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/enqueue_fixture.h"

using namespace lanewise::test;

struct clGetEventProfilingInfoTest : EnqueueTest {};

TEST_F(clGetEventProfilingInfoTest, invalidEvent) {
  for (cl_event wrong : {cl_event(), ofOtherType<cl_event>()})
    EXPECT_EQ(clGetEventProfilingInfo(wrong, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr), CL_INVALID_EVENT);
  cl_event released = userEvent(context());
  EXPECT_EQ(clGetEventProfilingInfo(released, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr), CL_INVALID_EVENT) << "released";
}

TEST_F(clGetEventProfilingInfoTest, stampsRise) {
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

TEST_F(clGetEventProfilingInfoTest, profilingInfoNotAvailable) {
  cl_ulong stamp = 0;
  const auto code = [&](cl_event event) {
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, nullptr);
  };
  const Event user = userEvent(context());
  EXPECT_EQ(code(user), CL_PROFILING_INFO_NOT_AVAILABLE) << "a user event";
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 1, user.array(), &handle), CL_SUCCESS);
  Event waiting(handle);
  EXPECT_EQ(code(waiting), CL_PROFILING_INFO_NOT_AVAILABLE) << "not complete";
  ASSERT_EQ(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  EXPECT_EQ(code(waiting), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &handle), CL_SUCCESS);
  Event plain(handle);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(code(plain), CL_PROFILING_INFO_NOT_AVAILABLE) << "a queue without profiling";
}

TEST_F(clGetEventProfilingInfoTest, invalidValue) {
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  cl_event handle = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 0, nullptr, &handle), CL_SUCCESS);
  Event event(handle);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  cl_uint small = 0;
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof small, &small, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventProfilingInfo(event, 0x7777, 0, nullptr, nullptr), CL_INVALID_VALUE);
}
