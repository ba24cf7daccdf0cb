// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the helpers of loops come from. A process decides once, so each test has one of its own.
#include "runtime/workers/onetbb.h"

#include "runtime/base/fork.h"
#include "runtime/workers/workers.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

namespace lanewise {
namespace {

namespace fs = std::filesystem;

constexpr int kGood = 7;
constexpr auto kLongest = std::chrono::seconds(60);

void limitTo(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = std::min(value, limit.rlim_max);
  setrlimit(resource, &limit);
}

/// The limits of whoever runs this test may be low.
bool autoTakesOneTbb() {
  limitTo(RLIMIT_NPROC, RLIM_INFINITY);
  decideOnOneTbb(HelperChoice::Auto, 2);
  return oneTbb() != nullptr;
}

/// Runs loops until a helper with a name that `wanted` accepts has run a part of one.
bool runsLoops(Workers& workers, const std::function<bool(const std::string& name)>& wanted) {
  const auto end = std::chrono::steady_clock::now() + kLongest;
  struct State {
    std::atomic<bool> found = false;
    const pthread_t owner = pthread_self();
    const std::function<bool(const std::string&)>& wanted;
    std::chrono::steady_clock::time_point end;
  } state{.wanted = wanted, .end = end};
  while (!state.found && std::chrono::steady_clock::now() < end) {
    workers.forEachRange(
        64, 1,
        [](void* user, uint64_t, uint64_t) {
          auto& s = *static_cast<State*>(user);
          char name[16] = "";
          pthread_getname_np(pthread_self(), name, sizeof name);
          if (!pthread_equal(pthread_self(), s.owner) && s.wanted(name)) s.found = true;
          std::this_thread::yield();
        },
        &state);
  }
  return state.found;
}

bool isOwn(const std::string& name) { return name == "lanewise-worker"; }
bool isOther(const std::string& name) { return !isOwn(name); }

class OneTbbTest : public ::testing::Test {
 protected:
  OneTbbTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

#define EXPECT_GOOD(...) \
  EXPECT_EXIT(_exit((__VA_ARGS__) ? kGood : 1), testing::ExitedWithCode(kGood), "")

TEST_F(OneTbbTest, HelpsIfItIsAskedFor) {
  EXPECT_GOOD([] {
    decideOnOneTbb(HelperChoice::OneTbb, 2);
    Workers workers(2, nullptr, {}, Workers::Helpers::OneTbb);
    return oneTbb() && runsLoops(workers, isOther);
  }());
}

TEST_F(OneTbbTest, HelpsASubDeviceOnItsProcessorsOnly) {
  EXPECT_GOOD([] {
    decideOnOneTbb(HelperChoice::OneTbb, 2);
    const Processor last = probeProcessors().back();
    Workers workers(2, std::make_shared<const ProcessorSet>(std::span(&last, 1)), {},
                    Workers::Helpers::BoundOneTbb);
    std::atomic<bool> elsewhere = false;
    const auto helps = [&](const std::string& name) {
      if (sched_getcpu() != last.number) elsewhere = true;
      return isOther(name);
    };
    return oneTbb() && runsLoops(workers, helps) && !elsewhere;
  }());
}

TEST_F(OneTbbTest, IsNotLoadedIfOwnThreadsAreAskedFor) {
  EXPECT_GOOD([] {
    decideOnOneTbb(HelperChoice::Own, 2);
    Workers workers(2, nullptr, {}, Workers::Helpers::OneTbb);
    std::ifstream maps("/proc/self/maps");
    const std::string all{std::istreambuf_iterator<char>(maps), {}};
    return !oneTbb() && all.find("libtbb.so") == all.npos && runsLoops(workers, isOwn);
  }());
}

TEST_F(OneTbbTest, HelpsByDefault) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) GTEST_SKIP() << "one processor";
  EXPECT_GOOD([] {
    if (!autoTakesOneTbb()) return true;  // in a control group with few threads
    Workers workers(2, nullptr, {}, Workers::Helpers::OneTbb);
    return runsLoops(workers, isOther);
  }());
}

TEST_F(OneTbbTest, IsNotTakenIfALimitLeavesFewThreads) {
  for (const auto& [resource, value] :
       {std::pair{RLIMIT_NPROC, rlim_t{100}}, std::pair{RLIMIT_AS, rlim_t{1} << 30}})
    EXPECT_GOOD([&] {
      limitTo(resource, value);
      decideOnOneTbb(HelperChoice::Auto, 2);
      Workers workers(2, nullptr, {}, Workers::Helpers::OneTbb);
      return !oneTbb();
    }());
}

// oneTBB would end the process when it starts its next thread.
TEST_F(OneTbbTest, HelpsNoMoreAfterALimitWasLowered) {
  EXPECT_GOOD([] {
    if (!autoTakesOneTbb()) return true;
    Workers workers(2, nullptr, {}, Workers::Helpers::OneTbb);
    limitTo(RLIMIT_AS, rlim_t{1} << 30);
    const auto end = std::chrono::steady_clock::now() + kLongest;
    while (oneTbbWithinLimits() && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    return !oneTbb() && runsLoops(workers, isOwn);
  }());
}

TEST_F(OneTbbTest, IsNotTakenForMoreThreadsThanItHas) {
  EXPECT_GOOD([] {
    limitTo(RLIMIT_NPROC, RLIM_INFINITY);
    decideOnOneTbb(HelperChoice::Auto, 4000);
    return !oneTbb();
  }());
}

// The application's own limit holds: no thread beyond it.
TEST_F(OneTbbTest, HasNoMoreThreadsThanItHadBefore) {
  EXPECT_GOOD([] {
    decideOnOneTbb(HelperChoice::OneTbb, 64);
    const uint32_t before = oneTbb()->parallelism();
    Workers workers(64, nullptr, {}, Workers::Helpers::OneTbb);
    std::atomic<uint32_t> running = 0;
    for (int loop = 0; loop < 100; ++loop)
      workers.forEachRange(
          1000, 1,
          [](void* user, uint64_t, uint64_t) { ++*static_cast<std::atomic<uint32_t>*>(user); },
          &running);
    size_t threads = 0;
    for ([[maybe_unused]] const auto& each : fs::directory_iterator("/proc/self/task")) ++threads;
    return oneTbb()->parallelism() == before && running == 100'000 && threads <= before;
  }());
}

TEST_F(OneTbbTest, IsNotTakenInAForkedChild) {
  EXPECT_GOOD([] {
    const pid_t child = fork();
    if (child == 0) {
      decideOnOneTbb(HelperChoice::Auto, 2);
      _exit(isForkedChild() && !oneTbb() ? kGood : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return !isForkedChild() && WIFEXITED(status) && WEXITSTATUS(status) == kGood;
  }());
}

TEST_F(OneTbbTest, IsNotTakenInAChildOfAProcessThatUsesIt) {
  EXPECT_GOOD([] {
    decideOnOneTbb(HelperChoice::OneTbb, 2);
    if (!oneTbb()) return false;
    const pid_t child = fork();
    if (child == 0) {
      decideOnOneTbb(HelperChoice::OneTbb, 2);
      _exit(!oneTbb() ? kGood : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == kGood && oneTbb();
  }());
}

}  // namespace
}  // namespace lanewise
