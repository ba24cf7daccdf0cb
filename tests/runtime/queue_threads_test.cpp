// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that run queued commands: how many run, when there are more, where they run, and when
// they end.
#include "runtime/workers/queue_threads.h"

#include "runtime/base/thread.h"
#include "runtime/workers/fp_environment.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

std::shared_ptr<const ProcessorSet> everywhere() {
  return std::make_shared<const ProcessorSet>(ProcessorSet::ofThisThread());
}

/// A task that runs a function.
struct Call : QueueTask {
  explicit Call(std::function<void()> body)
      : QueueTask{[](QueueTask& self) { static_cast<Call&>(self).call(); }},
        function(std::move(body)) {}
  void call() {
    function();
    done.set_value();
  }
  void wait() { done.get_future().wait(); }

  std::function<void()> function;
  std::promise<void> done;
};

int queueThreadsOfThisProcess() {
  int count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "comm");
    std::string name;
    count += bool(std::getline(file, name)) && name == "lanewise-queue";
  }
  return count;
}

TEST(QueueThreads, ATaskRunsOnAnotherThread) {
  QueueThreads threads(2, everywhere());
  std::thread::id thread;
  Call call([&] { thread = std::this_thread::get_id(); });
  threads.post(call);
  call.wait();
  EXPECT_NE(thread, std::thread::id());
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(QueueThreads, RunTasksInTheOrderOfTheirPosts) {
  QueueThreads threads(1, everywhere());
  std::vector<int> order, posted(100);
  std::vector<std::unique_ptr<Call>> calls;
  for (int i = 0; i < 100; ++i) {
    posted[i] = i;
    calls.push_back(std::make_unique<Call>([&order, i] { order.push_back(i); }));
    threads.post(*calls.back());
  }
  for (auto& call : calls) call->wait();
  EXPECT_EQ(order, posted);
}

TEST(QueueThreads, NoMoreTasksRunThanThereAreCores) {
  constexpr int kCores = 3;
  QueueThreads threads(kCores, everywhere());
  std::atomic<int> now = 0, most = 0;
  std::vector<std::unique_ptr<Call>> calls;
  for (int i = 0; i < 200; ++i) {
    calls.push_back(std::make_unique<Call>([&] {
      const int running = ++now;
      for (int seen = most; running > seen && !most.compare_exchange_weak(seen, running);) {
      }
      std::this_thread::yield();
      --now;
    }));
    threads.post(*calls.back());
  }
  for (auto& call : calls) call->wait();
  EXPECT_LE(most, kCores);
}

TEST(QueueThreads, AsManyTasksRunAtATimeAsThereAreCores) {
  QueueThreads threads(2, everywhere());
  std::promise<void> first, second;
  Call one([&] {
    first.set_value();
    second.get_future().wait();
  });
  Call two([&] {
    second.set_value();
    first.get_future().wait();
  });
  threads.post(one);
  threads.post(two);
  one.wait();
  two.wait();
}

TEST(QueueThreads, AnotherThreadRunsWhileOneIsInForeignCode) {
  QueueThreads threads(1, everywhere());
  for (int round = 0; round < 100; ++round) {
    std::promise<void> reached;
    Call waits([&] {
      const QueueThreads::ForeignCode foreign;
      const QueueThreads::ForeignCode nested;
      reached.get_future().wait();
    });
    Call reaches([&] { reached.set_value(); });
    threads.post(waits);
    threads.post(reaches);
    waits.wait();
    reaches.wait();
  }
}

TEST(QueueThreads, ForeignCodeOfOtherThreadsChangesNothing) {
  const QueueThreads::ForeignCode foreign;
  QueueThreads threads(1, everywhere());
  Call call([] {});
  threads.post(call);
  call.wait();
}

TEST(QueueThreads, ATaskIsPostedAgainFromItself) {
  QueueThreads threads(1, everywhere());
  struct Again : QueueTask {
    QueueThreads& threads;
    int left = 1000;
    std::promise<void> done;
    explicit Again(QueueThreads& all)
        : QueueTask{[](QueueTask& task) {
            auto& self = static_cast<Again&>(task);
            if (--self.left == 0)
              self.done.set_value();
            else
              self.threads.post(self);
          }},
          threads(all) {}
  } again(threads);
  threads.post(again);
  again.done.get_future().wait();
  EXPECT_EQ(again.left, 0);
}

TEST(QueueThreads, ManyThreadsPost) {
  QueueThreads threads(2, everywhere());
  std::atomic<int> ran = 0;
  std::vector<std::thread> posters;
  for (int t = 0; t < 4; ++t)
    posters.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        Call call([&] { ++ran; });
        threads.post(call);
        call.wait();
      }
    });
  for (std::thread& poster : posters) poster.join();
  EXPECT_EQ(ran, 4 * 500);
}

TEST(QueueThreads, EndWithTheirDevice) {
  {
    QueueThreads threads(2, everywhere());
    Call first([] {}), second([] {});
    threads.post(first);
    threads.post(second);
    first.wait();
    second.wait();
    EXPECT_GT(queueThreadsOfThisProcess(), 0);
  }
  while (queueThreadsOfThisProcess() != 0) std::this_thread::yield();
}

TEST(QueueThreads, AThreadDestroysItsOwn) {
  auto* threads = new QueueThreads(1, everywhere());
  Call call([&] { delete threads; });
  threads->post(call);
  call.wait();
  while (queueThreadsOfThisProcess() != 0) std::this_thread::yield();
}

TEST(QueueThreads, RunOnTheirProcessorsWhereverTheyAreStarted) {
  const std::vector<Processor> all = probeProcessors();
  ASSERT_FALSE(all.empty());
  const auto whole = everywhere();
  const auto allowed = [&](std::shared_ptr<const ProcessorSet> set) {
    QueueThreads threads(1, std::move(set));
    std::vector<Processor> seen;
    Call call([&] { seen = probeProcessors(); });
    threads.post(call);
    call.wait();
    return seen.size();
  };
  const auto last = std::make_shared<const ProcessorSet>(std::span(&all.back(), 1));
  EXPECT_EQ(allowed(last), 1u);
  const BoundThread here(last.get());
  EXPECT_EQ(allowed(whole), all.size()) << "started by a bound thread";
}

// A kernel that enqueues on a device queue may start a thread, which later calls native kernels and
// callbacks of the application.
TEST(QueueThreads, StartedByAKernelThatFlushesSubnormalNumbersDoNot) {
  std::promise<double> half;
  {
    const KernelFpEnvironment ofKernel(/*flushesDenormals=*/true);
    ASSERT_TRUE(startThread("test", [&half] {
                  const volatile double subnormal = 1e-310;
                  half.set_value(subnormal * 0.5);
                }).ok());
  }
  EXPECT_EQ(half.get_future().get(), 5e-311);
}

}  // namespace
}  // namespace lanewise
