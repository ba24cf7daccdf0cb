// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ConcurrentGroups: the work-groups of a launch that may wait for each other. Each runs on a thread
// of its own, all at the same time (cl_intel_concurrent_dispatch).
#pragma once

#include "runtime/base/status.h"

#include <cstdint>
#include <memory>

namespace lanewise {

class ConcurrentGroups {
 public:
  /// What runs a group. True if the group has ended, false if it failed.
  using RunGroup = bool (*)(void* user, uint64_t group);

  ConcurrentGroups();
  ~ConcurrentGroups();
  ConcurrentGroups(const ConcurrentGroups&) = delete;
  ConcurrentGroups& operator=(const ConcurrentGroups&) = delete;

  /// Returns when all have ended. Group 0 runs on this thread. CL_OUT_OF_RESOURCES: there are not
  /// as many threads, and no group has begun.
  Status run(uint64_t count, RunGroup runGroup, void* user);

  enum class Wait { Done, Failed, Missing, Late };
  /// A thread of a group waits for the others. Failed: one has failed. Missing: one has ended
  /// without. Late: it takes long, and the caller looks whether it may go on.
  Wait waitForOthers();

 private:
  struct State;
  /// Whether the groups run. False: a thread could not be started.
  static bool waitForStart(State& state);
  static void runOne(State& state, uint64_t group);
  const std::shared_ptr<State> state_;
};

}  // namespace lanewise
