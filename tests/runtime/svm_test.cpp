// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry of allocations: the owner of an address, also while others are added and removed.
#include "runtime/context/svm.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

using namespace lanewise;

TEST(SvmTest, FindsAnAllocationByEveryAddressInIt) {
  SvmAllocations all;
  std::vector<std::byte*> memory;
  for (size_t i = 1; i <= 200; ++i)
    memory.push_back(
        static_cast<std::byte*>(all.allocate({.type = SvmType::Shared, .flags = i}, i * 7)));
  for (size_t i = 1; i <= 200; ++i) {
    std::byte* const data = memory[i - 1];
    for (size_t offset : {size_t(0), i * 7 / 2, i * 7 - 1}) {
      const auto found = all.find(data + offset);
      ASSERT_TRUE(found) << i;
      EXPECT_EQ(found->data, data);
      EXPECT_EQ(found->flags, i);
      EXPECT_EQ(found->bytesFrom(data + offset), i * 7 - offset);
    }
    const auto after = all.find(data + i * 7);
    EXPECT_TRUE(!after || after->data == data + i * 7);
  }
}

TEST(SvmTest, KeepsKindsApart) {
  SvmAllocations all;
  void* const usm = all.allocate({.kind = SvmKind::Usm}, 64);
  EXPECT_TRUE(all.find(usm));
  EXPECT_TRUE(all.find(usm, SvmKind::Usm));
  EXPECT_FALSE(all.find(usm, SvmKind::Svm));
  EXPECT_FALSE(all.free(usm, SvmKind::Svm));
  EXPECT_TRUE(all.free(usm, SvmKind::Usm));
  EXPECT_FALSE(all.free(usm, SvmKind::Usm));
  EXPECT_FALSE(all.find(usm));
}

TEST(SvmTest, KnowsNothingOfTheEndsOfTheAddressSpace) {
  SvmAllocations all;
  EXPECT_FALSE(all.find(nullptr));
  all.allocate({}, 64);
  EXPECT_FALSE(all.find(nullptr));
  EXPECT_FALSE(all.find(reinterpret_cast<void*>(~uintptr_t(0))));
}

TEST(SvmTest, SaysThatMemoryIsOut) {
  SvmAllocations all;
  EXPECT_EQ(all.allocate({}, ~size_t(0) / 2), nullptr);
}

TEST(SvmTest, ManyThreadsAllocateFindAndFree) {
  SvmAllocations all;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (size_t i = 1; i <= 400; ++i) {
        void* const memory = all.allocate({.flags = t}, i * 16);
        ASSERT_NE(memory, nullptr);
        const auto found = all.find(static_cast<std::byte*>(memory) + i);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->flags, t);
        ASSERT_TRUE(all.free(memory, SvmKind::Svm));
      }
    });
  for (auto& thread : threads) thread.join();
}
