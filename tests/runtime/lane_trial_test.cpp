// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of two codes stays, and how many launches that takes. The compiler is a function of the
// test, and times are given.
#include "runtime/launch/lane_trial.h"

#include "launch_fixture.h"
#include "runtime/launch/launch_kinds.h"

#include <gtest/gtest.h>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

constexpr double kMillisecond = 1e6;  // nanoseconds
constexpr uint32_t kNoTurn = ~uint32_t{0};

CompileCost shortCost() { return CompileCost({}); }  // 5 ms

std::shared_ptr<const CompiledKernel> codeOf(uint32_t lanes) {
  auto code = std::make_shared<CompiledKernel>();
  code->metadata.lanes = lanes;
  return code;
}

struct Trial {
  explicit Trial(bool fails = false)
      : trial(std::make_shared<LaneTrial>(
            usual, shortCost(),
            [this, fails] {
              ++made;
              return fails ? nullptr : other;
            },
            [to = settled](bool isOther) { *to = isOther ? 2 : 1; })) {}
  /// Launches that are not measured yet, until the other code is there.
  void begin() {
    for (int i = 0; i < 10'000; ++i) {
      const LaneTrial::Turn turn = trial->next();
      if (turn.trial && turn.number != kNoTurn) return;  // never runs
      if (turn.trial) turn.trial->add(turn.number, 100 * kMillisecond, 1);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    FAIL() << "no turns";
  }
  /// Lets launches run until it is decided; `time` of one gets its number and whether it has
  /// the other code. The number of launches.
  template <class Time>
  int decide(const Time& time) {
    for (int launch = 1; launch < 1000; ++launch) {
      const LaneTrial::Turn turn = trial->next();
      if (!turn.trial) return launch;
      turn.trial->add(turn.number, time(launch, turn.code == other), 1);
    }
    return 1000;
  }
  bool waitForSettled(int value) const {
    for (int i = 0; i < 10'000 && *settled == 0; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return *settled == value;
  }

  const std::shared_ptr<const CompiledKernel> usual = codeOf(8), other = codeOf(1);
  /// The test may end before settle runs.
  const std::shared_ptr<std::atomic<int>> settled = std::make_shared<std::atomic<int>>(0);
  std::atomic<int> made = 0;
  std::shared_ptr<LaneTrial> trial;
};

TEST(LaneTrial, TheOtherCodeIsMadeWhenLaunchesHaveTakenTenTimesAsLong) {
  Trial of;
  for (int launch = 0; launch < 9; ++launch) {
    const LaneTrial::Turn turn = of.trial->next();
    EXPECT_EQ(turn.code, of.usual);
    ASSERT_TRUE(turn.trial && turn.number == kNoTurn) << "after " << launch << " launches";
    turn.trial->add(turn.number, shortCost().nanoseconds(), 1000);
  }
  LaneTrial::Turn last = of.trial->next();
  ASSERT_TRUE(last.trial && last.number == kNoTurn) << "nine launches sufficed";
  EXPECT_EQ(of.made, 0);
  last.trial->add(last.number, 1.01 * shortCost().nanoseconds(), 1000);
  // Another thread makes the code, and may have done so.
  last = of.trial->next();
  EXPECT_TRUE(!last.trial || last.number != kNoTurn) << "ten launches did not suffice";
  of.begin();
  EXPECT_EQ(of.made, 1);
}

TEST(LaneTrial, TheSecondLaunchWaitsForTheOtherCodeIfThatIsMadeAtOnce) {
  int made = 0;
  const auto trial = std::make_shared<LaneTrial>(
      codeOf(8), shortCost(), [&] { return ++made, codeOf(1); }, [](bool) {}, /*isAtOnce=*/true);
  const LaneTrial::Turn first = trial->next();
  EXPECT_EQ(made, 0);
  first.trial->add(first.number, 1, 1);
  EXPECT_NE(trial->next().trial, nullptr);
  EXPECT_EQ(made, 1);
}

TEST(LaneTrial, TheFasterCodeStays) {
  for (const double share : {0.5, 0.9, 1.0, 2.0}) {
    Trial of;
    of.begin();
    of.decide([&](int, bool isOther) { return isOther ? share * kMillisecond : kMillisecond; });
    const bool isOther = share < 0.95;
    EXPECT_TRUE(of.waitForSettled(isOther ? 2 : 1)) << share;
    EXPECT_EQ(of.trial->settled(), isOther ? of.other : of.usual) << share;
    EXPECT_EQ(of.trial->next().code, isOther ? of.other : of.usual) << share;
    EXPECT_EQ(of.trial->next().trial, nullptr) << share;
  }
}

// Each code would have had the launches of one sort only.
TEST(LaneTrial, LaunchesThatDifferInTurnsFavorNeither) {
  for (const int period : {2, 4}) {
    for (const double share : {0.8, 1.2}) {
      Trial of;
      of.begin();
      of.decide([&](int launch, bool isOther) {
        return (launch % period < period / 2 ? 1 : 10) * (isOther ? share : 1) * kMillisecond;
      });
      EXPECT_TRUE(of.waitForSettled(share < 1 ? 2 : 1)) << period << ", " << share;
    }
  }
}

// A factorization: each launch has less to do than the one before.
TEST(LaneTrial, LaunchesThatGetShorterFavorNeither) {
  for (const double share : {0.9, 1.0, 1.1}) {
    Trial of;
    of.begin();
    double time = kMillisecond;
    of.decide([&](int, bool isOther) { return (time *= 0.93) * (isOther ? share : 1); });
    EXPECT_TRUE(of.waitForSettled(share < 0.95 ? 2 : 1)) << share;
  }
}

TEST(LaneTrial, FewLongLaunchesDecide) {
  Trial of;
  of.begin();
  EXPECT_LE(of.decide([](int, bool isOther) { return (isOther ? 50 : 60) * kMillisecond; }), 12);
  Trial ofShort;
  ofShort.begin();
  EXPECT_GT(ofShort.decide([](int, bool isOther) { return isOther ? 50 : 60; }), 16);
}

TEST(LaneTrial, CodeThatCannotBeMadeIsTriedOnce) {
  Trial of(/*fails=*/true);
  for (int i = 0; i < 100; ++i)
    if (const LaneTrial::Turn turn = of.trial->next(); turn.trial)
      turn.trial->add(turn.number, kMillisecond, 1);
  for (int i = 0; i < 10'000 && of.made == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (int launch = 0; launch < 10; ++launch) EXPECT_EQ(of.trial->next().code, of.usual);
  EXPECT_EQ(of.made, 1);
  EXPECT_EQ(*of.settled, 0);
}

// Their events failed, or the application released their queue.
TEST(LaneTrial, LaunchesThatNeverRunDoNotHoldItUp) {
  Trial of;
  of.begin();
  for (int launch = 0; launch < 9; ++launch) of.trial->next();
  of.decide([](int, bool isOther) { return (isOther ? 0.5 : 1) * kMillisecond; });
  EXPECT_TRUE(of.waitForSettled(2));
}

class LaneTrialOfLaunches : public LaunchFixture {
 protected:
  static inline std::atomic<int> usual, other;

  static std::shared_ptr<const CompiledKernel> compile(const KernelMetadata&,
                                                       const LaunchKind& kind) {
    auto code = std::make_shared<CompiledKernel>();
    code->metadata.lanes = kind.lanes;
    code->metadata.otherLanes = kind.otherLanes;
    code->entry = kind.lanes == 8
                      ? [](const abi::Launch*, const abi::Worker*, uint64_t, uint64_t, uint64_t,
                           uint64_t) {
                          ++usual;
                          std::this_thread::sleep_for(std::chrono::milliseconds(2));
                        }
                      : [](const abi::Launch*, const abi::Worker*, uint64_t, uint64_t, uint64_t,
                           uint64_t) {
                          ++other;
                          std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        };
    return code;
  }

  std::unique_ptr<FakeKernel> makeTried() {
    KernelMetadata metadata;
    metadata.lanes = 8;
    metadata.otherLanes = 1;
    metadata.observesGroups = false;
    auto fake =
        makeKernel([](const abi::Launch*, const abi::Worker*, uint64_t, uint64_t, uint64_t,
                      uint64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(9)); },
                   metadata);
    fake->compiled.kinds =
        LaunchKinds::of(fake->compiled.metadata, shortCost(),
                        {compile, [this](const LaunchKind& kind, const LaunchKind& chosen) {
                           EXPECT_EQ(kind.lanes, 8u);
                           chosenLanes = chosen.lanes;
                         }});
    return fake;
  }
  std::atomic<uint32_t> chosenLanes = 0;
};

TEST_F(LaneTrialOfLaunches, FindsTheFasterCode) {
  usual = other = 0;
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeTried();
  const NdRange range{.globalSize = {8, 1, 1}, .localSize = {8, 1, 1}};
  for (int i = 0; i < 1000 && chosenLanes == 0; ++i)
    ASSERT_TRUE(fake->kernel->enqueue(queue, range, CL_COMMAND_NDRANGE_KERNEL, {}, nullptr).ok() &&
                queue.finish().ok());
  EXPECT_EQ(chosenLanes, 1u);
  usual = 0;
  ASSERT_TRUE(fake->kernel->enqueue(queue, range, CL_COMMAND_NDRANGE_KERNEL, {}, nullptr).ok() &&
              queue.finish().ok());
  EXPECT_EQ(usual, 0);
}

// It would have kept the slower code for ever.
TEST_F(LaneTrialOfLaunches, RecordedLaunchesAreNoPartOfIt) {
  usual = other = 0;
  auto fake = makeTried();
  const NdRange range{.globalSize = {8, 1, 1}, .localSize = {8, 1, 1}};
  for (int i = 0; i < 200; ++i) {
    auto recorded = fake->kernel->makeLaunch(device_, range, CL_COMMAND_NDRANGE_KERNEL);
    ASSERT_TRUE(recorded);
    EXPECT_EQ((*recorded)->run().code, CL_COMPLETE);
  }
  EXPECT_GT(usual, 0);
  EXPECT_EQ(other, 0);
}

}  // namespace
}  // namespace lanewise
