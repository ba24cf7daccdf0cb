// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of buffers: which freed blocks are kept, for how long and for whom.
#include "runtime/host/host_memory.h"

#include "runtime/base/poison.h"
#include "runtime/context/context.h"
#include "runtime/device/platform.h"
#include "runtime/memory/buffer.h"
#include "tests/in_child.h"
#include "tests/sanitizers.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kMegabyte = 1 << 20;

struct HostMemoryTest : ::testing::Test {
  HostMemoryTest() {
    Platform::get().device();  // sets its own limit
    limitKeptMemory(16 * kMegabyte);
    zeroHostMemory(Zeroed::Small);
  }
  ~HostMemoryTest() override { limitKeptMemory(0); }

  /// Bytes that are not 0 in a new block, when an earlier one of its size had others.
  static size_t dirtyBytes(size_t sizeBytes, Contents contents = Contents::Zeros) {
    const HostBlock before = allocateHostMemory(sizeBytes);
    std::memset(before.data, 0xa5, sizeBytes);
    freeHostMemory(before);
    const HostBlock block = allocateHostMemory(sizeBytes, contents);
    size_t dirty = 0;
    for (size_t at = 0; at < sizeBytes; ++at) dirty += block.data[at] != std::byte{};
    freeHostMemory(block);
    return dirty;
  }
};

/// Kilobytes of this process that the system may take at any time.
size_t freeOnDemand() {
  std::ifstream rollup("/proc/self/smaps_rollup");
  for (std::string line; std::getline(rollup, line);)
    if (line.starts_with("LazyFree:")) return std::stoul(line.substr(9));
  return 0;
}

}  // namespace

TEST_F(HostMemoryTest, AFreedBlockServesTheNextRequest) {
  const HostBlock first = allocateHostMemory(3 * kMegabyte);
  freeHostMemory(first);
  EXPECT_EQ(keptMemoryBytes(), 3 * kMegabyte);
  const HostBlock second = allocateHostMemory(3 * kMegabyte - 100);
  EXPECT_EQ(second.data, first.data);
  EXPECT_EQ(second.sizeBytes, first.sizeBytes)
      << "it is a block of its whole size when it is freed";
  EXPECT_EQ(keptMemoryBytes(), 0u);
  std::memset(second.data, 1, 3 * kMegabyte - 100);
  freeHostMemory(second);
}

TEST_F(HostMemoryTest, TheSmallestBlockThatServesIsTaken) {
  const HostBlock large = allocateHostMemory(1000 << 10), small = allocateHostMemory(900 << 10);
  freeHostMemory(small);
  freeHostMemory(large);
  const HostBlock taken = allocateHostMemory(850 << 10);
  EXPECT_EQ(taken.data, small.data);
  freeHostMemory(taken);
}

TEST_F(HostMemoryTest, OfEqualBlocksTheLastFreedIsTaken) {
  const HostBlock first = allocateHostMemory(2 * kMegabyte),
                  last = allocateHostMemory(2 * kMegabyte);
  freeHostMemory(first);
  freeHostMemory(last);
  const HostBlock taken = allocateHostMemory(2 * kMegabyte);
  EXPECT_EQ(taken.data, last.data);
  freeHostMemory(taken);
}

TEST_F(HostMemoryTest, SmallBlocksHaveZeros) {
  for (const size_t sizeBytes : {size_t(1), size_t(100), size_t(4096), size_t(100'000),
                                 size_t(128 << 10), kMegabyte - 1, kMegabyte})
    EXPECT_EQ(dirtyBytes(sizeBytes), 0u) << sizeBytes;
}

TEST_F(HostMemoryTest, ASmallBlockInALargerKeptOneHasZeros) {
  const HostBlock before = allocateHostMemory(kMegabyte + 4096);
  std::memset(before.data, 0xa5, before.sizeBytes);
  freeHostMemory(before);
  const HostBlock block = allocateHostMemory(kMegabyte);
  ASSERT_EQ(block.data, before.data);
  EXPECT_EQ(block.data[kMegabyte - 1], std::byte{});
  freeHostMemory(block);
}

TEST_F(HostMemoryTest, LargeBlocksOfTheSystemHaveZeros) {
  if (kAddressSanitizer) GTEST_SKIP() << "its allocator gives such blocks";
  limitKeptMemory(1 * kMegabyte);  // so that none of these is kept
  for (const size_t sizeBytes : {kMegabyte + 1, 3 * kMegabyte + 77, 9 * kMegabyte})
    EXPECT_EQ(dirtyBytes(sizeBytes), 0u) << sizeBytes;
}

TEST_F(HostMemoryTest, AllBlocksHaveZerosOnDemand) {
  zeroHostMemory(Zeroed::All);
  for (const size_t sizeBytes : {size_t(100), kMegabyte, 3 * kMegabyte, 20 * kMegabyte})
    EXPECT_EQ(dirtyBytes(sizeBytes), 0u) << sizeBytes;
}

TEST_F(HostMemoryTest, NothingIsClearedThatIsOverwrittenOrForMemoryCheckers) {
  if (kAddressSanitizer) GTEST_SKIP() << "it fills new blocks";
  EXPECT_EQ(dirtyBytes(kMegabyte, Contents::Undefined), kMegabyte);
  zeroHostMemory(Zeroed::None);
  EXPECT_EQ(dirtyBytes(kMegabyte), kMegabyte);
}

TEST_F(HostMemoryTest, PagesOfLargeBlocksGoBackToTheSystem) {
  if (kAddressSanitizer) GTEST_SKIP() << "its allocator keeps them";
  limitKeptMemory(0);
  zeroHostMemory(Zeroed::Small);
  for (const size_t sizeBytes : {kMegabyte + 1, 2 * kMegabyte, 5 * kMegabyte + 4095}) {
    const HostBlock block = allocateHostMemory(sizeBytes);
    ASSERT_TRUE(block.mapped);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block.data) %
                  (sizeBytes < 2 * kMegabyte ? 4096 : 2 * kMegabyte),
              0u);
    freeHostMemory(block);
    unsigned char resident = 0;
    EXPECT_EQ(mincore(block.data, 1, &resident), -1) << "it is still mapped";
    EXPECT_EQ(mincore(block.data + (sizeBytes - 1) / 4096 * 4096, 1, &resident), -1);
  }
}

