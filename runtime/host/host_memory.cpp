// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses the system's allocator for small blocks, pages of their own for others (huge ones if they
// fit), and a short list of blocks that were freed.
#include "runtime/host/host_memory.h"

#include "runtime/base/fork.h"
#include "runtime/base/mutex.h"
#include "runtime/base/poison.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>

namespace lanewise {
namespace {

constexpr size_t kHugePageBytes = 2 << 20;
/// More than a process can have; not requested, because sanitizers end a process that does.
constexpr size_t kAddressSpaceBytes = size_t(1) << 47;
/// The system's allocator keeps smaller blocks itself.
constexpr size_t kLeastKeptBytes = 128 << 10;
/// A block serves requests of at least 3/4 of its size.
constexpr size_t kMostUnusedParts = 4;

/// Freed blocks, the one that was freed last at the end.
class KeptBlocks {
 public:
  /// The smallest block that serves the request, of these the one that was freed last: the caches
  /// may still have it. No data if there is none.
  HostBlock take(size_t sizeBytes) REQUIRES(mutex) {
    size_t best = count_;
    for (size_t index = 0; index < count_; ++index) {
      const size_t has = blocks_[index].sizeBytes;
      const bool serves = has >= sizeBytes && has - sizeBytes <= has / kMostUnusedParts;
      if (serves && (best == count_ || has <= blocks_[best].sizeBytes)) best = index;
    }
    return best == count_ ? HostBlock() : remove(best);
  }
  /// \pre isFull() returned false.
  void add(HostBlock block) REQUIRES(mutex) {
    blocks_[count_++] = block;
    bytes_ += block.sizeBytes;
  }
  /// `more` bytes exceed the limit, or the list has no free entry.
  bool isFull(uint64_t more) const REQUIRES(mutex) {
    return count_ == blocks_.size() || more > limit_ || bytes_ > limit_ - more;
  }
  HostBlock takeOldest() REQUIRES(mutex) { return count_ ? remove(0) : HostBlock(); }
  uint64_t bytes() const REQUIRES(mutex) { return bytes_; }
  uint64_t limit() const REQUIRES(mutex) { return limit_; }
  void setLimit(uint64_t sizeBytes) REQUIRES(mutex) { limit_ = sizeBytes; }

  Mutex mutex;

 private:
  HostBlock remove(size_t index) REQUIRES(mutex) {
    const HostBlock block = blocks_[index];
    std::move(&blocks_[index + 1], &blocks_[count_], &blocks_[index]);
    --count_;
    bytes_ -= block.sizeBytes;
    return block;
  }

