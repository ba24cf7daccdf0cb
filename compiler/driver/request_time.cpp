// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A timer of the CPU time of all threads, and one of wall time. The number of kernels is known only
// when a part of the request is done, so the first timer is set again where more is allowed.
#include "compiler/driver/request_time.h"

#include "interface/compiler.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace lanewise {
namespace {

constinit RequestTimeSettings current = {};
constinit int64_t cpuBegin = 0, wallBegin = 0, nextReport = 0;

int64_t secondsOf(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec;
}

void setCpuTimer(int64_t seconds) {
  const itimerval timer{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

[[noreturn]] void end() {
  current.report(kCompilerTimeLimit);
  _exit(128 + SIGALRM);
}

void onCpuTime(int) {
  const int64_t allowed = int64_t(current.secondsPerKernel) * int64_t(current.kernelCount());
  const int64_t used = secondsOf(CLOCK_PROCESS_CPUTIME_ID) - cpuBegin;
  if (used >= allowed) end();
  setCpuTimer(allowed - used);
}

int64_t wallLimit() { return int64_t(current.wallSeconds) * int64_t(current.kernelCount()); }

void setAlarm(int64_t passed) {
  alarm(unsigned(std::clamp<int64_t>(std::min(nextReport, wallLimit()) - passed, 1, 1 << 30)));
}

void onWallTime(int) {
  const int64_t passed = secondsOf(CLOCK_MONOTONIC) - wallBegin;
  if (passed >= wallLimit()) end();
  if (passed >= nextReport) {
    char text[96];
    char* at = std::copy_n(kCompilerStillRuns, std::strlen(kCompilerStillRuns), text);
    at = std::to_chars(at, std::end(text), passed).ptr;
    std::memcpy(at, " s", 3);
    current.report(text);
    while (nextReport <= passed) nextReport *= 2;
  }
  setAlarm(passed);
}

}  // namespace

RequestTime::RequestTime(const RequestTimeSettings& settings) {
  current = settings;
  cpuBegin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
  wallBegin = secondsOf(CLOCK_MONOTONIC);
  nextReport = settings.firstReportSeconds;
  struct sigaction action = {};
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  // Neither interrupts the other: both use the same values.
  sigaddset(&action.sa_mask, SIGPROF);
  sigaddset(&action.sa_mask, SIGALRM);
  action.sa_handler = onCpuTime;
  sigaction(SIGPROF, &action, nullptr);
  action.sa_handler = onWallTime;
  sigaction(SIGALRM, &action, nullptr);
  setCpuTimer(settings.secondsPerKernel);
  setAlarm(0);
}

RequestTime::~RequestTime() {
  setCpuTimer(0);
  alarm(0);
}

}  // namespace lanewise
