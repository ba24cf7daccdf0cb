// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distribution of loops between their owner and helper threads.
#include "runtime/workers/worker_loops.h"

#include "runtime/base/fork.h"
#include "runtime/base/spin.h"
#include "runtime/workers/fp_environment.h"

#include <algorithm>
#include <utility>

namespace lanewise {
namespace {

// How long a helper looks for the next loop, and an owner waits for the last chunks, before it
// sleeps: about the cost of a wake-up.
constexpr uint64_t kHelperSpinNanoseconds = 50'000;
constexpr uint64_t kOwnerSpinNanoseconds = 20'000;

}  // namespace

void Workers::Loop::takeChunks() {
  const KernelFpEnvironment environment;
  for (;;) {
    const uint64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
    if (begin >= count) return;
    // It is exhausted for the others, too.
    if (stops && stops->load(std::memory_order_relaxed))
      return next.store(count, std::memory_order_relaxed);
    body(user, begin, std::min(count, begin + grain));
  }
}

Workers::Loops::Loops() : generation(forkGeneration()) {}

void Workers::Loops::drop() {
  if (uses.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

// The helpers of a parent do not exist in a forked child, and the mutex may stay locked.
Workers::Loops& Workers::loops() const {
  Loops* made = loops_.load(std::memory_order_acquire);
  if (made->generation == forkGeneration()) [[likely]]
    return *made;
  auto* fresh = new Loops;
  if (loops_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel)) return *fresh;
  fresh->drop();
  return *made;
}

bool Workers::someAwake() const { return loops().idle.load(std::memory_order_relaxed) != 0; }

void Workers::forEachRange(uint64_t count, uint64_t grain, Body body, void* user,
                           const std::atomic<bool>* stops) {
  Loop loop{body, user, count, std::max<uint64_t>(grain, 1), stops};
  const bool shared = threads_ > 1 && count > loop.grain;
  if (!shared) return loop.takeChunks();
  Loops& all = loops();
  all.publish(*this, loop);
  loop.takeChunks();
  all.retire(loop);
}

void Workers::Loops::publish(Workers& workers, Loop& loop) {
  const uint64_t chunks = (loop.count - 1) / loop.grain + 1;
  const auto wanted = static_cast<uint32_t>(std::min<uint64_t>(chunks - 1, workers.threads() - 1));
  uint32_t missing = 0;
  {
    Lock lock(mutex);
    loop.following = std::exchange(first, &loop);
    ++loopCount;
    published.fetch_add(1, std::memory_order_release);
    const uint32_t looking = idle.load(std::memory_order_relaxed);
    const uint32_t allowed = workers.threads() > loopCount ? workers.threads() - loopCount : 0;
    if (wanted > looking && allowed > helperCount)
      missing = std::min(wanted - looking, allowed - helperCount);
    helperCount += missing;
    uses.fetch_add(missing, std::memory_order_relaxed);
  }
  for (; missing > 0; --missing) workers.callHelper(*this);
}

void Workers::Loops::retire(Loop& loop) {
  {
    Lock lock(mutex);
    Loop** link = &first;
    while (*link != &loop) link = &(*link)->following;
    *link = loop.following;
    --loopCount;
  }
  const auto noHelpers = [&] { return loop.helpers.load(std::memory_order_acquire) == 0; };
  if (spinUntil(noHelpers, kOwnerSpinNanoseconds)) return;
  Lock lock(mutex);
  while (!noHelpers()) helperLeft.wait(mutex);
}

Workers::Loop* Workers::Loops::joinLocked() {
  for (Loop* loop = first; loop; loop = loop->following) {
    if (loop->exhausted()) continue;
    loop->helpers.fetch_add(1, std::memory_order_relaxed);
    return loop;
  }
  return nullptr;
}

Workers::Loop* Workers::Loops::join() {
  Lock lock(mutex);
  return joinLocked();
}

void Workers::Loops::leave(Loop& loop) {
  Lock lock(mutex);
  // The owner may return as soon as it sees zero, so the loop must not be used after this.
  if (loop.helpers.fetch_sub(1, std::memory_order_release) == 1) helperLeft.notify_all();
}

void Workers::Loops::lookForLoops(uint32_t seen) const {
  spinUntil([&] { return published.load(std::memory_order_acquire) != seen; },
            kHelperSpinNanoseconds);
}

void Workers::Loops::helperMain(Loops& all) {
  for (;;) {
    const uint32_t seen = all.published.load(std::memory_order_acquire);
    Loop* loop = all.join();
    if (!loop) {
      all.idle.fetch_add(1, std::memory_order_relaxed);
      all.lookForLoops(seen);
      Lock lock(all.mutex);
      all.idle.fetch_sub(1, std::memory_order_relaxed);
      loop = all.joinLocked();
      // Under the same lock as the look-up, so that a loop published later does not count this
      // helper.
      if (!loop) {
        --all.helperCount;
        break;
      }
    }
    loop->takeChunks();
    all.leave(*loop);
  }
  all.drop();
}

}  // namespace lanewise
