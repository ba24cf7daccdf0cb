// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers, of the runtime or from oneTBB. oneTBB gets a pointer. ThreadSanitizer does not see the
// synchronization inside the library, so this file annotates each transfer (and is compiled without
// ThreadSanitizer).
#include "runtime/workers/workers.h"

#include "interface/blocked_signals.h"
#include "runtime/base/fork.h"
#include "runtime/base/poison.h"
#include "runtime/workers/worker_loops.h"

#include <tbb/cache_aligned_allocator.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <exception>
#include <vector>

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

constexpr uint32_t kNever = ~uint32_t{0}, kFailed = kNever - 1;
// The fork generation in which TBB was first used. Its threads exist only there. kFailed: TBB
// cannot be used.
constinit std::atomic<uint32_t> tbbGeneration{kNever};

bool mayUseTbb() {
  uint32_t used = kNever;
  const uint32_t current = forkGeneration();
  return tbbGeneration.compare_exchange_strong(used, current) || used == current;
}

// TBB's initialization allocates under its lock of global controls. To throw std::bad_alloc, it
// takes that lock again, and waits for itself. So blocks of the sizes that it allocates are
// allocated here without locks, and stay in TBB's allocator. The largest is the array of its
// threads: up to 256 bytes for each of 256 threads, or of 4 (above 128 processors 2) per processor.
// \throws std::bad_alloc
void reserveMemoryOfTbb() {
  constexpr size_t kSmallestBytes = 128, kSizes = 13;  // up to 512 KiB
  std::vector<char, tbb::cache_aligned_allocator<char>> blocks[kSizes];
  for (size_t index = 0; index != kSizes; ++index) blocks[index].reserve(kSmallestBytes << index);
}

// TBB creates one thread less than there are processors, because it counts the owner of a loop.
// LANEWISE_THREADS may ask for more. Never released: there is no safe moment before the process
// exits.
void allowHelpers(uint32_t threads) {
  using tbb::global_control;
  static constinit std::atomic<global_control*> kept{nullptr};
  if (global_control::active_value(global_control::max_allowed_parallelism) >= threads) return;
  // TBB uses the lowest of all limits, so the previous one is removed.
  delete kept.exchange(new global_control(global_control::max_allowed_parallelism, threads));
}

// LeakSanitizer does not search oneTBB's memory, so it would report the objects of a task that has
// not begun when the process ends. It searches this list.
constexpr unsigned kSeenTasks = kAddressSanitizer ? 1024 : 0;
constinit std::atomic<void*> seenTasks[kSeenTasks + 1]{};

unsigned showTask(void* user) {
  for (unsigned place = 0; place != kSeenTasks; ++place) {
    void* empty = nullptr;
    if (seenTasks[place].compare_exchange_strong(empty, user)) return place;
  }
  return kSeenTasks;
}

void hideTask(unsigned place) {
  if constexpr (kAddressSanitizer) seenTasks[place] = nullptr;
}

// ThreadSanitizer does not see changes of reference counts in this file. The annotations order the
// last release after the others.
std::shared_ptr<const ProcessorSet> seenShared(std::shared_ptr<const ProcessorSet> set) {
#if defined(LANEWISE_THREAD_SANITIZER)
  const ProcessorSet* shared = set.get();
  if (shared)
    return {shared, [set = std::move(set)](const ProcessorSet* last) mutable {
              LW_TAKE_OVER(const_cast<ProcessorSet*>(last));
              set.reset();
            }};
#endif
  return set;
}

}  // namespace

struct Workers::Arena {
  explicit Arena(uint32_t threads) : tbb(static_cast<int>(threads), /*reserved_for_masters=*/0) {
    allowHelpers(threads);
    tbb.initialize();
  }
  tbb::task_arena tbb;
};

Workers::Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> bound,
                 const ProcessorPositions& positions, Helpers source)
    : threads_(threads ? threads : 1),
      bound_(seenShared(std::move(bound))),
      source_(source),
      loops_(new Loops(positions, threads_, bound_)) {
  watchForks();
}

// An arena holds a reference to TBB's global state. Destructors of TBB's static objects release all
// others. Never destroyed: there is no safe moment before the process exits.
void Workers::prepare() {
  static constinit std::atomic<tbb::task_arena*> kept{nullptr};
  if (tbbGeneration.load(std::memory_order_relaxed) == kFailed) return;
  reserveMemoryOfTbb();
  try {
    auto first = std::make_unique<tbb::task_arena>(/*max_concurrency=*/1);
    first->initialize();
    tbb::task_arena* none = nullptr;
    if (kept.compare_exchange_strong(none, first.get())) (void)first.release();
  } catch (const std::exception&) {
    // TBB's own locks stay locked: its next caller would wait for the end of this initialization.
    tbbGeneration.store(kFailed, std::memory_order_relaxed);
  }
}

Workers::~Workers() {
  if (Arena* arena = arena_.load(); arena && mayUseTbb()) delete arena;
  loops_.load()->drop();
}

Workers::Arena& Workers::arena() {
  Arena* made = arena_.load(std::memory_order_acquire);
  if (made) return *made;
  auto* fresh = new Arena(threads_);
  if (arena_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel)) return *fresh;
  delete fresh;
  return *made;
}

void Workers::callHelpers(Loops& loops, uint32_t count) noexcept {
  loops.calls.fetch_add(count, std::memory_order_relaxed);
  for (; count != 0 && source_ == Helpers::OneTbb && mayUseTbb(); --count) callTbb(loops);
  if (count == 0) return;
  const uint32_t begun = loops.ownThreads.call(&loops, count);
  if (begun != count) loops.cancelCalls(count - begun);
}

void Workers::callTbb(Loops& loops) noexcept {
  LW_HAND_OVER(&loops);
  // TBB's threads serve every arena of the process, so each belongs to the device for the time of
  // the loops only.
  const auto run = [&loops, place = showTask(&loops), bound = bound_] {
    LW_TAKE_OVER(&loops);
    hideTask(place);
    {
      const BlockedSignals signals;
      const BoundThread binding(bound.get());
      Loops::helperMain(loops);
    }
    LW_HAND_OVER(const_cast<ProcessorSet*>(bound.get()));
  };
  Arena* made = nullptr;
  try {
    // A thread that TBB starts for this call inherits the mask of signals.
    const BlockedSignals inherited;
    made = &arena();
    made->tbb.enqueue(run);
  } catch (const std::exception&) {
    if (made) {
      // TBB may have the task nevertheless, and has lost the threads that it could not start.
      loops.uses.fetch_add(1, std::memory_order_relaxed);
      tbbGeneration.store(kFailed, std::memory_order_relaxed);
    }
    run();
  }
}

}  // namespace lanewise
