// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LANEWISE_AFFINITY: which processors are chosen, and that work runs on them only.
#include "runtime/device/platform.h"
#include "runtime/host/affinity.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace lanewise;

namespace {

std::vector<int> chosen(const std::string& text, uint32_t count) {
  std::vector<Processor> all;
  for (const int number : {0, 8, 1, 9, 2, 10}) all.push_back({.number = number});
  std::vector<int> numbers;
  for (const Processor& processor : chooseProcessors(text, all, count))
    numbers.push_back(processor.number);
  return numbers;
}

using Numbers = std::vector<int>;

}  // namespace

TEST(AffinityTest, CloseTakesNeighbours) {
  EXPECT_EQ(chosen("close", 2), (Numbers{0, 8}));
  EXPECT_EQ(chosen("close", 100), (Numbers{0, 8, 1, 9, 2, 10}));
}

TEST(AffinityTest, SpreadTakesEqualDistances) {
  EXPECT_EQ(chosen("spread", 2), (Numbers{0, 9}));
  EXPECT_EQ(chosen("spread", 3), (Numbers{0, 1, 2}));
}

TEST(AffinityTest, AListHasItsOwnNumber) {
  EXPECT_EQ(chosen("1-2,10", 1), (Numbers{1, 2, 10}));
  EXPECT_EQ(chosen("7,8", 6), (Numbers{8}));
}

TEST(AffinityTest, WhatIsNoValueChoosesNone) {
  for (const char* text :
       {"", "near", "0,", ",0", "0,x", "1-", "-1", "0 1", "0-1-2", "123456", "77"})
    EXPECT_EQ(chosen(text, 6), Numbers()) << text;
}

TEST(AffinityTest, WorkRunsOnTheProcessorsOfTheList) {
  const int last = probeNodes().back().number;
  setenv("LANEWISE_AFFINITY", std::to_string(last).c_str(), 1);
  Device& device = Platform::get().device();
  EXPECT_EQ(device.computeUnits(), 1u);
  ASSERT_EQ(device.processors().size(), 1u);
  EXPECT_EQ(device.processors()[0].number, last);
}

TEST(AffinityTest, HelpersRunOnTheProcessorsOfTheList) {
  const int last = probeNodes().back().number;
  setenv("LANEWISE_AFFINITY", std::to_string(last).c_str(), 1);
  setenv("LANEWISE_THREADS", "3", 1);
  Device& device = Platform::get().device();
  EXPECT_EQ(device.computeUnits(), 3u);
  struct Seen {
    std::thread::id own = std::this_thread::get_id();
    int last;
    std::atomic<int> others{0}, elsewhere{0};
  } seen{.last = last};
  for (int round = 0; round < 200 && seen.others == 0; ++round)
    device.workers().forEachRange(
        64, 1,
        [](void* user, uint64_t, uint64_t) {
          auto& all = *static_cast<Seen*>(user);
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          if (std::this_thread::get_id() == all.own) return;
          ++all.others;
          all.elsewhere += sched_getcpu() != all.last;
        },
        &seen);
  EXPECT_GT(seen.others, 0);
  EXPECT_EQ(seen.elsewhere, 0);
}
