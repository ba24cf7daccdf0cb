// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory counts as released and still in use, and when an allocation waits for it.
#include "runtime/context/context.h"
#include "runtime/device/platform.h"
#include "runtime/memory/buffer.h"
#include "runtime/workers/queue_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace lanewise {
namespace {

constexpr size_t kMegabyte = 1 << 20;
using std::chrono::steady_clock;

struct ReleasedMemoryTest : ::testing::Test {
  ReleasedMemory& released() { return context_->releasedMemory(); }
  bool isMuch(size_t sizeBytes = kMegabyte) {
    return released().isMuch(context_->devices(), sizeBytes);
  }
  void wait(double part = 0.5) { released().wait(context_->devices(), kMegabyte, part); }
  /// With the application's reference.
  MemObject& buffer(size_t megabytes) {
    return **createBuffer(*context_, 0, megabytes * kMegabyte, nullptr, {});
  }
  /// A buffer that a command uses and the application has released.
  Ref<MemObject> heldBuffer(size_t megabytes) {
    MemObject& made = buffer(megabytes);
    Ref<MemObject> held(made);
    made.release();
    return held;
  }

  const Ref<Context> context_ = Ref<Context>::adopt(
      new Context({Ref<Device>(Platform::get().device())}, {}, nullptr, nullptr));
};

/// A queue thread that is busy until the end of its scope.
struct BusyQueueThread : QueueTask {
  explicit BusyQueueThread(QueueThreads& threads) : QueueTask{work} {
    threads.post(*this);
    while (!isRunning) std::this_thread::yield();
  }
  ~BusyQueueThread() {
    mayEnd = true;
    while (!hasEnded) std::this_thread::yield();
  }
  static void work(QueueTask& self) {
    auto& busy = static_cast<BusyQueueThread&>(self);
    busy.isRunning = true;
    while (!busy.mayEnd) std::this_thread::yield();
    busy.hasEnded = true;
  }
  std::atomic<bool> isRunning = false, mayEnd = false, hasEnded = false;
};

}  // namespace

TEST_F(ReleasedMemoryTest, CountsWhatCommandsUseUntilItIsFree) {
  EXPECT_FALSE(isMuch());
  Ref<MemObject> held = heldBuffer(20);
  EXPECT_TRUE(isMuch());
  held = nullptr;
  EXPECT_FALSE(isMuch());
}

TEST_F(ReleasedMemoryTest, DoesNotCountWhatTheApplicationHasAgain) {
  const Ref<MemObject> held = heldBuffer(20);
  EXPECT_TRUE(held->retain());
  EXPECT_FALSE(isMuch());
  held->release();
  EXPECT_TRUE(isMuch());
}

// A small buffer waited for a long command of another queue.
TEST_F(ReleasedMemoryTest, SmallAllocationsNeverWait) {
  const Ref<MemObject> held = heldBuffer(20);
  EXPECT_FALSE(isMuch(4096));
}

TEST_F(ReleasedMemoryTest, LargeAllocationsWaitForFourOfTheirSize) {
  const Ref<MemObject> held = heldBuffer(20);
  EXPECT_TRUE(isMuch(4 * kMegabyte));
  EXPECT_FALSE(isMuch(6 * kMegabyte));
}

// The parent of a sub-buffer counted as long as the application used that.
TEST_F(ReleasedMemoryTest, DoesNotCountMemoryUnderSubBuffers) {
  MemObject& whole = buffer(20);
  const auto part = Ref<MemObject>::adopt(*createSubBuffer(whole, 0, 0, kMegabyte));
  whole.release();
  EXPECT_FALSE(isMuch());
}

TEST_F(ReleasedMemoryTest, DoesNotWaitWhereNoCommandRuns) {
  const Ref<MemObject> held = heldBuffer(20);
  const auto start = steady_clock::now();
  wait();
  EXPECT_LT(steady_clock::now() - start, std::chrono::milliseconds(900));
  EXPECT_FALSE(isMuch()) << "the next allocation would try again";
}

TEST_F(ReleasedMemoryTest, WaitsUntilHalfIsFree) {
  // The smaller one first: to allocate it would wait for the other one.
  const Ref<MemObject> second = heldBuffer(4);
  Ref<MemObject> first = heldBuffer(20);
  const BusyQueueThread busy(context_->devices().front()->queueThreads());
  std::thread command([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    first = nullptr;
  });
  const auto start = steady_clock::now();
  wait();
  EXPECT_GE(steady_clock::now() - start, std::chrono::milliseconds(45));
  command.join();
  // It has not given up: what is left counts.
  const Ref<MemObject> third = heldBuffer(14);
  EXPECT_TRUE(isMuch());
}

// Releases of other memory began the second anew, so that a wait had no end.
TEST_F(ReleasedMemoryTest, WaitsForOneSecondAtMostAndOnlyOnce) {
  const Ref<MemObject> held = heldBuffer(20);
  const BusyQueueThread busy(context_->devices().front()->queueThreads());
  std::atomic<bool> done = false;
  std::thread others([&] {
    while (!done) {
      heldBuffer(1);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  const auto start = steady_clock::now();
  wait();
  const auto passed = steady_clock::now() - start;
  done = true;
  others.join();
  EXPECT_GE(passed, std::chrono::milliseconds(900));
  EXPECT_LT(passed, std::chrono::seconds(30));
  EXPECT_FALSE(isMuch());
  // More of it counts.
  const Ref<MemObject> more = heldBuffer(20);
  EXPECT_TRUE(isMuch());
}

}  // namespace lanewise
