// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A history of n cells is one block: n words of writes, n of reads, n sites of each.
#include "runtime/checks/shadow_memory.h"

#include "interface/access_word.h"
#include "runtime/checks/live_objects.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

namespace lanewise {
namespace {

constexpr size_t kCellHistoryBytes = 2 * sizeof(uint64_t) + 2 * sizeof(uint32_t);
constexpr uint64_t kLaunches = (uint64_t(1) << 16) - 1;

uint64_t addressOf(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

size_t cellsOf(size_t sizeBytes) { return (sizeBytes + abi::kCellBytes - 1) / abi::kCellBytes; }

}  // namespace

void ShadowMemory::Free::operator()(void* memory) const { std::free(memory); }

ShadowMemory& ShadowMemory::get() {
  static ShadowMemory& memory = *new ShadowMemory;  // used while the process ends
  return memory;
}

uint64_t ShadowMemory::nextLaunch() {
  Lock lock(mutex_);
  if (lastLaunch_ == kLaunches) {
    lastLaunch_ = 0;
    wrapped_ = abi::kHasWrapped;
    for (auto& [base, shadow] : byBase_)
      if (shadow.history)
        std::memset(shadow.history.get(), 0, cellsOf(shadow.sizeBytes) * kCellHistoryBytes);
  }
  return ++lastLaunch_ | wrapped_;
}

bool ShadowMemory::addUnwritten(const void* base, size_t sizeBytes) {
  Memory<uint8_t> memory(static_cast<uint8_t*>(std::malloc(sizeBytes)));
  if (!memory) return false;
  std::memset(memory.get(), 0xff, sizeBytes);
  LiveObjects::get().setUnwritten(base, memory.get());  // whose lock is taken first
  Lock lock(mutex_);
  Shadow& shadow = byBase_[addressOf(base)];
  if (shadow.history) retired_.push_back(std::move(shadow.history));
  shadow.sizeBytes = sizeBytes;
  shadow.unwritten = std::move(memory);
  isUsed_.store(true, std::memory_order_relaxed);
  return true;
}

ShadowMemory::Shadow* ShadowMemory::findLocked(uint64_t address, uint64_t& base) {
  const auto after = byBase_.upper_bound(address);
  if (after == byBase_.begin()) return nullptr;
  auto& [first, shadow] = *std::prev(after);
  base = first;
  return address - first < shadow.sizeBytes ? &shadow : nullptr;
}

// Null if it is not kept; `sizeBytes` at most to the end of the object.
uint8_t* ShadowMemory::unwrittenLocked(const void* begin, size_t& sizeBytes) {
  uint64_t base;
  Shadow* shadow = findLocked(addressOf(begin), base);
  if (!shadow || !shadow->unwritten) return nullptr;
  const size_t offset = addressOf(begin) - base;
  sizeBytes = std::min(sizeBytes, shadow->sizeBytes - offset);
  return shadow->unwritten.get() + offset;
}

void ShadowMemory::setWritten(const void* begin, size_t sizeBytes) {
  Lock lock(mutex_);
  if (uint8_t* unwritten = unwrittenLocked(begin, sizeBytes)) std::memset(unwritten, 0, sizeBytes);
}

void ShadowMemory::copyUnwritten(const void* target, const void* source, size_t sizeBytes) {
  Lock lock(mutex_);
  uint8_t* to = unwrittenLocked(target, sizeBytes);
  if (!to) return;
  if (const uint8_t* from = unwrittenLocked(source, sizeBytes))
    std::memmove(to, from, sizeBytes);
  else
    std::memset(to, 0, sizeBytes);
}

void ShadowMemory::setUnwritten(const void* begin, abi::CheckedObject& object) {
  Lock lock(mutex_);
  uint64_t base;
  Shadow* shadow = findLocked(addressOf(begin), base);
  if (shadow && shadow->unwritten)
    object.unwritten = shadow->unwritten.get() + (addressOf(begin) - base);
}

bool ShadowMemory::setHistory(const void* base, size_t sizeBytes, size_t offset,
                              abi::CheckedObject& object) {
  const size_t first = offset / abi::kCellBytes;
  Lock lock(mutex_);
  Shadow& shadow = byBase_[addressOf(base)];
  if (!shadow.history || shadow.sizeBytes < sizeBytes) {
    // Kernels that run may use that of a smaller object in the same memory.
    if (shadow.history) retired_.push_back(std::move(shadow.history));
    if (shadow.unwritten && shadow.sizeBytes < sizeBytes)
      retired_.push_back(std::move(shadow.unwritten));
    shadow.sizeBytes = sizeBytes;
    shadow.history.reset(static_cast<uint8_t*>(std::calloc(cellsOf(sizeBytes), kCellHistoryBytes)));
    isUsed_.store(true, std::memory_order_relaxed);
  }
  if (!shadow.history) return false;
  // As long as the largest object in this memory.
  const size_t cells = cellsOf(shadow.sizeBytes);
  auto* words = reinterpret_cast<uint64_t*>(shadow.history.get());
  auto* sites = reinterpret_cast<uint32_t*>(words + 2 * cells);
  object.writes = words + first;
  object.reads = words + cells + first;
  object.writeSites = sites + first;
  object.readSites = sites + cells + first;
  return true;
}

void ShadowMemory::remove(const void* base) {
  Lock lock(mutex_);
  byBase_.erase(addressOf(base));
}

void ShadowMemory::retire(const void* base) {
  Lock lock(mutex_);
  if (auto taken = byBase_.extract(addressOf(base)))
    forgotten_.push_back(std::move(taken.mapped()));
}

void ShadowMemory::freeRetired() {
  std::vector<Shadow> unused;
  Lock lock(mutex_);
  unused.swap(forgotten_);
}

}  // namespace lanewise
