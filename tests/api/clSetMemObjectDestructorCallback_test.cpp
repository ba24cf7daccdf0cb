// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/deadline.h"
#include "tests/api/fixture.h"

#include <future>
#include <thread>

using namespace lanewise::test;

struct clSetMemObjectDestructorCallbackTest : ApiTest {
  struct Call {
    std::string* order;
    char letter;
    static void CL_CALLBACK run(cl_mem, void* user) {
      const Call& call = *static_cast<Call*>(user);
      call.order->push_back(call.letter);
    }
  };
  std::string order;
  Call first{&order, '1'}, second{&order, '2'};
};

TEST_F(clSetMemObjectDestructorCallbackTest, RunsLastFirstWhenTheObjectGoes) {
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, Call::run, &first), CL_SUCCESS);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, Call::run, &second), CL_SUCCESS);
  waitForCallbacks();
  EXPECT_EQ(order, "");
  buffer.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "21");
}

TEST_F(clSetMemObjectDestructorCallbackTest, HostMemoryIsStillInUseUntilThen) {
  alignas(128) unsigned char bytes[64] = {};
  Buffer parent = makeBuffer(64, CL_MEM_USE_HOST_PTR, bytes);
  ASSERT_EQ(clSetMemObjectDestructorCallback(parent, Call::run, &first), CL_SUCCESS);
  const cl_buffer_region region{0, 64};
  Buffer part(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr));
  parent.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "") << "the sub-buffer still uses the bytes";
  part.reset();
  waitForCallbacks();
  EXPECT_EQ(order, "1");
}

// The thread in clFinish drops the last reference.
TEST_F(clSetMemObjectDestructorCallbackTest, ACallbackMayWaitForAThreadThatIsInClFinish) {
  const Deadline deadline;
  std::promise<void> finished;
  const auto waitForIt = [](cl_mem, void* user) {
    static_cast<std::promise<void>*>(user)->get_future().wait();
  };
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, waitForIt, &finished), CL_SUCCESS);
  const cl_int value = 1;
  ASSERT_EQ(clEnqueueFillBuffer(queue(), buffer, &value, sizeof value, 0, 64, 0, nullptr, nullptr),
            CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  finished.set_value();
  waitForCallbacks();
}

TEST_F(clSetMemObjectDestructorCallbackTest, RunsOnTheThreadOfTheOtherCallbacks) {
  const auto set = [](cl_mem, void* thread) {
    *static_cast<std::thread::id*>(thread) = std::this_thread::get_id();
  };
  const auto setForEvent = [](cl_event, cl_int, void* thread) {
    *static_cast<std::thread::id*>(thread) = std::this_thread::get_id();
  };
  std::thread::id ofBuffer, ofEvent;
  Buffer buffer = makeBuffer(64);
  ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, set, &ofBuffer), CL_SUCCESS);
  buffer.reset();
  const Event event = userEvent(context());
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, setForEvent, &ofEvent), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  waitForCallbacks();
  EXPECT_EQ(ofBuffer, ofEvent);
  EXPECT_NE(ofBuffer, std::this_thread::get_id());
}

TEST_F(clSetMemObjectDestructorCallbackTest, InvalidMemObject) {
  EXPECT_CONDITION("clSetMemObjectDestructorCallback/CL_INVALID_MEM_OBJECT/memobj-invalid",
                   clSetMemObjectDestructorCallback(ofOtherType<cl_mem>(), Call::run, &first));
}

TEST_F(clSetMemObjectDestructorCallbackTest, InvalidValueForNoFunction) {
  Buffer buffer = makeBuffer(64);
  EXPECT_CONDITION("clSetMemObjectDestructorCallback/CL_INVALID_VALUE/pfn_notify-null",
                   clSetMemObjectDestructorCallback(buffer, nullptr, nullptr));
}
