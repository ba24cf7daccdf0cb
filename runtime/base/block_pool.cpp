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

constexpr size_t kSizes[] = {256, 512, 1024};
constexpr size_t kClasses = std::size(kSizes);
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

struct PerThread {
  FreeBlock* chain[kClasses];
  unsigned count[kClasses];
  FreeBlock* fullChain[kClasses];  // kBatch blocks, or none
  bool watched;                    // the thread has a value for the key of threadEnded
};

constinit Shared shared[kClasses];
constinit std::atomic<bool> ready{false};
constinit Mutex setUpMutex;
constinit pthread_key_t threadEndKey = 0;
thread_local constinit PerThread own{};

size_t classOf(size_t sizeBytes) {
  size_t index = 0;
  while (index < kClasses && kSizes[index] < sizeBytes) ++index;
  return index;
}

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
  for (size_t index = 0; index < kClasses; ++index) {
    share(index, std::exchange(own.chain[index], nullptr));
    share(index, std::exchange(own.fullChain[index], nullptr));
    own.count[index] = 0;
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

}  // namespace

void* allocateBlock(size_t sizeBytes) {
  const size_t index = classOf(sizeBytes);
  if (index == kClasses) return ::operator new(sizeBytes, std::align_val_t(kPoolAlignment));
  if (!own.chain[index]) [[unlikely]] {
    own.chain[index] = std::exchange(own.fullChain[index], nullptr);
    if (!own.chain[index]) own.chain[index] = takeShared(index);
    if (!own.chain[index]) return ::operator new(kSizes[index], std::align_val_t(kPoolAlignment));
    // A thread that never frees has a chain to return, too.
    if (!own.watched) watchThread();
    // A shared chain has at most this many.
    own.count[index] = kBatch;
  }
  FreeBlock* block = own.chain[index];
  own.chain[index] = block->next;
  if (own.count[index]) --own.count[index];
  unpoisonBlock(block, kSizes[index]);
  return block;
}

void freeBlock(void* pointer, size_t sizeBytes) noexcept {
  const size_t index = classOf(sizeBytes);
  if (index == kClasses) return ::operator delete(pointer, std::align_val_t(kPoolAlignment));
  if (!own.watched) [[unlikely]]
    watchThread();
  if (own.count[index] >= kBatch) {
    share(index, std::exchange(own.fullChain[index], std::exchange(own.chain[index], nullptr)));
    own.count[index] = 0;
  }
  own.chain[index] = new (pointer) FreeBlock{own.chain[index], nullptr};
  ++own.count[index];
  poisonBlock(pointer, sizeof(FreeBlock), kSizes[index]);
}

}  // namespace lanewise
