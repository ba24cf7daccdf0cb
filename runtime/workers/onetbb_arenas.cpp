// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// liblanewise-onetbb.so: the only file that includes oneTBB. The library is loaded when threads of
// oneTBB help with loops (onetbb.cpp), and stays. ThreadSanitizer does not see the synchronization
// inside oneTBB: this file is compiled without it, and its caller annotates each transfer.
//
// The functions of oneTBB are those of the first release with the name libtbb.so.12, which the
// application may have loaded (tests/api/older_tbb/). Blocks are those of malloc: the operators of
// the process may not fit together (docs/design/own-memory.md).
#include "runtime/workers/onetbb_calls.h"
#include "runtime/workers/onetbb_library.h"

#include <tbb/cache_aligned_allocator.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>
#include <vector>

namespace lanewise {
namespace {

// oneTBB's initialization allocates under its lock of global controls. To throw std::bad_alloc, it
// takes that lock again, and waits for itself. So blocks of the sizes that it allocates are
// allocated here without locks, and stay in oneTBB's allocator. The largest is the array of its
// threads: up to 256 bytes for each of 256 threads, or of 4 (above 128 processors 2) per processor.
// \throws std::bad_alloc
void reserveMemory() {
  constexpr size_t kSmallestBytes = 128, kSizes = 13;  // up to 512 KiB
  std::vector<char, tbb::cache_aligned_allocator<char>> blocks[kSizes];
  for (size_t index = 0; index != kSizes; ++index) blocks[index].reserve(kSmallestBytes << index);
}

void deleteArena(void* arena) {
  auto* made = static_cast<tbb::task_arena*>(arena);
  made->~task_arena();
  std::free(made);
}

tbb::task_arena* createInitialized(uint32_t threads) {
  static_assert(alignof(tbb::task_arena) <= alignof(std::max_align_t));
  void* block = std::malloc(sizeof(tbb::task_arena));
  if (!block) return nullptr;
  auto* made = new (block) tbb::task_arena(static_cast<int>(threads), /*reserved_for_masters=*/0);
  try {
    made->initialize();
  } catch (const std::exception&) {
    deleteArena(made);
    return nullptr;
  }
  return made;
}

void* createArena(uint32_t threads) { return createInitialized(threads); }

// An arena holds a reference to oneTBB's global state. Destructors of oneTBB's static objects
// release all others. Never destroyed: there is no safe moment before the process exits.
bool prepare() {
  try {
    reserveMemory();
  } catch (const std::exception&) {
    return false;
  }
  static tbb::task_arena* const kept = createInitialized(/*threads=*/1);
  return kept != nullptr;
}

uint32_t parallelism() {
  using tbb::global_control;
  return static_cast<uint32_t>(
      global_control::active_value(global_control::max_allowed_parallelism));
}

bool enqueue(void* arena, void (*run)(void*), void* user) {
  try {
    static_cast<tbb::task_arena*>(arena)->enqueue([run, user] { run(user); });
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const OneTbbCalls lanewiseOneTbbCalls2;
const OneTbbCalls lanewiseOneTbbCalls2 = {openOneTbb,  prepare, parallelism, createArena,
                                          deleteArena, enqueue, pathOfOneTbb};

}  // namespace lanewise
