// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slabs that API objects live in.
#include "runtime/base/object.h"

#include "runtime/base/fork.h"
#include "runtime/base/poison.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lanewise {

constinit std::atomic<const void*> objectDispatch{nullptr};

namespace {
// AddressSanitizer gets an allocation of its own for each block, so a leaked object is a leak.
constexpr size_t kSlabBytes = kAddressSanitizer ? 0 : 64 * 1024;
constexpr size_t kAlignment = 64;
size_t rounded(size_t sizeBytes) { return (sizeBytes + kAlignment - 1) / kAlignment * kAlignment; }

// The slabs in use, one per type of object. The array only grows; compare-exchange claims a place.
constexpr size_t kMaxSlabs = 32;
constinit std::atomic<ObjectSlab*> slabs[kMaxSlabs]{};

// In a forked child another thread may have held a slab's lock. Free blocks are abandoned.
void resetInChild() {
  for (auto& slab : slabs)
    if (ObjectSlab* used = slab.load()) new (used) ObjectSlab;
}

void watchForFork(ObjectSlab* slab) {
  watchForks();
  for (auto& place : slabs) {
    ObjectSlab* seen = nullptr;
    if (place.load() == slab || place.compare_exchange_strong(seen, slab)) return;
  }
  assert(false && "more kinds of objects than kMaxSlabs");
}

}  // namespace

constinit ForkReset objectSlabsReset{resetInChild};

void* ObjectSlab::allocate(size_t sizeBytes) {
  // Before the lock is held for the first time, because the fork handler must know this slab.
  if (!watched_.load(std::memory_order_acquire)) [[unlikely]] {
    watchForFork(this);
    watched_.store(true, std::memory_order_release);
  }
  const size_t blockBytes = rounded(sizeBytes);
  Lock lock(mutex_);
  if (free_) {
    unpoisonBlock(free_, blockBytes);
    return std::exchange(free_, free_->nextFree);
  }
  if (size_t(freshEnd_ - fresh_) < blockBytes) {
    const size_t slabBytes = std::max(kSlabBytes, blockBytes);
    fresh_ = static_cast<std::byte*>(::operator new(slabBytes, std::align_val_t(kAlignment)));
    freshEnd_ = fresh_ + slabBytes;
  }
  return std::exchange(fresh_, fresh_ + blockBytes);
}

void ObjectSlab::free(void* block, size_t sizeBytes) {
  const void* dispatch = objectDispatch.load(std::memory_order_relaxed);
  Lock lock(mutex_);
  free_ = new (block) ObjectHeader{dispatch, free_, Tag::Dead, 0, 0};
  poisonBlock(block, sizeof(ObjectHeader), rounded(sizeBytes));
}

}  // namespace lanewise
