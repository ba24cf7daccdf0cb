// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distribution of loops between their owner and helper threads.
#include "runtime/workers/worker_loops.h"

#include "runtime/base/fork.h"
#include "runtime/base/spin.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/this_thread_only.h"

#include <algorithm>
#include <utility>

namespace lanewise {
namespace {

// How long a helper looks for the next loop, and an owner waits for the last chunks, before it
// sleeps: about the cost of a wake-up.
constexpr uint64_t kHelperSpinNanoseconds = 50'000;
constexpr uint64_t kOwnerSpinNanoseconds = 20'000;
// Helpers that one thread calls for a loop before it runs chunks.
constexpr uint32_t kCallsPerThread = 16;

void runAlone(uint64_t count, uint64_t grain, Workers::Body body, void* user,
              const std::atomic<bool>* stops) {
  const KernelFpEnvironment environment;
  for (uint64_t begin = 0, end; begin < count; begin = end) {
    if (stops && stops->load(std::memory_order_relaxed)) return;
    end = count - begin > grain ? begin + grain : count;
    body(user, begin, end);
  }
}

}  // namespace

void Workers::Loop::takeChunks(LoopPlace place) {
  const KernelFpEnvironment environment;
  for (LoopRange chunk; shares.take(place, chunk);) {
    if (stops && stops->load(std::memory_order_relaxed)) return shares.stop();
    body(user, chunk.begin, chunk.end);
  }
}

Workers::Loops::Loops(const ProcessorPositions& order, uint32_t threads,
                      std::shared_ptr<const ProcessorSet> set)
    : generation(forkGeneration()),
      positions(order),
      processors(std::move(set)),
      ownThreads(*new HelperThreads([](void* user) { helperMain(*static_cast<Loops*>(user)); },
                                    threads - 1, processors)) {}

Workers::Loops::~Loops() {
  // The parent's may be locked.
  if (generation == forkGeneration()) ownThreads.close();
}

void Workers::Loops::drop() {
  if (uses.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

// The helpers of a parent do not exist in a forked child, and the mutex may stay locked.
Workers::Loops& Workers::loops() const {
  Loops* made = loops_.load(std::memory_order_acquire);
  if (made->generation == forkGeneration()) [[likely]]
    return *made;
  auto* fresh = new Loops(made->positions, threads_, made->processors);
  if (loops_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel)) return *fresh;
  fresh->drop();
  return *made;
}

bool Workers::someAwake() const { return loops().idle.load(std::memory_order_relaxed) != 0; }

void Workers::forEachRange(uint64_t count, uint64_t grain, Body body, void* user,
                           const std::atomic<bool>* stops) {
  grain = std::max<uint64_t>(grain, 1);
  if (threads_ == 1 || count <= grain || ThisThreadOnly::inForce())
    return runAlone(count, grain, body, user, stops);
  Loops& all = loops();
  Loop loop(*this, body, user, count, grain, stops);
  const LoopPlace place = loop.shares.claim(all.positions.ofThisThread(), all.positions.count());
  all.publish(loop);
  loop.takeChunks(place);
  all.retire(loop);
}

void Workers::Loops::publish(Loop& loop) {
  const uint32_t threads = loop.workers.threads();
  const auto wanted =
      static_cast<uint32_t>(std::min<uint64_t>(loop.shares.chunks() - 1, threads - 1));
  {
    Lock lock(mutex);
    loop.following = std::exchange(first, &loop);
    ++loopCount;
    ownerProcessor.store(loop.processor, std::memory_order_relaxed);
    published.fetch_add(1, std::memory_order_release);
    const uint32_t looking = idle.load(std::memory_order_relaxed);
    const uint32_t allowed =
        std::min(threads > loopCount ? threads - loopCount : 0, loop.workers.mostHelpers());
    uint32_t missing = 0;
    if (wanted > looking && allowed > helperCount)
      missing = std::min(wanted - looking, allowed - helperCount);
    helperCount += missing;
    uses.fetch_add(missing, std::memory_order_relaxed);
    loop.uncalled.store(missing, std::memory_order_relaxed);
  }
  callSome(loop);
}

/// By its owner, or by a helper between join() and leave(): the owner and its Workers are there.
void Workers::Loops::callSome(Loop& loop) {
  uint32_t left = loop.uncalled.load(std::memory_order_relaxed), count;
  do {
    count = std::min(left, kCallsPerThread);
    if (count == 0) return;
  } while (!loop.uncalled.compare_exchange_weak(left, left - count, std::memory_order_relaxed));
  loop.workers.callHelpers(*this, count);
}

void Workers::Loops::retire(Loop& loop) {
  {
    Lock lock(mutex);
    Loop** link = &first;
    while (*link != &loop) link = &(*link)->following;
    *link = loop.following;
    --loopCount;
    const uint32_t uncalled = loop.uncalled.exchange(0, std::memory_order_relaxed);
    helperCount -= uncalled;
    uses.fetch_sub(uncalled, std::memory_order_relaxed);
  }
  const auto noHelpers = [&] { return loop.helpers.load(std::memory_order_acquire) == 0; };
  if (spinUntil(noHelpers, kOwnerSpinNanoseconds)) return;
  Lock lock(mutex);
  while (!noHelpers()) helperLeft.wait(mutex);
}

Workers::Loops::Joined Workers::Loops::joinLocked(Seen& seen, uint32_t position) {
  seen = {published.load(std::memory_order_relaxed), loopCount > 1, seen.inTheWay};
  for (Loop* loop = first; loop; loop = loop->following) {
    if (loop->shares.exhausted()) continue;
    loop->helpers.fetch_add(1, std::memory_order_relaxed);
    return {loop, loop->shares.claim(position, positions.count())};
  }
  return {};
}

Workers::Loops::Joined Workers::Loops::join(Seen& seen) {
  const uint32_t position = positions.ofThisThread();
  Lock lock(mutex);
  return joinLocked(seen, position);
}

void Workers::Loops::leave(Loop& loop) {
  // The owner may return as soon as it sees zero, so the loop must not be used after this.
  if (loop.helpers.fetch_sub(1, std::memory_order_release) != 1) return;
  // The owner sleeps, or it has not looked yet: it looks under the mutex before it sleeps.
  Lock lock(mutex);
  helperLeft.notify_all();
}

void Workers::Loops::lookForLoops(const Seen& seen) const {
  // The owner, which would publish the next loop, waits for this processor.
  if (seen.inTheWay) return;
  spinUntil([&] { return published.load(std::memory_order_acquire) != seen.published; },
            kHelperSpinNanoseconds);
}

bool Workers::Loops::takeCall() {
  uint32_t left = calls.load(std::memory_order_relaxed);
  while (left != 0)
    if (calls.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) return true;
  return false;
}

void Workers::Loops::cancelCalls(uint32_t count) {
  uint32_t left = 0;
  for (uint32_t call = 0; call < count; ++call) left += takeCall();
  Lock lock(mutex);
  helperCount -= left;
  uses.fetch_sub(count, std::memory_order_relaxed);  // the owner of a loop holds one more
}

void Workers::Loops::helperMain(Loops& all) {
  if (!all.takeCall()) return all.drop();
  // All processors are busy, and the system has stopped the owner for this thread: no gain.
  if (all.ownerProcessor.load(std::memory_order_relaxed) == sched_getcpu()) sched_yield();
  for (Seen seen;;) {
    // The loop that it has left is exhausted.
    const bool isNews =
        seen.mayHaveMore || seen.published != all.published.load(std::memory_order_relaxed);
    Joined joined;
    if (isNews) joined = all.join(seen);
    if (!joined.loop) {
      all.idle.fetch_add(1, std::memory_order_relaxed);
      all.lookForLoops(seen);
      const uint32_t position = all.positions.ofThisThread();
      Lock lock(all.mutex);
      all.idle.fetch_sub(1, std::memory_order_relaxed);
      joined = all.joinLocked(seen, position);
      // Under the same lock as the look-up, so that a loop published later does not count this
      // helper.
      if (!joined.loop) {
        --all.helperCount;
        break;
      }
    }
    all.callSome(*joined.loop);
    joined.loop->takeChunks(joined.place);
    seen.inTheWay = joined.loop->processor == sched_getcpu();
    all.leave(*joined.loop);
  }
  all.drop();
}

}  // namespace lanewise
