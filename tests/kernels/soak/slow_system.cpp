// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions of functions of libc that take precedence over it in all libraries, because the
// program exports them. They make system calls themselves.
#include "soak/slow_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>

#define LW_VISIBLE __attribute__((visibility("default")))

namespace {

constinit std::atomic<int64_t> offsetSeconds{0};
constinit std::atomic<uint64_t> delayMicroseconds{0}, timesChanged{0}, writesDelayed{0};

int systemClock(clockid_t clock, timespec* now) {
  return static_cast<int>(syscall(SYS_clock_gettime, clock, now));
}

void delay() {
  const uint64_t microseconds = delayMicroseconds;
  if (microseconds == 0) return;
  ++writesDelayed;
  const timespec time{0, static_cast<long>(microseconds) * 1000};
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, nullptr);
}

void delayIfFile(int file) {
  struct stat facts;
  const int before = errno;
  if (delayMicroseconds != 0 && fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)) delay();
  errno = before;
}

}  // namespace

namespace soak {

void changeClock(int64_t seconds) { offsetSeconds = seconds; }
void slowDisk(uint64_t microseconds) { delayMicroseconds = microseconds; }
uint64_t changedTimes() { return timesChanged; }
uint64_t delayedWrites() { return writesDelayed; }

}  // namespace soak

extern "C" LW_VISIBLE int clock_gettime(clockid_t clock, timespec* now) noexcept {
  const int code = systemClock(clock, now);
  if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += offsetSeconds;
    ++timesChanged;
  }
  return code;
}

extern "C" LW_VISIBLE time_t time(time_t* result) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

extern "C" LW_VISIBLE ssize_t write(int file, const void* bytes, size_t count) {
  delayIfFile(file);
  return syscall(SYS_write, file, bytes, count);
}

extern "C" LW_VISIBLE int ftruncate(int file, off_t sizeBytes) noexcept {
  delayIfFile(file);
  return static_cast<int>(syscall(SYS_ftruncate, file, sizeBytes));
}

extern "C" LW_VISIBLE int renameat(int fromFolder, const char* from, int toFolder,
                                   const char* to) noexcept {
  delay();
  return static_cast<int>(syscall(SYS_renameat2, fromFolder, from, toFolder, to, 0));
}
