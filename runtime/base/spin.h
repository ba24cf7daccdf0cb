// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Polling a condition for a bounded time before sleeping.
#pragma once

#include <chrono>
#include <cstdint>

namespace lanewise {

/// Tells the processor that this is a spin loop.
inline void spinPause() {
#if __has_builtin(__builtin_ia32_pause)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");  // yield is no pause on most processors
#endif
}

/// Evaluates `condition` repeatedly; true once it holds, false after about `nanoseconds`.
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
