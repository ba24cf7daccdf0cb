// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of us in a forked child: it has one thread, and whatever another thread of the
// parent held or was doing stays that way for ever. Process-wide state registers a ForkReset, which
// makes it fresh in the child before fork() returns there; objects of the application remember the
// generation they were made in and answer with an error in a later one.
#pragma once

#include <cstdint>

namespace lanewise {

/// More in each child that is forked after the first watchForks() or resetInForkedChild().
uint32_t forkGeneration();
void watchForks();

/// Must live for ever (a namespace-scope object with a constant initializer).
struct ForkReset {
  /// Runs in the child, which has one thread. May not allocate or lock anything of ours.
  void (*inChild)();
  ForkReset* next = nullptr;
};

/// Of the slabs that API objects live in (object.cpp); in the list from the start.
extern ForkReset objectSlabsReset;

/// Adds `reset` to the list; from then on forks are seen. Any thread, once for each reset.
void resetInForkedChild(ForkReset& reset);

}  // namespace lanewise
