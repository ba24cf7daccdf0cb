// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side of the callbacks of interface/host_calls.def, for launches and program
// initializers alike.
#pragma once

#include "interface/kernel_abi.h"
#include "interface/kernel_metadata.h"
#include "runtime/launch/printf.h"

#include <atomic>

namespace lanewise {

class ConcurrentGroups;
struct ParentLaunch;

/// What the callbacks of one run of a launch work on: `host` of its abi::Launch.
struct HostCallContext {
  const KernelMetadata* kernel = nullptr;
  PrintfOutput* printfOutput = nullptr;
  /// The message of the first failure. Work-groups on all threads may report one; read when all
  /// have ended.
  std::atomic<const char*> failure = nullptr;
  /// The launch, if the kernel may enqueue others.
  ParentLaunch* parent = nullptr;
  /// The work-groups, if they run concurrently.
  ConcurrentGroups* groups = nullptr;
  /// The number of a launch that comes before this one, whose accesses are no races: the last one
  /// that was asked for.
  std::atomic<uint64_t> lastOrdered = 0;
};

/// Fills in the callbacks. `launch.host` is filled in by each run.
void setHostCalls(abi::Launch& launch);

}  // namespace lanewise
