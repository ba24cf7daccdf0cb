// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads are started for each launch: helpers of loops may be busy with groups of another launch
// that wait, too. They have the affinity of the thread that starts them.
#include "runtime/launch/concurrent_groups.h"

#include "runtime/base/thread.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace lanewise {

// Shared with the threads, which leave it after the launch has ended.
struct ConcurrentGroups::State {
  std::mutex mutex;
  std::condition_variable changed;
  // Guarded by the mutex.
  enum { Starting, Running, Cancelled } phase = Starting;
  uint64_t count = 0, waiting = 0, ended = 0, round = 0;
  bool failed = false, missing = false;
  RunGroup runGroup = nullptr;
  void* user = nullptr;
};

ConcurrentGroups::ConcurrentGroups() : state_(std::make_shared<State>()) {}
ConcurrentGroups::~ConcurrentGroups() = default;

void ConcurrentGroups::runOne(State& state, uint64_t group) {
  const bool good = state.runGroup(state.user, group);
  const std::lock_guard lock(state.mutex);
  ++state.ended;
  state.failed |= !good;
  // A group that waits would wait forever.
  state.missing |= state.waiting != 0;
  state.changed.notify_all();
}

Status ConcurrentGroups::run(uint64_t count, RunGroup runGroup, void* user) {
  State& state = *state_;
  state.count = count;
  state.runGroup = runGroup;
  state.user = user;
  Status started;
  for (uint64_t group = 1; group < count && started.ok(); ++group)
    started = startThread("lanewise-group", [shared = state_, group] {
      {
        std::unique_lock lock(shared->mutex);
        shared->changed.wait(lock, [&] { return shared->phase != State::Starting; });
        if (shared->phase == State::Cancelled) return;
      }
      runOne(*shared, group);
    });
  {
    const std::lock_guard lock(state.mutex);
    state.phase = started.ok() ? State::Running : State::Cancelled;
  }
  state.changed.notify_all();
  if (!started.ok())
    return {CL_OUT_OF_RESOURCES,
            "no thread for each of " + std::to_string(count) + " concurrent work-groups"};
  runOne(state, 0);
  std::unique_lock lock(state.mutex);
  state.changed.wait(lock, [&] { return state.ended == count; });
  return {};
}

ConcurrentGroups::Wait ConcurrentGroups::waitForOthers() {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  state.missing |= state.ended != 0;
  if (state.failed || state.missing) {
    state.changed.notify_all();
    return state.failed ? Wait::Failed : Wait::Missing;
  }
  const uint64_t round = state.round;
  if (++state.waiting == state.count) {
    state.waiting = 0;
    ++state.round;
    state.changed.notify_all();
    return Wait::Done;
  }
  constexpr std::chrono::milliseconds kLook(20);
  const bool changed = state.changed.wait_for(
      lock, kLook, [&] { return state.round != round || state.failed || state.missing; });
  if (state.round != round) return Wait::Done;
  --state.waiting;
  if (!changed) return Wait::Late;
  return state.failed ? Wait::Failed : Wait::Missing;
}

}  // namespace lanewise
