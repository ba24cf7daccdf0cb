// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Concurrent access of host and device: 32-bit and 64-bit atomics, orders, fences, single bytes.

#include "svm_kernel.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace kernels {
namespace {

constexpr size_t kItems = 64;

template <class T>
std::atomic_ref<T> at(T& value) {
  return std::atomic_ref<T>(value);
}

/// The device may need this processor.
template <class Condition>
void waitUntil(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

/// Host and device take turns in busy loops. If they share a processor, a turn takes a time slice,
/// so the test stops after some seconds.
class Turns {
 public:
  bool areEnough() const { return Clock::now() > end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_ = Clock::now() + std::chrono::seconds(3);
};

TEST(SvmAtomics, BothSidesCount) {
  constexpr int kTimes = 2000;
  for (const auto& memory : everyKindOfMemory(64)) {
    auto* const narrow = memory->as<cl_int>();
    auto* const wide = memory->as<cl_long>() + 1;
    *narrow = 0, *wide = 0;
    SvmKernel kernel("countTogether");
    kernel.pointer(narrow).pointer(wide).value(cl_int{kTimes}).start(kItems);
    for (int i = 0; i < 50000; ++i) {
      at(*narrow).fetch_add(1, std::memory_order_relaxed);
      at(*wide).fetch_add(1);
    }
    kernel.finish();
    EXPECT_EQ(*narrow, int(kItems) * kTimes + 50000) << memory->name();
    EXPECT_EQ(*wide, cl_long{kItems} * kTimes * (1 << 20) + 50000) << memory->name();
  }
}

TEST(SvmAtomics, PlainMemoryBehindAFlag) {
  constexpr int kRounds = 2000;
  for (const auto& memory : everyKindOfMemory(256)) {
    auto* const turn = memory->as<cl_int>();
    auto* const plain = memory->as<cl_long>() + 16;
    *turn = 0, *plain = 0;
    SvmKernel kernel("pingPong");
    kernel.pointer(turn).pointer(plain).value(cl_int{kRounds}).start(1);
    cl_ulong expected = 0;
    const Turns turns;
    for (int round = 0; round < kRounds && !turns.areEnough(); ++round) {
      *plain += round;
      expected = (expected + round) * 3 + 1;
      at(*turn).store(2 * round + 1, std::memory_order_release);
      waitUntil([&] { return at(*turn).load(std::memory_order_acquire) == 2 * round + 2; });
      ASSERT_EQ(cl_ulong(*plain), expected) << memory->name();
    }
    at(*turn).store(-1);
    kernel.finish();
  }
}

TEST(SvmAtomics, SequentialConsistencyAcrossHostAndDevice) {
  constexpr int kRounds = 5000;
  const SvmMemory memory((4 * kRounds + 8) * sizeof(cl_int));
  auto* const start = memory.as<cl_int>();
  cl_int* const device = start + 1;
  cl_int* const host = device + kRounds + 1;
  cl_int* const seen = host + kRounds + 1;
  std::memset(start, 0, (4 * kRounds + 8) * sizeof(cl_int));
  SvmKernel kernel("handshake");
  kernel.pointer(start).pointer(device).pointer(host).pointer(seen).value(cl_int{kRounds}).start(1);
  std::vector<cl_int> hostSaw(kRounds + 1);
  const Turns turns;
  int done = 0;
  while (done < kRounds && !turns.areEnough()) {
    const int round = ++done;
    at(*start).store(round);
    at(host[round]).store(1);
    hostSaw[round] = at(device[round]).load();
    waitUntil([&] { return at(device[round]).load() != 0; });
  }
  at(*start).store(kRounds);  // the remaining rounds of the kernel wait for nothing
  kernel.finish();
  for (int round = 1; round <= done; ++round)
    ASSERT_TRUE(hostSaw[round] || seen[round]) << "both sides saw the old value in round " << round;
}

TEST(SvmAtomics, FencesOrderPlainMemory) {
  const SvmMemory memory(256);
  auto* const flag = memory.as<cl_int>();
  auto* const plain = flag + 32;
  for (int i = 1; i < 50; ++i) {
    *flag = 0;
    SvmKernel kernel("publish");
    kernel.pointer(flag).pointer(plain).value(cl_int{i}).start(1);
    waitUntil([&] { return at(*flag).load(std::memory_order_relaxed) != 0; });
    std::atomic_thread_fence(std::memory_order_acquire);
    ASSERT_EQ(*plain, i);
    kernel.finish();
  }
}

TEST(SvmAtomics, NeighbouringBytesBelongToWhoWritesThem) {
  constexpr size_t kBytes = 1 << 16;
  for (const auto& memory : everyKindOfMemory(kBytes)) {
    auto* const bytes = memory->as<volatile cl_uchar>();
    SvmKernel kernel("everyOtherByte");
    kernel.pointer(memory->as<cl_uchar>()).value(cl_uchar{7}).start(kBytes / 2);
    for (size_t i = 1; i < kBytes; i += 2) bytes[i] = 9;
    kernel.finish();
    for (size_t i = 0; i < kBytes; ++i) ASSERT_EQ(bytes[i], i % 2 ? 9 : 7) << memory->name();
  }
}

}  // namespace
}  // namespace kernels
