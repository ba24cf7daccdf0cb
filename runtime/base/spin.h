// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looking for something for a bounded time before sleeping on it.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise {

/// Tells the core that this is a wait in a loop.
inline void spinPause() {
#if __has_builtin(__builtin_ia32_pause)
  __builtin_ia32_pause();
#endif
}

/// Asks `condition` again and again; true when it holds, false after about `nanoseconds`.
template <class Condition>
bool spinUntil(Condition condition, uint64_t nanoseconds) {
  if (condition()) return true;
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::nanoseconds(nanoseconds);
  do {
    for (int i = 0; i < 16; ++i) {
      if (condition()) return true;
      spinPause();
    }
  } while (Clock::now() < end);
  return condition();
}

}  // namespace lanewise
