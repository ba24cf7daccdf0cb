// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A clock that is changed, and a slow disk, for all libraries of this process. What the application
// sees must not change.
#pragma once

#include <cstdint>

namespace soak {

/// From now on the time of day differs by so much from that of the system. Clocks that nobody can
/// set (CLOCK_MONOTONIC) do not change.
void changeClock(int64_t seconds);

/// Each write to a regular file, and each new name of a file, takes so much longer.
void slowDisk(uint64_t microseconds);

/// Calls so far that got a changed time, and that were delayed.
uint64_t changedTimes();
uint64_t delayedWrites();

}  // namespace soak
