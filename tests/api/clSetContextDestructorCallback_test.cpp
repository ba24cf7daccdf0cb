// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/fixture.h"

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

TEST_F(clSetContextDestructorCallbackTest, runsLastFirstWhenTheContextGoes) {
  std::string order;
  Call first{&order, '1'}, second{&order, '2'};
  Context made = makeContext();
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &first), CL_SUCCESS);
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &second), CL_SUCCESS);
  EXPECT_EQ(order, "");
  made.reset();
  EXPECT_EQ(order, "21");
}

TEST_F(clSetContextDestructorCallbackTest, waitsForWhatHoldsTheContext) {
  std::string order;
  Call call{&order, '1'};
  Context made = makeContext();
  ASSERT_EQ(clSetContextDestructorCallback(made, Call::run, &call), CL_SUCCESS);
  Buffer buffer(clCreateBuffer(made, 0, 64, nullptr, nullptr));
  ASSERT_NE(buffer, nullptr);
  made.reset();
  EXPECT_EQ(order, "");
  buffer.reset();
  EXPECT_EQ(order, "1");
}

TEST_F(clSetContextDestructorCallbackTest, invalidContext) {
  EXPECT_CONDITION("clSetContextDestructorCallback/CL_INVALID_CONTEXT/context-invalid",
                   clSetContextDestructorCallback(ofOtherType<cl_context>(), Call::run, nullptr));
}

TEST_F(clSetContextDestructorCallbackTest, invalidValueForNoFunction) {
  EXPECT_CONDITION("clSetContextDestructorCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetContextDestructorCallback(context(), nullptr, nullptr));
}
