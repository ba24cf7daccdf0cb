// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code for launches of one kind: when it is compiled, for what, and which launches get it. The
// compiler is a function of the test.
#include "runtime/launch/launch_kinds.h"

#include "images/layout.h"
#include "launch_fixture.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

constexpr double kLong = 1e9;  // nanoseconds

/// About 53 ms, or 2 seconds.
CompileCost usualCost() { return CompileCost({.codeBytes = 4000}); }
CompileCost greatCost() { return CompileCost({.codeBytes = 160'000}); }

KernelMetadata observing() {
  KernelMetadata metadata;
  metadata.name = "fake";
  metadata.lanes = 8;
  return metadata;
}

KernelMetadata withImage() {
  KernelMetadata metadata = observing();
  metadata.observesGroups = false;
  KernelArgument argument;
  argument.kind = ArgumentKind::Image;
  argument.offsetBytes = 8;
  argument.sizeBytes = 8;
  metadata.arguments = {KernelArgument(), argument};
  metadata.argumentBytes = 16;
  return metadata;
}

NdRange ofGroups(uint64_t x) { return {.globalSize = {4 * x, 1, 1}, .localSize = {x, 1, 1}}; }

/// The argument block of withImage().
struct Arguments {
  explicit Arguments(const images::ImageDescriptor* image = nullptr) {
    std::vector<std::byte> block(ArgumentSnapshot::kPaddedBytes);
    std::memcpy(block.data() + 8, &image, sizeof image);
    snapshot.copyBlock(block);
  }
  ArgumentSnapshot snapshot;
};

/// Kinds of a kernel, and what was compiled for them.
struct Compiled {
  explicit Compiled(const KernelMetadata& metadata, bool fails = false)
      : kinds(LaunchKinds::of(metadata, usualCost(),
                              {[this, fails](const KernelMetadata&, const LaunchKind& kind) {
                                 {
                                   const std::lock_guard guard(mutex);  // several threads compile
                                   requests.push_back(kind);
                                 }
                                 ++count;
                                 return fails ? nullptr : std::make_shared<const CompiledKernel>();
                               },
                               nullptr})) {}
  /// The code for a launch, which then takes so long.
  std::shared_ptr<const CompiledKernel> find(const NdRange& range, double nanoseconds,
                                             const Arguments& arguments = Arguments()) {
    LaunchKinds::Entry* kind = kinds->find(arguments.snapshot, range);
    if (!kind) return nullptr;
    auto code = kinds->codeFor(*kind);
    if (!code) LaunchKinds::addLaunch(*kind, nanoseconds);
    return code;
  }
  /// The code for a launch that runs, and has so much left.
  std::shared_ptr<const CompiledKernel> findWithin(const NdRange& range, double nanosecondsLeft) {
    return kinds->codeFor(*kinds->find(Arguments().snapshot, range), {nanosecondsLeft, 2});
  }
  /// The code for a launch, after the build in the background.
  std::shared_ptr<const CompiledKernel> wait(const NdRange& range,
                                             const Arguments& arguments = Arguments()) {
    for (int i = 0; i < 10'000; ++i) {
      if (auto code = find(range, 0, arguments)) return code;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return nullptr;
  }

  std::mutex mutex;
  std::vector<LaunchKind> requests;  // read after `count`
  std::atomic<int> count = 0;
  std::shared_ptr<LaunchKinds> kinds;
};

TEST(LaunchKinds, CodeIsCompiledOnceLaunchesHaveTakenLong) {
  Compiled compiled(observing());
  EXPECT_EQ(compiled.find(ofGroups(64), 1e6), nullptr);
  EXPECT_EQ(compiled.find(ofGroups(64), 1e6), nullptr);
  EXPECT_EQ(compiled.count, 0);
  compiled.find(ofGroups(64), kLong);
  const auto code = compiled.wait(ofGroups(64));
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(compiled.find(ofGroups(64), kLong), code);
  ASSERT_EQ(compiled.count, 1);
  EXPECT_EQ(compiled.requests[0].kernel, "fake");
  EXPECT_EQ(compiled.requests[0].lanes, 8u);
  EXPECT_EQ(compiled.requests[0].localSize[0], 64u);
}

// A launch of 25 ms shared its processors with a compiler that ended after it, and took twice as
// long.
TEST(LaunchKinds, ALaunchThatEndsBeforeTheCompilerRequestsNoCode) {
  Compiled compiled(observing());
  for (int chunk = 0; chunk < 100; ++chunk) compiled.findWithin(ofGroups(64), 50e6);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(compiled.count, 0);
  compiled.findWithin(ofGroups(64), kLong);
  EXPECT_NE(compiled.wait(ofGroups(64)), nullptr);
  EXPECT_EQ(compiled.count, 1);
}

TEST(LaunchKinds, EachSizeHasItsCode) {
  Compiled compiled(observing());
  compiled.find(ofGroups(64), kLong);
  const auto first = compiled.wait(ofGroups(64));
  EXPECT_EQ(compiled.find(ofGroups(32), 0), nullptr);
  compiled.find(ofGroups(32), kLong);
  const auto second = compiled.wait(ofGroups(32));
  ASSERT_NE(second, nullptr);
  EXPECT_NE(first, second);
}

TEST(LaunchKinds, WhatCannotBeCompiledIsTriedOnce) {
  Compiled compiled(observing(), true);
  compiled.find(ofGroups(64), kLong);
  compiled.find(ofGroups(64), kLong);
  for (int i = 0; i < 10'000 && compiled.count == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(compiled.find(ofGroups(64), kLong), nullptr);
  EXPECT_EQ(compiled.count, 1);
}

TEST(LaunchKinds, AKernelOfEverNewSizesGetsFewVersions) {
  Compiled compiled(observing());
  for (uint64_t size = 1; size <= 100; ++size) compiled.find(ofGroups(size), kLong);
  for (uint64_t size = 1; size <= 16; ++size)
    EXPECT_NE(compiled.wait(ofGroups(size)), nullptr) << size;
  EXPECT_EQ(compiled.find(ofGroups(17), kLong), nullptr);
  EXPECT_EQ(compiled.count, 16);
}

// Sixteen short launches were enough for no further kind to get code.
TEST(LaunchKinds, ShortLaunchesOfOtherKindsDoNotCount) {
  Compiled compiled(observing());
  for (uint64_t size = 1; size <= 100; ++size) compiled.find(ofGroups(size), 1);
  compiled.find(ofGroups(101), kLong);
  EXPECT_NE(compiled.wait(ofGroups(101)), nullptr);
}

TEST(LaunchKinds, ImagesOfOneFormatShareCodeWhateverTheGroups) {
  Compiled compiled(withImage());
  images::ImageDescriptor image = {}, other = {};
  image.format.channels = 4, other.format.channels = 4;
  image.level[0].extent[0] = 10;
  compiled.find(ofGroups(64), kLong, Arguments(&image));
  const auto code = compiled.wait(ofGroups(64), Arguments(&image));
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(compiled.find(ofGroups(32), 0, Arguments(&other)), code);
  ASSERT_EQ(compiled.requests[0].objects.size(), 2u);
  EXPECT_EQ(compiled.requests[0].objects[0].argument, 1u);
  EXPECT_EQ(compiled.requests[0].objects[0].bytes[2], 4);
  EXPECT_EQ(compiled.requests[0].localSize[0], 0u);
  other.format.channels = 2;
  EXPECT_EQ(compiled.find(ofGroups(64), 0, Arguments(&other)), nullptr);
  other = image;
  other.level[0].isSmall = 1;
  EXPECT_EQ(compiled.find(ofGroups(64), 0, Arguments(&other)), nullptr);
}

TEST(LaunchKinds, ANullImageHasNoKind) {
  Compiled compiled(withImage());
  EXPECT_EQ(compiled.find(ofGroups(64), kLong), nullptr);
  EXPECT_EQ(compiled.find(ofGroups(64), kLong), nullptr);
  EXPECT_EQ(compiled.count, 0);
}

// Its first code was built quickly, and does not observe its groups.
TEST(LaunchKinds, CodeOfOneOfManyKernelsHasAnyNumberOfLanes) {
  KernelMetadata metadata = observing();
  metadata.observesGroups = false;
  metadata.tier = Tier::Quick;
  metadata.hasFreeLanes = true;
  Compiled compiled(metadata);
  ASSERT_NE(compiled.kinds, nullptr);
  compiled.find(ofGroups(64), kLong);
  const auto code = compiled.wait(ofGroups(64));
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(compiled.find(ofGroups(3), 0), code);
  ASSERT_EQ(compiled.count, 1);
  EXPECT_EQ(compiled.requests[0].lanes, 0u);
  EXPECT_EQ(compiled.requests[0].localSize[0], 0u);
}

TEST(LaunchKinds, KernelsWithoutThem) {
  const LaunchKinds::Maker compile = {
      [](const KernelMetadata&, const LaunchKind&) { return nullptr; }, nullptr};
  KernelMetadata metadata = observing();
  EXPECT_NE(LaunchKinds::of(metadata, usualCost(), compile), nullptr);
  metadata.usesHostCalls = true;  // printf
  EXPECT_EQ(LaunchKinds::of(metadata, usualCost(), compile), nullptr);
  metadata = observing();
  metadata.observesGroups = false;
  EXPECT_EQ(LaunchKinds::of(metadata, usualCost(), compile), nullptr);
}

class LaunchesOfAKind : public LaunchFixture {
 protected:
  static inline std::atomic<int> general, special;
  static inline std::atomic<bool> waits;  // for the code of the kind

  /// A kernel of unknown cost whose code for a kind has `later`.
  std::unique_ptr<FakeKernel> makeFake(const KernelMetadata& later = {},
                                       const CompileCost& cost = CompileCost({})) {
    general = special = 0;
    waits = false;
    auto fake = makeKernel([](const abi::Launch*, const abi::Worker*, uint64_t first, uint64_t end,
                              uint64_t, uint64_t) {
      general += static_cast<int>(end - first);
      if (waits) std::this_thread::sleep_for(std::chrono::microseconds(100));
    });
    fake->compiled.kinds = LaunchKinds::of(
        fake->compiled.metadata, cost,
        {[later](const KernelMetadata&, const LaunchKind&) {
           // Then the launch is shared by threads when it gets the code.
           if (waits) std::this_thread::sleep_for(std::chrono::milliseconds(20));
           auto code = std::make_shared<CompiledKernel>(CompiledKernel{later});
           code->entry = [](const abi::Launch*, const abi::Worker*, uint64_t first, uint64_t end,
                            uint64_t, uint64_t) { special += static_cast<int>(end - first); };
           return code;
         },
         nullptr});
    return fake;
  }
};

// Work-groups have the full size, ids are below 2^31.
TEST_F(LaunchesOfAKind, AreThoseThatTheCodeServes) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeFake();
  fake->compiled.cost.add(1e9, 1);
  const NdRange whole{.globalSize = {16, 1, 1}, .localSize = {8, 1, 1}};
  for (int i = 0; i < 10'000 && special == 0; ++i) {
    ASSERT_TRUE(launch(queue, *fake, whole, true).ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto goesTo = [&](const NdRange& range) {
    special = general = 0;
    EXPECT_TRUE(launch(queue, *fake, range, true).ok());
    EXPECT_NE(special == 0, general == 0);
    return special != 0;
  };
  EXPECT_TRUE(goesTo(whole));
  EXPECT_FALSE(goesTo({.globalSize = {17, 1, 1}, .localSize = {8, 1, 1}}));
  NdRange far = whole;
  far.globalOffset[0] = (uint64_t{1} << 31) - 15;
  EXPECT_FALSE(goesTo(far));
  far.globalOffset[0] -= 1;
  EXPECT_TRUE(goesTo(far));
}

TEST_F(LaunchesOfAKind, GetTheCodeWhileTheyRun) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeFake();
  waits = true;
  constexpr int kGroups = 20'000;  // 2 s
  ASSERT_TRUE(
      launch(queue, *fake, {.globalSize = {kGroups, 1, 1}, .localSize = {1, 1, 1}}, true).ok());
  EXPECT_GT(general, 0);
  EXPECT_GT(special, 0);
  EXPECT_EQ(general + special, kGroups);
}

// Launches of 20 ms do not repay a compiler that takes 2 s, even if a loaded machine takes ten
// times as long. Launches of 0.2 s do in the end.
TEST_F(LaunchesOfAKind, GetNoCodeBeforeTheyRepayIt) {
  Queue& queue = makeQueue(kInOrder);
  auto fake = makeFake({}, greatCost());
  waits = true;
  NdRange range{.globalSize = {100, 1, 1}, .localSize = {1, 1, 1}};
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(launch(queue, *fake, range, true).ok());
  EXPECT_EQ(special, 0);
  range.globalSize[0] = 1000;
  for (int i = 0; i < 10'000 && special == 0; ++i)
    ASSERT_TRUE(launch(queue, *fake, range, true).ok());
  EXPECT_GT(special, 0);
}

TEST_F(LaunchesOfAKind, KeepTheirCodeIfTheOtherNeedsMoreMemory) {
  Queue& queue = makeQueue(kInOrder);
  KernelMetadata later;
  later.spillFixedBytes = 64;
  auto fake = makeFake(later);
  waits = true;
  const NdRange range{.globalSize = {2000, 1, 1}, .localSize = {1, 1, 1}};
  ASSERT_TRUE(launch(queue, *fake, range, true).ok());
  EXPECT_EQ(special, 0);
  // The next one gets the memory.
  for (int i = 0; i < 10'000 && special == 0; ++i) {
    ASSERT_TRUE(launch(queue, *fake, range, true).ok());
    waits = false;
  }
  EXPECT_EQ(special, 2000);
}

TEST_F(LaunchesOfAKind, GetTheCodeThatWasMadeSinceTheyWereRecorded) {
  auto fake = makeFake();
  const NdRange range{.globalSize = {16, 1, 1}, .localSize = {8, 1, 1}};
  auto recorded = fake->kernel->makeLaunch(device_, range, CL_COMMAND_NDRANGE_KERNEL);
  ASSERT_TRUE(recorded);
  EXPECT_EQ((*recorded)->run().code, CL_COMPLETE);
  EXPECT_EQ(special, 0);
  fake->compiled.cost.add(1e9, 1);
  for (int i = 0; i < 10'000 && special == 0; ++i) {
    EXPECT_EQ((*recorded)->run().code, CL_COMPLETE);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  special = 0;
  EXPECT_EQ((*recorded)->run().code, CL_COMPLETE);
  EXPECT_EQ(special, 2);
}

}  // namespace
}  // namespace lanewise