TEST_F(HostMemoryTest, ABlockThatIsMuchLargerOrSmallerIsNotTaken) {
  const HostBlock block = allocateHostMemory(4 * kMegabyte);
  freeHostMemory(block);
  for (const size_t sizeBytes : {3 * kMegabyte - 1, 4 * kMegabyte + 1}) {
    const HostBlock other = allocateHostMemory(sizeBytes);
    EXPECT_NE(other.data, block.data) << sizeBytes;
    EXPECT_EQ(keptMemoryBytes(), 4 * kMegabyte);
    freeHostMemory(other);
    limitKeptMemory(0);
    limitKeptMemory(16 * kMegabyte);
    freeHostMemory(allocateHostMemory(4 * kMegabyte));
  }
}

TEST_F(HostMemoryTest, TheOldestBlocksAreFreedBeyondTheLimit) {
  std::vector<HostBlock> blocks;
  for (size_t index = 0; index < 5; ++index) blocks.push_back(allocateHostMemory(4 * kMegabyte));
  for (const HostBlock& block : blocks) freeHostMemory(block);
  EXPECT_EQ(keptMemoryBytes(), 16 * kMegabyte);
  freeHostMemory(allocateHostMemory(17 * kMegabyte));
  EXPECT_EQ(keptMemoryBytes(), 16 * kMegabyte) << "for a block that is larger than the limit";
  for (size_t index = 4; index > 0; --index) {
    const HostBlock taken = allocateHostMemory(4 * kMegabyte);
    EXPECT_EQ(taken.data, blocks[index].data);
    blocks[index] = taken;
  }
  EXPECT_EQ(keptMemoryBytes(), 0u);
  for (size_t index = 1; index < 5; ++index) freeHostMemory(blocks[index]);
  limitKeptMemory(9 * kMegabyte);
  EXPECT_EQ(keptMemoryBytes(), 8 * kMegabyte);
}

TEST_F(HostMemoryTest, ALongListOfBlocksLosesItsOldest) {
  std::vector<HostBlock> blocks;
  for (size_t index = 0; index < 100; ++index) blocks.push_back(allocateHostMemory(kMegabyte / 8));
  for (const HostBlock& block : blocks) freeHostMemory(block);
  EXPECT_LT(keptMemoryBytes(), 100 * kMegabyte / 8);
  const size_t count = keptMemoryBytes() / (kMegabyte / 8);
  std::vector<HostBlock> taken;
  while (keptMemoryBytes() != 0) taken.push_back(allocateHostMemory(kMegabyte / 8));
  ASSERT_EQ(taken.size(), count);
  EXPECT_EQ(taken.front().data, blocks[99].data);
  EXPECT_EQ(taken.back().data, blocks[100 - count].data);
  for (const HostBlock& block : taken) freeHostMemory(block);
}

TEST_F(HostMemoryTest, NothingIsKeptWithoutALimitOrOfSmallBlocks) {
  freeHostMemory(allocateHostMemory(64 << 10));
  EXPECT_EQ(keptMemoryBytes(), 0u);
  limitKeptMemory(0);
  freeHostMemory(allocateHostMemory(4 * kMegabyte));
  EXPECT_EQ(keptMemoryBytes(), 0u);
  freeHostMemory({});
}

