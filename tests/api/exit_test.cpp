// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands while the process ends: in a handler like the destructor of a global object of the
// application. It is older than the platform and the libraries that it loads, and runs after
// theirs.
#include "tests/api/deadline.h"
#include "tests/api/fixture.h"

#include <unistd.h>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

using namespace lanewise::test;

namespace {

std::function<void()>* atExit = nullptr;
void runAtExit() {
  if (atExit) (*atExit)();
}
__attribute__((constructor)) void registerFirst() { std::atexit(runAtExit); }

constexpr int kGood = 7;

class ExitTest : public ApiTest {
 protected:
  ExitTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Ends the process with kGood if `body` returns true in the handler.
  [[noreturn]] static void exitWith(std::function<bool()> body) {
    new Deadline;
    atExit = new std::function<void()>([body = std::move(body)] { _exit(body() ? kGood : 1); });
    std::exit(2);
  }
  static void CL_CALLBACK setFlag(void* flag) {
    static_cast<std::atomic<bool>*>(*static_cast<void**>(flag))->store(true);
  }
  static bool enqueueTo(cl_command_queue queue, std::atomic<bool>& ran) {
    void* flag = &ran;
    return clEnqueueNativeKernel(queue, setFlag, &flag, sizeof flag, 0, nullptr, nullptr, 0,
                                 nullptr, nullptr) == CL_SUCCESS;
  }
  /// Copies enough to be shared.
  static bool copies(cl_context context, cl_command_queue queue) {
    std::vector<unsigned char> bytes(16 << 20, 5), read(bytes.size());
    const Buffer source(
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), nullptr));
    return clEnqueueReadBuffer(queue, source, CL_TRUE, 0, read.size(), read.data(), 0, nullptr,
                               nullptr) == CL_SUCCESS &&
           read == bytes;
  }
};

}  // namespace

TEST_F(ExitTest, AGlobalQueueIsReleasedWithACommandThatNobodyWaitedFor) {
  const auto body = [&] {
    Queue& queue = *new Queue(makeQueue(context()));
    static std::atomic<bool> ran = false;
    EXPECT_TRUE(enqueueTo(queue, ran));
    exitWith([&queue] {
      queue.reset();
      while (!ran) std::this_thread::yield();
      return true;
    });
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(kGood), "");
}

TEST_F(ExitTest, TheFirstCommandIsEnqueuedAtExit) {
  const auto body = [&] {
    exitWith([context = context(), queue = queue()] {
      static std::atomic<bool> ran = false;
      return enqueueTo(queue, ran) && clFinish(queue) == CL_SUCCESS && ran &&
             copies(context, queue);
    });
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(kGood), "");
}

TEST_F(ExitTest, CommandsRunBeforeAndAtExit) {
  const auto body = [&] {
    EXPECT_TRUE(copies(context(), queue()));
    exitWith([context = context(), queue = queue()] {
      static std::atomic<bool> ran = false;
      return copies(context, queue) && enqueueTo(queue, ran) && clFinish(queue) == CL_SUCCESS &&
             ran;
    });
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(kGood), "");
}

TEST_F(ExitTest, ThePlatformIsOnlyEnumeratedBefore) {
  const auto body = [&] {
    exitWith([device = device()] {
      const Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
      const Queue queue(clCreateCommandQueueWithProperties(context, device, nullptr, nullptr));
      static std::atomic<bool> ran = false;
      return enqueueTo(queue, ran) && clFinish(queue) == CL_SUCCESS && ran &&
             copies(context, queue);
    });
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(kGood), "");
}
