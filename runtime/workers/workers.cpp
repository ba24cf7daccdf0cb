// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads from oneTBB. Tasks are passed by pointer. ThreadSanitizer does not see the
// synchronization inside the library, so this file annotates each transfer (and is compiled without
// ThreadSanitizer).
#include "runtime/workers/workers.h"

#include "runtime/base/fork.h"
#include "runtime/base/poison.h"
#include "runtime/host/topology.h"
#include "runtime/workers/worker_loops.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <exception>
#include <thread>

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

constexpr uint32_t kNever = ~uint32_t{0};
// The fork generation in which TBB was first used. Its threads exist only there.
constinit std::atomic<uint32_t> tbbGeneration{kNever};

bool mayUseTbb() {
  uint32_t used = kNever;
  const uint32_t current = forkGeneration();
  return tbbGeneration.compare_exchange_strong(used, current) || used == current;
}

// TBB creates one thread less than there are cores, because it counts the application's thread.
// Here this thread often sleeps while workers run its commands. Never released: there is no safe
// moment before the process exits.
void allowWorkers(uint32_t threads) {
  using tbb::global_control;
  static constinit std::atomic<global_control*> kept{nullptr};
  if (global_control::active_value(global_control::max_allowed_parallelism) > threads) return;
  // TBB uses the lowest of all limits, so the previous one is removed.
  delete kept.exchange(new global_control(global_control::max_allowed_parallelism, threads + 1));
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
    allowWorkers(threads);
    tbb.initialize();
  }
  tbb::task_arena tbb;
};

Workers::Workers(uint32_t threads, std::shared_ptr<const ProcessorSet> bound)
    : threads_(threads ? threads : 1), bound_(seenShared(std::move(bound))), loops_(new Loops) {
  watchForks();
}

void Workers::prepare() {
  // It counts the processors.
  (void)tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

Workers::~Workers() {
  if (Arena* arena = arena_.load(); arena && mayUseTbb()) delete arena;
  loops_.load()->drop();
}

Workers::Arena* Workers::arena() {
  if (!mayUseTbb()) return nullptr;
  Arena* made = arena_.load(std::memory_order_acquire);
  if (made) return made;
  auto* fresh = new Arena(threads_);
  if (arena_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel)) return fresh;
  delete fresh;
  return made;
}

void Workers::post(Task task, void* user) noexcept {
  LW_HAND_OVER(user);
  // TBB's threads serve every arena of the process, so each is bound for the time of the task only.
  const auto run = [task, user, place = showTask(user), bound = bound_] {
    LW_TAKE_OVER(user);
    hideTask(place);
    {
      const BoundThread binding(bound.get());
      task(user);
    }
    LW_HAND_OVER(const_cast<ProcessorSet*>(bound.get()));
  };
  try {
    if (Arena* pool = arena())
      pool->tbb.enqueue(run);
    else
      std::thread(run).detach();
  } catch (const std::exception&) {
    run();
  }
}

}  // namespace lanewise
