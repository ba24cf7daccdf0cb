// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that the threads of one device share: private to the sources of Workers.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/workers/workers.h"

namespace lanewise {

/// One call of forEachRange, on the stack of its owner.
struct Workers::Loop {
  const Body body;
  void* const user;
  const uint64_t count, grain;
  const std::atomic<bool>* const stops;  // null: it does not
  Workers& workers;
  /// Helpers that it may have and that nobody has called yet: the owner calls some, and each that
  /// comes calls more.
  std::atomic<uint32_t> uncalled{0};
  std::atomic<uint64_t> next{0};  // relaxed: the mutex publishes what the chunks read
  /// Helpers that run chunks of it. Increased under the mutex while the loop is in the list. The
  /// release of the decrease pairs with the owner's acquire, which then sees what the chunks wrote.
  std::atomic<uint32_t> helpers{0};
  Loop* following = nullptr;

  bool exhausted() const { return next.load(std::memory_order_relaxed) >= count; }
  void takeChunks();
};

/// Held by its Workers and by each helper.
struct Workers::Loops {
  Loops();
  void drop();
  void publish(Loop& loop);
  void retire(Loop& loop);
  static void helperMain(Loops& all);

  const uint32_t generation;  // forkGeneration() at creation
  std::atomic<uint32_t> uses{1};
  /// Changes with every published loop, so that idle helpers poll without the mutex.
  std::atomic<uint32_t> published{0};
  std::atomic<uint32_t> idle{0};  // helpers that look for a loop; changed under the mutex

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
  };
  Loop* join(Seen& seen) EXCLUDES(mutex);
  Loop* joinLocked(Seen& seen) REQUIRES(mutex);
  void leave(Loop& loop) EXCLUDES(mutex);
  void callSome(Loop& loop);
  void lookForLoops(uint32_t seen) const;
};

}  // namespace lanewise
