// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that is cancelled (pthread_cancel) in a call: the call ends as if it were not, and the
// thread is cancelled after it.
#include "tests/api/deadline.h"
#include "tests/api/program_fixture.h"

#include <pthread.h>
#include <functional>
#include <future>
#include <thread>

using namespace lanewise::test;

namespace {

class CancellationTest : public ProgramTest {
 protected:
  /// Calls on a thread that was cancelled before. True if the call returns.
  static bool returns(std::function<void()> call) {
    struct State {
      std::function<void()> call;
      bool returned = false;
      static void* run(void* user) {
        auto& state = *static_cast<State*>(user);
        // Takes effect in the next function that is a cancellation point.
        pthread_cancel(pthread_self());
        state.call();
        state.returned = true;
        pthread_testcancel();
        return nullptr;
      }
    } state{std::move(call)};
    pthread_t thread;
    EXPECT_EQ(pthread_create(&thread, nullptr, State::run, &state), 0);
    void* result = nullptr;
    EXPECT_EQ(pthread_join(thread, &result), 0);
    EXPECT_EQ(result, PTHREAD_CANCELED) << "after the call";
    return state.returned;
  }
  static void CL_CALLBACK nothing(void*) {}

 private:
  const Deadline deadline_;
};

}  // namespace

TEST_F(CancellationTest, ABuildEnds) {
  const OwnedProgram program = makeProgram("ok", "cancelled");
  cl_int code = CL_BUILD_ERROR;
  EXPECT_TRUE(returns([&] { code = build(program); }));
  EXPECT_EQ(code, CL_SUCCESS) << log(program);
  EXPECT_EQ(status(program), CL_BUILD_SUCCESS);
}

TEST_F(CancellationTest, AWaitForAQueueEnds) {
  queue();
  for (int round = 0; round < 20; ++round) {
    cl_int code = CL_INVALID_VALUE;
    EXPECT_TRUE(returns([&] {
      code = clEnqueueNativeKernel(queue(), nothing, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                   nullptr);
      if (code == CL_SUCCESS) code = clFinish(queue());
    }));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS) << "by another thread";
}

// The helpers of its loops use its stack.
TEST_F(CancellationTest, ASharedCopyEnds) {
  const std::vector<unsigned char> bytes = counted(8 << 20);
  const Buffer target = makeBuffer(bytes.size());
  queue();
  for (int round = 0; round < 20; ++round) {
    cl_int code = CL_INVALID_VALUE;
    EXPECT_TRUE(returns([&] {
      code = clEnqueueWriteBuffer(queue(), target, CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                  nullptr, nullptr);
    }));
    EXPECT_EQ(code, CL_SUCCESS);
  }
  EXPECT_EQ(contents(target), bytes);
}

TEST_F(CancellationTest, AWaitForAUserEventEnds) {
  const Event event = userEvent(context());
  std::promise<void> begins;
  std::thread setter([&] {
    begins.get_future().wait();
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  });
  cl_int code = CL_INVALID_VALUE;
  EXPECT_TRUE(returns([&] {
    begins.set_value();
    code = clWaitForEvents(1, event.array());
  }));
  EXPECT_EQ(code, CL_SUCCESS);
  setter.join();
}
