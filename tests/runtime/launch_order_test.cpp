// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaunchOrder: launches are unordered only where queues, events, barriers and the host's knowledge
// of what has ended leave no other possibility.
#include "runtime/checks/launch_order.h"

#include "interface/access_word.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace lanewise {
namespace {

using Place = LaunchOrder::Place;

struct Launch {
  LaunchOrder::Added added;
  uint64_t word = 0;
};

uint64_t numberOf(const Launch& launch) { return abi::numberOf(launch.word); }
uint64_t leastOf(const Launch& launch) { return launch.word >> abi::kLeastLaunchShift; }

class LaunchOrderTest : public ::testing::Test {
 protected:
  /// Enqueued, and begun at once.
  Launch launch(const LaunchOrder::Enqueued& command) {
    Launch launch{order_.add(command, LaunchOrder::Kernel{"kernel", nullptr})};
    launch.word = order_.begin(launch.added.place);
    return launch;
  }
  Launch inOrder(const void* queue, std::vector<Place> waits = {}) {
    return launch({queue, true, false, false, waits});
  }
  Launch unordered(const void* queue, std::vector<Place> waits = {}) {
    return launch({queue, false, false, false, waits});
  }
  Place copy(const void* queue, std::vector<Place> waits = {}) {
    return order_.add({queue, true, false, false, waits}).ofEvent();
  }
  Place marker(const void* queue, bool isBarrier) {
    return order_.add({queue, false, true, isBarrier, {}}).ofEvent();
  }
  bool areUnordered(const Launch& one, const Launch& other) {
    const bool areUnordered = order_.unorderedKernel(numberOf(one), numberOf(other)).has_value();
    EXPECT_EQ(areUnordered, order_.unorderedKernel(numberOf(other), numberOf(one)).has_value());
    return areUnordered;
  }

