// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors that a context reports to the callback of the application.
#include "runtime/context/context.h"

#include "tests/runtime/queue_fixture.h"

#include <atomic>
#include <string>

namespace lanewise::test {
namespace {

struct Heard {
  std::atomic<bool> any = false;
  std::string error;
  std::thread::id thread;

  static void CL_CALLBACK notify(const char* error, const void*, size_t, void* self) {
    auto& heard = *static_cast<Heard*>(self);
    heard.error = error;
    heard.thread = std::this_thread::get_id();
    heard.any = true;
    heard.any.notify_all();
  }
};

class ContextErrors : public testing::Test {
 protected:
  ~ContextErrors() override { context_->release(); }

  Heard heard_;
  Device& device_ = Platform::get().device();
  Context* context_ = new Context({Ref<Device>(device_)}, {}, Heard::notify, &heard_);
};

TEST_F(ContextErrors, ACommandThatFailsIsReported) {
  Queue* queue = new Queue(*context_, device_, 0, {});
  EXPECT_EQ(queue->submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true).code,
            CL_OUT_OF_RESOURCES);
  heard_.any.wait(false);
  EXPECT_NE(heard_.error.find("failed with error " + std::to_string(CL_OUT_OF_RESOURCES) +
                              " (CL_OUT_OF_RESOURCES)"),
            std::string::npos)
      << heard_.error;
  EXPECT_TRUE(heard_.thread != std::this_thread::get_id());
  queue->release();
}

// The application may end the process as soon as its call has returned.
TEST_F(ContextErrors, TheReportHasBeenDeliveredWhenTheCommandCompletes) {
  Queue* queue = new Queue(*context_, device_, 0, {});
  for (int time = 0; time < 100; ++time) {
    heard_.any = false;
    queue->submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true);
    ASSERT_TRUE(heard_.any) << time;
  }
  queue->release();
}

// It holds a lock, for example, while it waits for the command.
TEST_F(ContextErrors, ANotifyFunctionThatWaitsForTheCommandDoesNotStopTheQueue) {
  struct Waiting {
    std::atomic<bool> mayReturn = false, returned = false;
    static void CL_CALLBACK notify(const char*, const void*, size_t, void* self) {
      auto& waiting = *static_cast<Waiting*>(self);
      waiting.mayReturn.wait(false);
      waiting.returned = true;
      waiting.returned.notify_all();
    }
  } waiting;
  Context* context = new Context({Ref<Device>(device_)}, {}, Waiting::notify, &waiting);
  Queue* queue = new Queue(*context, device_, 0, {});
  EXPECT_EQ(queue->submit(failing(CL_OUT_OF_RESOURCES), {}, nullptr, true).code,
            CL_OUT_OF_RESOURCES);
  EXPECT_FALSE(waiting.returned);
  waiting.mayReturn = true;
  waiting.mayReturn.notify_all();
  waiting.returned.wait(false);
  queue->release();
  context->release();
}

TEST_F(ContextErrors, ACommandThatOnlyWaitedForOneThatFailedIsNot) {
  Queue* queue = new Queue(*context_, device_, 0, {});
  cl_event event = nullptr;
  EXPECT_TRUE(queue->submit(failing(CL_OUT_OF_RESOURCES), {}, &event, true).code ==
              CL_OUT_OF_RESOURCES);
  heard_.any.wait(false);
  heard_.any = false;
  heard_.error.clear();
  Event* list[] = {&eventOf(event)};
  EXPECT_EQ(queue->submit(call([] { ADD_FAILURE() << "it ran"; }), list, nullptr, true).code,
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  // Reports come in order: the next one is that of the next failure.
  EXPECT_EQ(queue->submit(failing(CL_OUT_OF_HOST_MEMORY), {}, nullptr, true).code,
            CL_OUT_OF_HOST_MEMORY);
  heard_.any.wait(false);
  EXPECT_NE(heard_.error.find(std::to_string(CL_OUT_OF_HOST_MEMORY)), std::string::npos)
      << heard_.error;
  eventOf(event).release();
  queue->release();
}

}  // namespace
}  // namespace lanewise::test
