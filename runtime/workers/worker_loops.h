// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that the threads of one device share: private to the sources of Workers.
#pragma once

#include "runtime/base/cache_line.h"
#include "runtime/base/mutex.h"
#include "runtime/workers/helper_threads.h"
#include "runtime/workers/loop_shares.h"
#include "runtime/workers/workers.h"

#include <sched.h>

namespace lanewise {

/// One call of forEachRange, on the stack of its owner.
struct Workers::Loop {
  Loop(Workers& of, Body called, void* with, uint64_t count, uint64_t grain,
       const std::atomic<bool>* stopped)
      : body(called), user(with), stops(stopped), workers(of), shares(count, grain, of.threads()) {}

  const Body body;
  void* const user;
  const std::atomic<bool>* const stops;  // null: it does not
  Workers& workers;
  /// Claimed under the mutex, apart from the owner's.
  LoopShares shares;
  /// The owner's, when the loop began.
  const int processor = sched_getcpu();
  /// Helpers that it may have and that nobody has called yet: the owner calls some, and each that
  /// comes calls more.
  alignas(kCacheLineBytes) std::atomic<uint32_t> uncalled{0};
  /// Helpers that run chunks of it. Increased under the mutex while the loop is in the list. The
  /// release of the decrease pairs with the owner's acquire, which then sees what the chunks wrote.
  alignas(kCacheLineBytes) std::atomic<uint32_t> helpers{0};
  Loop* following = nullptr;

  void takeChunks(LoopPlace place);
};

/// Held by its Workers and by each helper.
struct Workers::Loops {
  Loops(const ProcessorPositions& order, uint32_t threads,
        std::shared_ptr<const ProcessorSet> processors);
  ~Loops();
  void drop();
  void publish(Loop& loop);
  void retire(Loop& loop);
  /// Runs chunks if there is a call that no helper has taken. Holds a use, which it drops.
  static void helperMain(Loops& all);
  /// Cancels calls that no thread has taken, and none will.
  void cancelCalls(uint32_t count) EXCLUDES(mutex);

  const uint32_t generation;  // forkGeneration() at creation
  const ProcessorPositions positions;
  const std::shared_ptr<const ProcessorSet> processors;  // null: all
  HelperThreads& ownThreads;
  alignas(kCacheLineBytes) std::atomic<uint32_t> uses{1};
  /// Calls of helpers that have not begun. A call that failed may begin nevertheless: the helper
  /// that finds no call does nothing.
  std::atomic<uint32_t> calls{0};
  /// Changes with every published loop, so that idle helpers poll without the mutex. On a line of
  /// its own: helpers that join do not disturb those that still poll.
  alignas(kCacheLineBytes) std::atomic<uint32_t> published{0};
  /// The processor of the owner of the loop that was published last.
  std::atomic<int> ownerProcessor{-1};
  /// Helpers that look for a loop; decreased under the mutex.
  alignas(kCacheLineBytes) std::atomic<uint32_t> idle{0};

  Mutex mutex;
  Condition helperLeft;
  Loop* first GUARDED_BY(mutex) = nullptr;
  uint32_t loopCount GUARDED_BY(mutex) = 0;
  uint32_t helperCount GUARDED_BY(mutex) = 0;

 private:
  /// What a helper knows of the list without the mutex.
  struct Seen {
    uint32_t published = 0;   // at the last look
    bool mayHaveMore = true;  // there may have been another loop
    bool inTheWay = false;    // it ran on the processor of the loop's owner
  };
  /// The loop that a helper has joined, if there is one, and its place there.
  struct Joined {
    Loop* loop = nullptr;
    LoopPlace place{};
  };
  Joined join(Seen& seen) EXCLUDES(mutex);
  Joined joinLocked(Seen& seen, uint32_t position) REQUIRES(mutex);
  void leave(Loop& loop) EXCLUDES(mutex);
  void callSome(Loop& loop);
  void lookForLoops(const Seen& seen) const;
  bool takeCall();
};

}  // namespace lanewise