  LaunchOrder order_;
  std::array<char, 3> queues_{};
  const void* const one_ = &queues_[0];
  const void* const two_ = &queues_[1];
  const void* const three_ = &queues_[2];
};

TEST_F(LaunchOrderTest, OfOneQueueInOrder) {
  const Launch first = inOrder(one_), second = inOrder(one_), third = inOrder(one_);
  EXPECT_FALSE(areUnordered(first, second));
  EXPECT_FALSE(areUnordered(first, third));
  EXPECT_EQ(leastOf(third), numberOf(third));
}

TEST_F(LaunchOrderTest, OfTwoQueuesInOrder) {
  const Launch first = inOrder(one_), second = inOrder(two_), third = inOrder(one_);
  EXPECT_TRUE(areUnordered(first, second));
  EXPECT_TRUE(areUnordered(second, third));
  EXPECT_FALSE(areUnordered(first, third));
  EXPECT_EQ(leastOf(third), numberOf(second));
}

TEST_F(LaunchOrderTest, OfOneQueueWithoutOrder) {
  const Launch first = unordered(one_), second = unordered(one_);
  EXPECT_TRUE(areUnordered(first, second));
  EXPECT_EQ(leastOf(first), numberOf(first));
  EXPECT_EQ(leastOf(second), numberOf(first));
  EXPECT_EQ(order_.unorderedKernel(numberOf(first), numberOf(second))->name, "kernel");
}

TEST_F(LaunchOrderTest, AnEventOrdersWhatWaitsForIt) {
  const Launch first = unordered(one_);
  const Launch second = unordered(one_, {first.added.ofEvent()}),
               third = unordered(one_, {first.added.ofEvent()});
  const Launch last = inOrder(two_, {second.added.ofEvent()});
  EXPECT_FALSE(areUnordered(first, second));
  EXPECT_TRUE(areUnordered(second, third));
  EXPECT_FALSE(areUnordered(first, last)) << "by way of the second";
  EXPECT_TRUE(areUnordered(third, last));
}

TEST_F(LaunchOrderTest, EventsOfOtherCommandsPassTheOrderOn) {
  const Launch first = inOrder(one_);
  const Launch second = inOrder(two_, {copy(one_)}), third = inOrder(two_);
  EXPECT_FALSE(areUnordered(first, second));
  EXPECT_FALSE(areUnordered(first, third));
}

TEST_F(LaunchOrderTest, ABarrierOrdersWhatIsBehindIt) {
  const Launch first = unordered(one_);
  marker(one_, /*isBarrier=*/true);
  const Launch second = unordered(one_), third = unordered(one_);
  EXPECT_FALSE(areUnordered(first, second));
  EXPECT_TRUE(areUnordered(second, third));
}

TEST_F(LaunchOrderTest, AMarkerOrdersWhatWaitsForIt) {
  const Launch first = unordered(one_);
  const Place end = marker(one_, /*isBarrier=*/false);
  const Launch second = unordered(one_), third = unordered(one_, {end});
  EXPECT_TRUE(areUnordered(first, second));
  EXPECT_FALSE(areUnordered(first, third));
}

TEST_F(LaunchOrderTest, TheHostMayKnowWhatHasEnded) {
  const Launch first = unordered(one_), second = unordered(one_);
  order_.noteEnd(first.added.place);
  const Launch third = unordered(two_);
  EXPECT_FALSE(areUnordered(first, third));
  EXPECT_TRUE(areUnordered(second, third));
  EXPECT_TRUE(areUnordered(first, second)) << "it ended behind both calls";
}

// The host may wait for the later launch, and complete the event of the application then.
TEST_F(LaunchOrderTest, OfWhatIsNotKnownThereIsAnOrder) {
  const Launch first = inOrder(one_, {LaunchOrder::kUnknown});
  const Launch behind = inOrder(one_), byEvent = inOrder(three_, {behind.added.ofEvent()});
  const Launch second = inOrder(two_);
  for (const Launch& launch : {first, behind, byEvent}) EXPECT_FALSE(areUnordered(launch, second));
  order_.noteFinish(one_, order_.next());
  const Launch later = inOrder(one_);
  EXPECT_TRUE(areUnordered(second, later));
}

TEST_F(LaunchOrderTest, BehindASemaphoreNothingIsKnown) {
  order_.noteUnknown(one_);
  const Launch first = inOrder(one_), second = inOrder(two_);
  EXPECT_FALSE(areUnordered(first, second));
}

TEST_F(LaunchOrderTest, LongAgoThereIsAnOrder) {
  const Launch first = unordered(one_);
  Launch last = first;
  for (int i = 0; i < 256; ++i) last = unordered(one_);
  EXPECT_TRUE(areUnordered(first, last));
  last = unordered(one_);
  EXPECT_FALSE(areUnordered(first, last));
  for (int i = 0; i < 2000; ++i) last = unordered(one_, {last.added.ofEvent()});
  EXPECT_FALSE(areUnordered(first, last));
}

// Another thread enqueues while clFinish waits.
TEST_F(LaunchOrderTest, AFinishedQueueKeepsItsOrder) {
  const Place end = order_.next();
  const Launch first = inOrder(one_);
  order_.noteFinish(one_, end);
  const Launch second = inOrder(one_);
  EXPECT_FALSE(areUnordered(first, second));
}

TEST_F(LaunchOrderTest, WhatIsUnknownBehindAFinishStaysSo) {
  const Place end = order_.next();
  inOrder(one_, {LaunchOrder::kUnknown});
  order_.noteFinish(one_, end);
  const Launch second = inOrder(one_), third = inOrder(two_);
  EXPECT_FALSE(areUnordered(second, third));
}

TEST_F(LaunchOrderTest, TheEventOfAnUnknownLaunchIsUnknownForEver) {
  const Launch first = inOrder(one_, {LaunchOrder::kUnknown});
  const Place event = first.added.ofEvent();
  for (int i = 0; i < 300; ++i) copy(two_);
  const Launch second = inOrder(three_, {event}), third = inOrder(two_);
  EXPECT_FALSE(areUnordered(second, third));
}

TEST_F(LaunchOrderTest, AMarkerOrdersItsQueueOnly) {
  const Launch other = inOrder(two_), first = unordered(one_);
  marker(one_, /*isBarrier=*/true);
  const Launch second = unordered(one_);
  EXPECT_FALSE(areUnordered(first, second));
  EXPECT_TRUE(areUnordered(other, second));
}

TEST_F(LaunchOrderTest, ALaterLaunchMayBeginFirst) {
  Launch first{order_.add({one_, false, false, false, {}}, LaunchOrder::Kernel{"first", nullptr})};
  const Launch second = unordered(one_);
  first.word = order_.begin(first.added.place);
  EXPECT_LT(numberOf(second), numberOf(first));
  EXPECT_EQ(leastOf(first), numberOf(second));
  EXPECT_TRUE(areUnordered(first, second));
}

TEST_F(LaunchOrderTest, ANewQueueAtTheAddressOfADeletedOne) {
  const Launch first = inOrder(one_);
  order_.forget(one_);
  const Launch second = inOrder(one_);
  EXPECT_TRUE(areUnordered(first, second));
}

TEST_F(LaunchOrderTest, OtherNumbersAreOfNoLaunch) {
  const Launch first = unordered(one_);
  EXPECT_FALSE(order_.unorderedKernel(0, numberOf(first)));
  order_.add({one_, false, false, false, {}});
  EXPECT_EQ(order_.unorderedKernel(0, numberOf(first)), std::nullopt) << "commands have no number";
}

}  // namespace
}  // namespace lanewise
