// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host reports about its processor, and that it counts usable processors only.
#include "runtime/host/cpu.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <thread>

using namespace lanewise;

TEST(HostFactsTest, SaysSomethingOfEverything) {
  const HostFacts facts = probeHost();
  EXPECT_FALSE(facts.name.empty());
  EXPECT_FALSE(facts.vendor.empty());
  EXPECT_FALSE(facts.level.empty());
  EXPECT_EQ(facts.lacking, "") << "the tests need x86-64-v2";
  EXPECT_GE(facts.cores, 1u);
  EXPECT_GT(facts.memoryBytes, 1u << 20);
  EXPECT_GE(facts.cacheLineBytes, 16u);
  EXPECT_GE(facts.vectorBits, 128u);
}

TEST(HostFactsTest, EveryCoreTellsTheSameFeatures) {
  std::thread([] {
    const std::string features = probeHost().features;
    EXPECT_FALSE(features.empty());
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (!CPU_ISSET(core, &all)) continue;
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(core, &one);
      ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
      EXPECT_EQ(probeHost().features, features) << core;
    }
  }).join();
}

TEST(HostFactsTest, CountsTheAffinityMask) {
  // In a thread of its own, because the mask is per thread and must not outlive the test.
  std::thread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(probeHost().cores, 1u);
  }).join();
}
