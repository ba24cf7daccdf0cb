// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process may exit in every state of our threads: it neither hangs nor crashes. Each case runs in
// a process of its own, which alarm() would kill.
#include "launch_fixture.h"

#include <atomic>
#include <cstdlib>
#include <unistd.h>

namespace lanewise {
namespace {

class ExitTest : public LaunchFixture {
 protected:
  ExitTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

std::atomic<bool> started = false;

void spinForEver(const abi::Launch*, const abi::Worker*, uint64_t, uint64_t, uint64_t, uint64_t) {
  started = true;
  started.notify_all();
  for (volatile bool go = true; go;) {
  }
}

TEST_F(ExitTest, DuringARunningKernel) {
  const auto body = [&] {
    alarm(20);
    auto fake = makeKernel(spinForEver);
    Queue& queue = makeQueue(kInOrder);
    EXPECT_TRUE(launch(queue, *fake, {.globalSize = {1000, 1, 1}, .localSize = {1, 1, 1}}).ok());
    EXPECT_TRUE(queue.flush().ok());
    started.wait(false);
    std::exit(7);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(7), "");
}

TEST_F(ExitTest, DuringASharedLoop) {
  const auto body = [&] {
    alarm(20);
    Queue& queue = makeQueue(kOutOfOrder);
    const auto share = [&] {
      device_.workers().forEachRange(
          100, 1,
          [](void*, uint64_t begin, uint64_t) {
            if (begin > 50) spinForEver(nullptr, nullptr, 0, 0, 0, 0);
          },
          nullptr);
    };
    EXPECT_TRUE(queue.submit(call(share), {}, nullptr, false).ok());
    EXPECT_TRUE(queue.flush().ok());
    started.wait(false);
    std::exit(7);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(7), "");
}

TEST_F(ExitTest, DuringACallback) {
  const auto body = [&] {
    alarm(20);
    Queue& queue = makeQueue(kInOrder);
    Event& event = submit(queue, call([] {}));
    event.addCallback(
        CL_COMPLETE, [](cl_event, cl_int, void*) { spinForEver(nullptr, nullptr, 0, 0, 0, 0); },
        nullptr);
    EXPECT_TRUE(queue.finish().ok());
    started.wait(false);
    std::exit(7);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(7), "");
}

TEST_F(ExitTest, WithCommandsThatWereNeverFlushed) {
  const auto body = [&] {
    alarm(20);
    submit(makeQueue(kInOrder), call([] {}));
    submit(makeQueue(kOutOfOrder), call([] {}), {&userEvent()});
    std::exit(7);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace lanewise
