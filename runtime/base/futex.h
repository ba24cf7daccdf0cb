// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sleeping on a word, for locks and sleeping threads. Not std::atomic::wait: that yields a few
// times before it sleeps, and on a busy machine each yield gives up a whole time slice.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace lanewise {

/// Sleeps while `word` is `value`; may also return without cause.
inline void futexWait(std::atomic<uint32_t>& word, uint32_t value) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_PRIVATE, value, nullptr,
          nullptr, 0);
}

/// Waits in the same way, for at most `nanoseconds`.
inline void futexWait(std::atomic<uint32_t>& word, uint32_t value, uint64_t nanoseconds) {
  const timespec time{time_t(nanoseconds / 1'000'000'000), long(nanoseconds % 1'000'000'000)};
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_PRIVATE, value, &time, nullptr,
          0);
}

/// Wakes one thread that sleeps on `word`, of which only the address is used.
inline void futexWakeOne(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr,
          0);
}

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t));

}  // namespace lanewise
