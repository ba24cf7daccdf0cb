// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands where no thread can be started: the calling threads run them. A program of its own,
// because it replaces pthread_create.
#include "runtime/workers/queue_threads.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <functional>
#include <future>
#include <memory>
#include <vector>

namespace {

/// Called instead of the start of a thread; it fails afterwards.
std::function<void()>* onStart = nullptr;
std::atomic<int> startsLeft = 1'000'000;

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*body)(void*), void* argument) noexcept {
  if (startsLeft.fetch_sub(1) <= 0) {
    if (onStart) (*onStart)();
    return EAGAIN;
  }
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, body, argument);
}

namespace lanewise {
namespace {

/// Notes that it ran.
struct Note : QueueTask {
  Note(std::vector<int>& list, int number)
      : QueueTask{[](QueueTask& self) { static_cast<Note&>(self).call(); }},
        noted(list),
        number(number) {}
  void call() {
    if (body) body();
    noted.push_back(number);
    done.set_value();
  }
  std::vector<int>& noted;
  const int number;
  std::function<void()> body = {};
  std::promise<void> done;
};

struct UnstartableThreads : testing::Test {
  ~UnstartableThreads() override {
    startsLeft = 1'000'000;
    onStart = nullptr;
  }
  std::vector<int> noted;
  QueueThreads threads{1, std::make_shared<const ProcessorSet>(ProcessorSet::ofThisThread())};
};

TEST_F(UnstartableThreads, TasksRunOnTheCaller) {
  startsLeft = 0;
  Note one(noted, 1), two(noted, 2);
  threads.post(one);
  threads.post(two);
  EXPECT_EQ(noted, (std::vector{1, 2}));
}

// The second one counted on the thread that the first one was about to start, and never ran.
TEST_F(UnstartableThreads, ATaskThatIsPostedDuringTheAttemptWasForgotten) {
  startsLeft = 0;
  Note one(noted, 1), two(noted, 2);
  std::function<void()> meanwhile = [&] {
    onStart = nullptr;
    threads.post(two);
    EXPECT_EQ(noted, std::vector<int>());
  };
  onStart = &meanwhile;
  threads.post(one);
  EXPECT_EQ(noted, (std::vector{1, 2}));
}

// A caller that is inside of a kernel runs no tasks.
TEST_F(UnstartableThreads, ATaskForOthersIsGivenBack) {
  startsLeft = 0;
  Note one(noted, 1), two(noted, 2), three(noted, 3);
  std::function<void()> meanwhile = [&] {
    onStart = nullptr;
    threads.post(two);
  };
  onStart = &meanwhile;
  EXPECT_FALSE(threads.postToOthers(one));
  EXPECT_EQ(noted, std::vector<int>());
  // The caller owes the second one a thread.
  threads.post(three);
  EXPECT_EQ(noted, (std::vector{2, 3}));
}

TEST_F(UnstartableThreads, ATaskForOthersRunsOnAThread) {
  Note one(noted, 1);
  EXPECT_TRUE(threads.postToOthers(one));
  one.done.get_future().wait();
  EXPECT_EQ(noted, (std::vector{1}));
}

// A native kernel may wait for the command of another queue.
TEST_F(UnstartableThreads, TasksRunBeforeAThreadGoesToForeignCode) {
  startsLeft = 1;
  Note one(noted, 1), two(noted, 2);
  std::promise<void> begun, posted;
  size_t notedInForeignCode = 0;
  one.body = [&] {
    begun.set_value();
    posted.get_future().wait();
    const QueueThreads::ForeignCode foreign;
    notedInForeignCode = noted.size();
  };
  threads.post(one);
  begun.get_future().wait();
  threads.post(two);
  posted.set_value();
  one.done.get_future().wait();
  EXPECT_EQ(notedInForeignCode, 1u);
}

}  // namespace
}  // namespace lanewise
