// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/deadline.h"
#include "tests/api/fixture.h"

#include <future>

using namespace lanewise::test;

struct clSetContextDestructorCallbackTest : ApiTest {
  struct Call {
    std::string* order;
    char letter;
    static void CL_CALLBACK run(cl_context, void* user) {
      const Call& call = *static_cast<Call*>(user);
      call.order->push_back(call.letter);
    }
  };
};

TEST_F(clSetContextDestructorCallbackTest, RunsLastFirstWhenTheContextGoes) {
  std::string order;
  Call first{&order, '1'}, second{&order, '2'};
  Context made = makeContext();
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &first), CL_SUCCESS);
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &second), CL_SUCCESS);
  made.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "21");
}

TEST_F(clSetContextDestructorCallbackTest, WaitsForWhatHoldsTheContext) {
  std::string order;
  Call call{&order, '1'};
  Context made = makeContext();
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &call), CL_SUCCESS);
  Buffer buffer(clCreateBuffer(made, 0, 64, nullptr, nullptr));
  ASSERT_NE(buffer, nullptr);
  made.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "");
  buffer.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "1");
}

TEST_F(clSetContextDestructorCallbackTest, ACallbackMayWaitForTheThreadThatReleasesTheContext) {
  const Deadline deadline;
  std::promise<void> released;
  const auto waitForIt = [](cl_context, void* user) {
    static_cast<std::promise<void>*>(user)->get_future().wait();
  };
  Context made = makeContext();
  ASSERT_EQ(clSetContextDestructorCallback(made, waitForIt, &released), CL_SUCCESS);
  made.reset();
  released.set_value();
  waitForCallbacks();
}

TEST_F(clSetContextDestructorCallbackTest, InvalidContext) {
  EXPECT_CONDITION("clSetContextDestructorCallback/CL_INVALID_CONTEXT/context-invalid",
                   clSetContextDestructorCallback(ofOtherType<cl_context>(), Call::run, nullptr));
}

TEST_F(clSetContextDestructorCallbackTest, InvalidValueForNoFunction) {
  EXPECT_CONDITION("clSetContextDestructorCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetContextDestructorCallback(context(), nullptr, nullptr));
}
