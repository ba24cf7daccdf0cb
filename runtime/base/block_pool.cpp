// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Free blocks form chains. When a thread's chain has kBatch blocks, the thread sets it aside. When
// a second chain is full, it goes to the shared list. So the lock is taken once per kBatch blocks,
// and blocks move between lists in whole chains only.
#include "runtime/base/block_pool.h"

#include "runtime/base/fork.h"
#include "runtime/base/mutex.h"
#include "runtime/base/poison.h"

#include <pthread.h>
#include <atomic>
#include <new>
#include <utility>

namespace lanewise {
namespace {

using detail::kBlockClasses, detail::kBlockSizes;

constexpr unsigned kBatch = 64;
// Maximum number of chains in the shared list; others are returned to the system.
constexpr unsigned kMaxSharedChains = 256;

struct FreeBlock {
  FreeBlock* next;       // in its chain
  FreeBlock* nextChain;  // of a chain's first block, in the shared list
};

struct Shared {
  Mutex mutex;
  FreeBlock* chains GUARDED_BY(mutex) = nullptr;
  unsigned count GUARDED_BY(mutex) = 0;
};

/// A thread's blocks of one class.
struct Own {
  FreeBlock* chain;
  unsigned vacant;  // at least so many blocks may be added to the chain; 0 before the first one
  FreeBlock* fullChain;  // kBatch blocks, or none
};
struct PerThread {
  Own classes[kBlockClasses];
  bool watched;  // the thread has a value for the key of threadEnded
};

constinit Shared shared[kBlockClasses];
constinit std::atomic<bool> ready{false};
constinit Mutex setUpMutex;
constinit pthread_key_t threadEndKey = 0;
thread_local constinit PerThread own{};

void giveBack(FreeBlock* chain) {
  while (chain)
    ::operator delete(std::exchange(chain, chain->next), std::align_val_t(kPoolAlignment));
}

void share(size_t index, FreeBlock* chain) {
  if (!chain) return;
  {
    Lock lock(shared[index].mutex);
    if (shared[index].count < kMaxSharedChains) {
      ++shared[index].count;
      chain->nextChain = std::exchange(shared[index].chains, chain);
      return;
    }
  }
  giveBack(chain);
}

FreeBlock* takeShared(size_t index) {
  Lock lock(shared[index].mutex);
  FreeBlock* chain = shared[index].chains;
  if (!chain) return nullptr;
  shared[index].chains = chain->nextChain;
  --shared[index].count;
  return chain;
}

void threadEnded(void*) {
  for (size_t index = 0; index < kBlockClasses; ++index) {
    const Own blocks = std::exchange(own.classes[index], Own());
    share(index, blocks.chain);
    share(index, blocks.fullChain);
  }
  own.watched = false;
}

// A thread that does not exist in the child may have held a lock of the shared list.
void resetInChild() {
  for (Shared& list : shared) new (&list) Shared;
  new (&setUpMutex) Mutex;
}
constinit ForkReset forkReset{resetInChild};

void setUp() {
  Lock lock(setUpMutex);
  if (ready.load(std::memory_order_relaxed)) return;
  pthread_key_create(&threadEndKey, threadEnded);
  resetInForkedChild(forkReset);
  // Pairs with the load in watchThread: the key exists.
  ready.store(true, std::memory_order_release);
}

void watchThread() {
  if (!ready.load(std::memory_order_acquire)) setUp();
  // Any value but null makes threadEnded run at the end of this thread.
  pthread_setspecific(threadEndKey, &own);
  own.watched = true;
}

/// Gives the thread a chain of free blocks; false if there is none.
bool refill(size_t index) {
  Own& blocks = own.classes[index];
  blocks.chain = std::exchange(blocks.fullChain, nullptr);
  if (!blocks.chain) blocks.chain = takeShared(index);
  if (!blocks.chain) return false;
  // A thread that never frees has a chain to return, too.
  if (!own.watched) watchThread();
  // A chain has at most kBatch blocks.
  blocks.vacant = 0;
  return true;
}

/// Begins a chain: there is none yet, or it is full.
void beginChain(size_t index) {
  if (!own.watched) watchThread();
  Own& blocks = own.classes[index];
  share(index, std::exchange(blocks.fullChain, std::exchange(blocks.chain, nullptr)));
  blocks.vacant = kBatch;
}

}  // namespace

void* detail::allocateOfClass(size_t index) {
  Own& blocks = own.classes[index];
  if (!blocks.chain && !refill(index)) [[unlikely]]
    return ::operator new(kBlockSizes[index], std::align_val_t(kPoolAlignment));
  FreeBlock* block = blocks.chain;
  blocks.chain = block->next;
  ++blocks.vacant;
  unpoisonBlock(block, kBlockSizes[index]);
  return block;
}

void detail::freeOfClass(void* pointer, size_t index) noexcept {
  Own& blocks = own.classes[index];
  if (blocks.vacant == 0) [[unlikely]]
    beginChain(index);
  --blocks.vacant;
  blocks.chain = new (pointer) FreeBlock{blocks.chain, nullptr};
  poisonBlock(pointer, sizeof(FreeBlock), kBlockSizes[index]);
}

}  // namespace lanewise
