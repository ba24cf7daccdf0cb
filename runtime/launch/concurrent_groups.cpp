// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads are started for each launch: helpers of loops may be busy with groups of another launch
// that wait, too. They have the affinity of the thread that starts them.
#include "runtime/launch/concurrent_groups.h"

#include "runtime/base/mutex.h"
#include "runtime/base/thread.h"

#include <chrono>

namespace lanewise {

// Shared with the threads, which leave it after the launch has ended.
struct ConcurrentGroups::State {
  enum class Phase { Starting, Running, Cancelled };

  Mutex mutex;
  Condition changed;
  Phase phase GUARDED_BY(mutex) = Phase::Starting;
  uint64_t waiting GUARDED_BY(mutex) = 0, ended GUARDED_BY(mutex) = 0, round GUARDED_BY(mutex) = 0;
  bool failed GUARDED_BY(mutex) = false, missing GUARDED_BY(mutex) = false;
  // Set before threads are started.
  uint64_t count = 0;
  RunGroup runGroup = nullptr;
  void* user = nullptr;
};

ConcurrentGroups::ConcurrentGroups() : state_(std::make_shared<State>()) {}
ConcurrentGroups::~ConcurrentGroups() = default;

bool ConcurrentGroups::waitForStart(State& state) {
  Lock lock(state.mutex);
  while (state.phase == State::Phase::Starting) state.changed.wait(state.mutex);
  return state.phase == State::Phase::Running;
}

void ConcurrentGroups::runOne(State& state, uint64_t group) {
  const bool good = state.runGroup(state.user, group);
  Lock lock(state.mutex);
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
      if (waitForStart(*shared)) runOne(*shared, group);
    });
  {
    Lock lock(state.mutex);
    state.phase = started.ok() ? State::Phase::Running : State::Phase::Cancelled;
  }
  state.changed.notify_all();
  if (!started.ok())
    return {CL_OUT_OF_RESOURCES,
            "no thread for each of " + std::to_string(count) + " concurrent work-groups"};
  runOne(state, 0);
  Lock lock(state.mutex);
  while (state.ended != count) state.changed.wait(state.mutex);
  return {};
}

ConcurrentGroups::Wait ConcurrentGroups::waitForOthers() {
  State& state = *state_;
  Lock lock(state.mutex);
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
  const auto end = std::chrono::steady_clock::now() + kLook;
  while (state.round == round && !state.failed && !state.missing)
    if (state.changed.wait_until(state.mutex, end) == std::cv_status::timeout) break;
  if (state.round != round) return Wait::Done;
  --state.waiting;
  if (state.failed) return Wait::Failed;
  return state.missing ? Wait::Missing : Wait::Late;
}

}  // namespace lanewise