TEST_F(HostMemoryTest, TheSystemMayTakeKeptPages) {
  const HostBlock block = allocateHostMemory(8 * kMegabyte);
  std::memset(block.data, 1, block.sizeBytes);
  const size_t before = freeOnDemand();
  freeHostMemory(block);
  // The system counts the last pages of each processor later.
  EXPECT_GE(freeOnDemand(), before + 7 * kMegabyte / 1024);
}

TEST_F(HostMemoryTest, TheLastContextTakesKeptMemoryWithIt) {
  const auto context = [] {
    return Ref<Context>::adopt(
        new Context({Ref<Device>(Platform::get().device())}, {}, nullptr, nullptr));
  };
  std::optional<Ref<Context>> first = context(), second = context();
  Ref<MemObject>::adopt(*createBuffer(**first, 0, 2 * kMegabyte, nullptr, {}));
  void* shared = (*second)->svm().allocate({}, kMegabyte);
  std::memset(shared, 1, kMegabyte);
  EXPECT_EQ(keptMemoryBytes(), 2 * kMegabyte);
  first.reset();
  EXPECT_EQ(keptMemoryBytes(), 2 * kMegabyte);
  second.reset();
  EXPECT_EQ(keptMemoryBytes(), 0u) << "with what the context itself freed";
}

TEST_F(HostMemoryTest, KeptBlocksAreReleasedForARequestThatWouldFail) {
  if (kAddressSanitizer || LW_THREAD_SANITIZER) GTEST_SKIP() << "it needs more address space";
  EXPECT_EQ(test::inChild([] {
              limitKeptMemory(1024 * kMegabyte);
              freeHostMemory(allocateHostMemory(1024 * kMegabyte));
              // What is mapped now, which includes the kept block, and a little.
              std::ifstream statm("/proc/self/statm");
              size_t pages = 0;
              statm >> pages;
              const rlimit limit{pages * 4096 + 256 * kMegabyte, RLIM_INFINITY};
              if (setrlimit(RLIMIT_AS, &limit) != 0) return 2;
              const HostBlock block = allocateHostMemory(700 * kMegabyte);
              return block.data && keptMemoryBytes() == 0 ? 0 : 1;
            }),
            0);
}

TEST_F(HostMemoryTest, AForkedChildKeepsItsOwnBlocksOnly) {
  freeHostMemory(allocateHostMemory(2 * kMegabyte));
  EXPECT_EQ(test::inChild([] {
              if (keptMemoryBytes() != 0) return 1;
              const HostBlock block = allocateHostMemory(2 * kMegabyte);
              freeHostMemory(block);
              return allocateHostMemory(2 * kMegabyte).data == block.data ? 0 : 2;
            }),
            0);
  EXPECT_EQ(keptMemoryBytes(), 2 * kMegabyte);
}

TEST_F(HostMemoryTest, AForkWhileAnotherThreadFreesDoesNotHang) {
  std::atomic<bool> done = false;
  std::thread busy([&] {
    while (!done) freeHostMemory(allocateHostMemory(kMegabyte));
  });
  for (int round = 0; round < 50; ++round)
    EXPECT_EQ(test::inChild([] {
                freeHostMemory(allocateHostMemory(kMegabyte));
                return keptMemoryBytes() == kMegabyte;
              }),
              0);
  done = true;
  busy.join();
}

TEST_F(HostMemoryTest, ThreadsShareKeptBlocks) {
  std::vector<std::jthread> threads;
  for (unsigned char own = 0; own < 8; ++own)
    threads.emplace_back([own] {
      for (size_t round = 0; round < 200; ++round) {
        const size_t sizeBytes = (1 + (own + round) % 5) * (kMegabyte / 4);
        const HostBlock block = allocateHostMemory(sizeBytes);
        for (size_t at = 0; at < sizeBytes; at += 4096) block.data[at] = std::byte{own};
        for (size_t at = 0; at < sizeBytes; at += 4096) ASSERT_EQ(block.data[at], std::byte{own});
        freeHostMemory(block);
      }
    });
  threads.clear();
  EXPECT_LE(keptMemoryBytes(), 16 * kMegabyte);
}

TEST_F(HostMemoryTest, SanitizersSeeTheUseOfAKeptBlock) {
  if (!kAddressSanitizer) GTEST_SKIP() << "needs AddressSanitizer";
  const HostBlock block = allocateHostMemory(kMegabyte);
  freeHostMemory(block);
  EXPECT_DEATH(*static_cast<volatile std::byte*>(block.data + 77), "use-after-poison");
  const HostBlock again = allocateHostMemory(kMegabyte - 4096);
  ASSERT_EQ(again.data, block.data);
  again.data[kMegabyte - 4097] = std::byte{1};
  EXPECT_DEATH(*static_cast<volatile std::byte*>(again.data + kMegabyte - 4096),
               "use-after-poison");
  freeHostMemory(again);
}

}  // namespace lanewise
