// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which allocation of the library fails, and which of its blocks are not released.
#include "tests/api/allocations/failing_allocations.h"

#include "tests/api/replaced_allocations.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace {

/// Of recycled blocks (runtime/base/block_pool.h), which move between threads.
constexpr std::size_t kPoolAlignment = 128;

constinit std::atomic<bool> counts{false};
constinit std::atomic<uint64_t> next{0};
constinit std::atomic<uint64_t> failing{0};
constinit std::atomic<bool> failed{false};
constinit std::atomic<int64_t> live{0};

/// The addresses of the blocks that live, in an open hash table. A place of a released block holds
/// kGone. Every block of the process is looked up at its release, because the library releases
/// blocks of libc, too.
constexpr std::size_t kPlaces = 1 << 20;
constexpr uintptr_t kEmpty = 0, kGone = 1;
constinit uintptr_t places[kPlaces] = {};
std::atomic_ref<uintptr_t> placeAt(std::size_t index) { return std::atomic_ref(places[index]); }

std::size_t firstPlace(uintptr_t address) {
  return (address >> 4) * 0x9e3779b97f4a7c15u >> 44;  // the upper 20 bits
}

void insert(uintptr_t address) {
  std::size_t place = firstPlace(address);
  for (std::size_t tries = 0; tries < kPlaces; ++tries, place = (place + 1) % kPlaces) {
    uintptr_t seen = placeAt(place).load();
    if ((seen == kEmpty || seen == kGone) &&
        placeAt(place).compare_exchange_strong(seen, address)) {
      ++live;
      return;
    }
  }
  abort();  // more blocks than places
}

void erase(uintptr_t address) {
  std::size_t place = firstPlace(address);
  for (std::size_t tries = 0; tries < kPlaces; ++tries, place = (place + 1) % kPlaces) {
    const uintptr_t seen = placeAt(place).load();
    if (seen == kEmpty) return;
    if (seen == address) {
      placeAt(place).store(kGone);
      --live;
      return;
    }
  }
}

}  // namespace

namespace lanewise::test {

void failAllocation(uint64_t index) {
  next = 0;
  failing = index;
  failed = false;
  counts = true;
}
bool endFailing() {
  counts = false;
  return failed;
}
uint64_t allocationCount() { return next; }
int64_t liveBlocks() { return live; }

bool allocationFails() {
  if (!counts.load()) return false;
  if (next.fetch_add(1) != failing.load()) return false;
  failed = true;
  return true;
}
void blockAllocated(void* block, std::size_t alignment) {
  if (alignment < kPoolAlignment) insert(reinterpret_cast<uintptr_t>(block));
}
void blockReleased(void* block) { erase(reinterpret_cast<uintptr_t>(block)); }

}  // namespace lanewise::test

extern "C" __attribute__((visibility("default"))) void* mmap(void* address, std::size_t sizeBytes,
                                                             int protection, int flags, int file,
                                                             off_t offset) noexcept {
  if (lanewise::test::allocationFails()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, sizeBytes, protection, flags, file, offset));
}
