// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of the limits that have begun, and the thread that looks at it. A signal is sent under
// the mutex that the end of a call needs, so that it does not reach a thread which has left.
#include "runtime/faults/kernel_time_limit.h"

#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"
#include "runtime/base/thread.h"

#include <unistd.h>

#include <algorithm>

namespace lanewise {

struct KernelTimeLimit::Part {
  pid_t thread;
  Part* next;
};

struct KernelTimeLimits {
  void begin(KernelTimeLimit& limit) EXCLUDES(mutex);
  void end(KernelTimeLimit& limit) EXCLUDES(mutex);
  [[noreturn]] void watch() EXCLUDES(mutex);
  static void stop(KernelTimeLimit& limit);

  Mutex mutex;
  Condition changed;
  KernelTimeLimit* first GUARDED_BY(mutex) = nullptr;
  bool threadRuns GUARDED_BY(mutex) = false;
};

namespace {

using Clock = std::chrono::steady_clock;

/// A thread may be in a callback of the kernel, or between two calls of it, which a signal does not
/// leave.
constexpr auto kRepeat = std::chrono::milliseconds(10);

constinit PerProcess<KernelTimeLimits> limits;
KernelTimeLimits& theLimits() {
  return limits.get([] { return KernelTimeLimits(); });
}

}  // namespace

void KernelTimeLimits::begin(KernelTimeLimit& limit) {
  Lock lock(mutex);
  if (!threadRuns) threadRuns = startThread("lanewise-limit", [this] { watch(); }).ok();
  if (!threadRuns) return;
  limit.next_ = first;
  first = &limit;
  limit.isWatched_ = true;
  changed.notify_one();
}

void KernelTimeLimits::end(KernelTimeLimit& limit) {
  Lock lock(mutex);
  KernelTimeLimit** link = &first;
  while (*link != &limit) link = &(*link)->next_;
  *link = limit.next_;
}

void KernelTimeLimits::stop(KernelTimeLimit& limit) {
  limit.passed_.store(true, std::memory_order_release);
  for (KernelTimeLimit::Part* part = limit.parts_; part; part = part->next)
    detail::interruptKernel(part->thread);
}

void KernelTimeLimits::watch() {
  Lock lock(mutex);
  for (;;) {
    while (!first) changed.wait(mutex);
    const auto now = Clock::now();
    auto next = now + std::chrono::hours(1);
    for (KernelTimeLimit* limit = first; limit; limit = limit->next_) {
      if (limit->end_ <= now) stop(*limit);
      next = std::min(next, std::max(limit->end_, now + kRepeat));
    }
    changed.wait_until(mutex, next);
  }
}

KernelTimeLimit::KernelTimeLimit(std::chrono::seconds limit) : end_(Clock::now() + limit) {
  if (detail::canInterruptKernels()) theLimits().begin(*this);
}

KernelTimeLimit::~KernelTimeLimit() {
  if (isWatched_) theLimits().end(*this);
}

bool KernelTimeLimit::run(KernelCall& call, abi::Entry entry, const abi::Launch& launch,
                          const abi::Worker& worker, uint64_t first, uint64_t end) {
  if (!isWatched_) return call.run(entry, launch, worker, first, end);
  call.limit_ = this;
  Part part{gettid(), nullptr};
  KernelTimeLimits& all = theLimits();
  {
    Lock lock(all.mutex);
    part.next = parts_;
    parts_ = &part;
  }
  bool done = false;
  if (hasPassed())
    call.fault_ = {};
  else
    done = call.run(entry, launch, worker, first, end);
  Lock lock(all.mutex);
  Part** link = &parts_;
  while (*link != &part) link = &(*link)->next;
  *link = part.next;
  return done;
}

}  // namespace lanewise
