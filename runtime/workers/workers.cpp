// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of helpers, of the runtime or from oneTBB. oneTBB gets a pointer. ThreadSanitizer does not
// see the synchronization inside that library, so this file annotates each transfer.
#include "runtime/workers/workers.h"

#include "runtime/base/fork.h"
#include "runtime/base/poison.h"
#include "runtime/workers/onetbb.h"
#include "runtime/workers/worker_loops.h"
#include "threads/blocked_signals.h"

#include <algorithm>
#include <utility>

#if defined(LANEWISE_THREAD_SANITIZER)
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
// Suppresses reports about the library's own memory, through memset and similar functions. (Not a
// `race:` rule, which would hide our races, too: every task has the library's frames below it.)
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libtbb.so\n"; }
#define LW_HAND_OVER(address) __tsan_release(address)
#define LW_TAKE_OVER(address) __tsan_acquire(address)
#else
#define LW_HAND_OVER(address) (void)(address)
#define LW_TAKE_OVER(address) (void)(address)
#endif

namespace lanewise {
namespace {

// LeakSanitizer does not search oneTBB's memory, so it would report the objects of a task that has
// not begun when the process ends. It searches this list.
constexpr unsigned kSeenTasks = kAddressSanitizer ? 1024 : 0;
constinit std::atomic<void*> seenTasks[kSeenTasks + 1]{};

void replaceSeen(void* before, void* after) {
  for (unsigned place = 0; place != kSeenTasks; ++place) {
    void* seen = before;
    if (seenTasks[place].compare_exchange_strong(seen, after)) return;
  }
}
void showTask(void* user) { replaceSeen(nullptr, user); }
void hideTask(void* user) { replaceSeen(user, nullptr); }

uint32_t helpersOfOneTbb() {
  const OneTbbCalls* calls = oneTbb();
  return calls ? std::max(calls->parallelism(), 1u) - 1 : 0;
}

}  // namespace

Workers::Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> processors,
                 const ProcessorPositions& positions, Helpers source)
    : threads_(threads ? threads : 1),
      source_(source),
      oneTbbHelpers_(source == Helpers::Own ? 0 : std::min(threads_ - 1, helpersOfOneTbb())),
      loops_(new Loops(positions, threads_, std::move(processors))) {
  watchForks();
}

Workers::~Workers() {
  void* arena = arena_.load();
  if (const OneTbbCalls* calls = loadedOneTbb(); arena && calls) calls->deleteArena(arena);
  loops_.load()->drop();
}

uint32_t Workers::mostHelpers() const {
  return source_ != Helpers::Own && oneTbb() ? oneTbbHelpers_ : threads_ - 1;
}

/// Null if memory is missing.
void* Workers::arena(const OneTbbCalls& oneTbb) noexcept {
  void* made = arena_.load(std::memory_order_acquire);
  if (made) return made;
  // No slot for the caller, who works outside: oneTBB 2021.8 warns of a worker that it cannot have.
  // There are no helpers if oneTBB was chosen after this object was made.
  void* fresh = oneTbb.createArena(std::max(oneTbbHelpers_, 1u));
  if (!fresh || arena_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel))
    return fresh;
  oneTbb.deleteArena(fresh);
  return made;
}

void Workers::callHelpers(Loops& loops, uint32_t count) noexcept {
  loops.calls.fetch_add(count, std::memory_order_relaxed);
  if (source_ != Helpers::Own)
    if (const OneTbbCalls* calls = oneTbbWithinLimits())
      while (count != 0 && callOneTbb(*calls, loops)) --count;
  if (count == 0) return;
  const uint32_t begun = loops.ownThreads.call(&loops, count);
  if (begun != count) loops.cancelCalls(count - begun);
}

template <bool kBound>
void Workers::oneTbbMain(void* user) {
  LW_TAKE_OVER(user);
  hideTask(user);
  auto& loops = *static_cast<Loops*>(user);
  // helperMain releases the loops.
  const std::shared_ptr<const ProcessorSet> processors = kBound ? loops.processors : nullptr;
  const BlockedSignals signals;
  const BoundThread binding(processors.get());
  Loops::helperMain(loops);
}

/// False if a thread of the runtime has to take the call.
bool Workers::callOneTbb(const OneTbbCalls& oneTbb, Loops& loops) noexcept {
  // A thread that oneTBB starts for this call inherits the mask of signals.
  const BlockedSignals inherited;
  void* made = arena(oneTbb);
  if (made) {
    LW_HAND_OVER(&loops);
    showTask(&loops);
    const bool bound = source_ == Helpers::BoundOneTbb;
    if (oneTbb.enqueue(made, bound ? oneTbbMain<true> : oneTbbMain<false>, &loops)) return true;
    // It may have the task nevertheless, and has lost the threads that it could not start.
    loops.uses.fetch_add(1, std::memory_order_relaxed);
  }
  giveUpOneTbb("oneTBB has failed to start a thread");
  return false;
}

}  // namespace lanewise