  std::array<HostBlock, 64> blocks_ GUARDED_BY(mutex) = {};
  size_t count_ GUARDED_BY(mutex) = 0;
  uint64_t bytes_ GUARDED_BY(mutex) = 0;
  uint64_t limit_ GUARDED_BY(mutex) = 0;
};

constinit KeptBlocks kept;
constinit std::atomic<Zeroed> zeroed{Zeroed::None};
constinit std::atomic<size_t> users{0};

// Another thread may have been changing the list. The blocks in it are lost to the child.
void resetInChild() NO_THREAD_SAFETY_ANALYSIS {
  const uint64_t limit = kept.limit();
  new (&kept) KeptBlocks;
  kept.setLimit(limit);
}
constinit ForkReset forkReset{resetInChild};
constinit std::atomic<bool> watchesForks{false};

/// 4 KiB to 64 KiB. What is not aligned to it can be neither unmapped nor given up, and sizes are
/// rounded up to it.
size_t pageBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

size_t wholePages(size_t sizeBytes) {
  return (sizeBytes + pageBytes() - 1) / pageBytes() * pageBytes();
}

/// Memory checkers know the exact end of a block of the allocator; who uses one keeps nothing.
bool comesInPages(size_t sizeBytes) {
  return !kAddressSanitizer && sizeBytes > kSmallBlockBytes &&
         zeroed.load(std::memory_order_relaxed) != Zeroed::None;
}

bool isZeroed(size_t sizeBytes) {
  const Zeroed which = zeroed.load(std::memory_order_relaxed);
  return which == Zeroed::All || (which == Zeroed::Small && sizeBytes <= kSmallBlockBytes);
}

void returnToSystem(HostBlock block) noexcept {
  if (block.mapped)
    munmap(block.data, wholePages(block.sizeBytes));
  else
    std::free(block.data);
}

void freeOldest(uint64_t limitBytes) {
  for (;;) {
    HostBlock oldest;
    {
      Lock lock(kept.mutex);
      if (kept.bytes() <= limitBytes) return;
      oldest = kept.takeOldest();
    }
    returnToSystem(oldest);
  }
}

/// Pages that have zeros, aligned to huge pages from their size on.
std::byte* mapPages(size_t sizeBytes) {
  const size_t mapped = wholePages(sizeBytes);
  const size_t more = mapped >= kHugePageBytes ? kHugePageBytes - pageBytes() : 0;
  void* const pages =
      mmap(nullptr, mapped + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  std::byte* const begin = static_cast<std::byte*>(pages);
  const size_t before = more ? -reinterpret_cast<uintptr_t>(begin) % kHugePageBytes : 0;
  if (before) munmap(begin, before);
  if (more != before) munmap(begin + before + mapped, more - before);
  return begin + before;
}

HostBlock allocateFromSystem(size_t sizeBytes) {
  const bool huge = sizeBytes >= kHugePageBytes;
  HostBlock block{.sizeBytes = sizeBytes, .mapped = comesInPages(sizeBytes)};
  if (block.mapped) {
    block.data = mapPages(sizeBytes);
  } else {
    const size_t page = pageBytes();
    const size_t alignment = huge                ? kHugePageBytes
                             : sizeBytes >= page ? page
                                                 : kHostMemoryAlignBytes;
    void* memory = nullptr;
    if (posix_memalign(&memory, alignment, sizeBytes) == 0)
      block.data = static_cast<std::byte*>(memory);
  }
  if (!block.data) return {};
  // Fewer page faults; no effect if the system does not support it.
  if (huge) madvise(block.data, sizeBytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE);
  return block;
}

/// Sets `hasZeros` if the block has.
HostBlock takeOrAllocate(size_t sizeBytes, bool& hasZeros) {
  if (sizeBytes >= kLeastKeptBytes) {
    HostBlock found;
    {
      Lock lock(kept.mutex);
      found = kept.take(sizeBytes);
    }
    if (found.data) {
      unpoisonBlock(found.data, sizeBytes);
      return found;
    }
  }
  HostBlock fresh = allocateFromSystem(sizeBytes);
  if (!fresh.data && keptMemoryBytes() != 0) {
    releaseKeptMemory();
    fresh = allocateFromSystem(sizeBytes);
  }
  hasZeros = fresh.mapped;
  return fresh;
}

}  // namespace

void zeroHostMemory(Zeroed blocks) { zeroed.store(blocks, std::memory_order_relaxed); }

HostBlock allocateHostMemory(size_t sizeBytes, Contents contents) {
  if (sizeBytes >= kAddressSpaceBytes) return {};
  bool hasZeros = false;
  const HostBlock block = takeOrAllocate(sizeBytes, hasZeros);
  if (block.data && !hasZeros && contents == Contents::Zeros && isZeroed(sizeBytes))
    std::memset(block.data, 0, sizeBytes);
  return block;
}

void freeHostMemory(HostBlock block) noexcept {
  if (block.sizeBytes < kLeastKeptBytes) return returnToSystem(block);
  poisonBlock(block.data, 0, block.sizeBytes);
  // The system may take the pages until they are written again, so that kept memory counts as free
  // memory where memory is limited. The last page may also have the beginning of another block.
  // Small blocks are written when they are taken: the mark would cost more than it saves.
  if (block.sizeBytes > kSmallBlockBytes)
    madvise(block.data, block.sizeBytes / pageBytes() * pageBytes(), MADV_FREE);
  for (;;) {
    HostBlock oldest;
    {
      Lock lock(kept.mutex);
      if (!kept.isFull(block.sizeBytes)) return kept.add(block);
      if (block.sizeBytes <= kept.limit()) oldest = kept.takeOldest();
    }
    // Larger than all that may be kept.
    if (!oldest.data) return returnToSystem(block);
    returnToSystem(oldest);
  }
}

void limitKeptMemory(uint64_t sizeBytes) {
  if (!watchesForks.exchange(true, std::memory_order_relaxed)) resetInForkedChild(forkReset);
  {
    Lock lock(kept.mutex);
    kept.setLimit(sizeBytes);
  }
  freeOldest(sizeBytes);
}

void releaseKeptMemory() noexcept { freeOldest(0); }

HostMemoryUser::HostMemoryUser() noexcept { users.fetch_add(1, std::memory_order_relaxed); }
HostMemoryUser::~HostMemoryUser() {
  // Pairs with itself: what other users freed is in the list.
  if (users.fetch_sub(1, std::memory_order_acq_rel) == 1) releaseKeptMemory();
}

uint64_t keptMemoryBytes() {
  Lock lock(kept.mutex);
  return kept.bytes();
}

}  // namespace lanewise
