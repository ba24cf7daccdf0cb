// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects by address. One that is allocated over a freed one replaces it.
#include "runtime/checks/live_objects.h"

#include "runtime/base/config.h"
#include "runtime/checks/shadow_memory.h"

#include <iterator>
#include <utility>

namespace lanewise {
namespace {

constexpr uint64_t kNullPageBytes = 4096;
constexpr abi::CheckedObject kNothing = {};

uint64_t addressOf(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

bool checksAreOn() { return !config().check.empty(); }

LiveObjects& LiveObjects::get() {
  static LiveObjects& objects = *new LiveObjects;  // used while the process ends
  return objects;
}

void LiveObjects::add(const void* base, size_t sizeBytes, const char* what) {
  const uint64_t begin = addressOf(base), end = begin + sizeBytes;
  Lock lock(mutex_);
  auto at = byBase_.lower_bound(begin);
  if (at != byBase_.begin() && std::prev(at)->second->isFreed &&
      std::prev(at)->first + std::prev(at)->second->sizeBytes > begin)
    --at;
  while (at != byBase_.end() && at->first < end && at->second->isFreed) {
    if (uses_ != 0) replaced_.push_back(std::move(at->second));
    at = byBase_.erase(at);
  }
  byBase_[begin] = std::make_unique<Entry>(abi::objectOfSize(begin, sizeBytes, sizeBytes),
                                           sizeBytes, ++count_, what);
}

void LiveObjects::setUnwritten(const void* base, uint8_t* unwritten) {
  Lock lock(mutex_);
  const auto found = byBase_.find(addressOf(base));
  if (found != byBase_.end()) found->second->object.unwritten = unwritten;
}

void LiveObjects::remove(const void* base) {
  Lock lock(mutex_);
  const auto found = byBase_.find(addressOf(base));
  if (found == byBase_.end() || found->second->isFreed) return;
  // Kernels that hold the old entry read it without a lock.
  auto freed = std::make_unique<Entry>(*found->second);
  freed->object.readBytes = freed->object.writeBytes = 0;
  freed->isFreed = true;
  found->second.swap(freed);
  if (uses_ != 0) replaced_.push_back(std::move(freed));
}

void LiveObjects::forget(const void* base) {
  Lock lock(mutex_);
  const auto found = byBase_.find(addressOf(base));
  if (found == byBase_.end() || !found->second->isFreed) return;
  if (uses_ != 0) replaced_.push_back(std::move(found->second));
  byBase_.erase(found);
}

void LiveObjects::begin() {
  Lock lock(mutex_);
  ++uses_;
}

void LiveObjects::end() {
  std::vector<std::unique_ptr<Entry>> unused;
  Lock lock(mutex_);
  if (--uses_ != 0) return;
  unused.swap(replaced_);
  // Under the lock: a launch that begins now waits.
  ShadowMemory::freeForgotten();
}

const LiveObjects::Entry* LiveObjects::findLocked(const void* address) const {
  const uint64_t at = addressOf(address);
  const auto after = byBase_.upper_bound(at);
  if (after == byBase_.begin()) return nullptr;
  const Entry* entry = std::prev(after)->second.get();
  return at - entry->object.base < entry->sizeBytes ? entry : nullptr;
}

const abi::CheckedObject& LiveObjects::find(const void* address) const {
  if (addressOf(address) < kNullPageBytes) return kNothing;
  Lock lock(mutex_);
  const Entry* entry = findLocked(address);
  return entry ? entry->object : abi::kUncheckedObject;
}

uint64_t LiveObjects::numberOf(const void* base) const {
  Lock lock(mutex_);
  const auto found = byBase_.find(addressOf(base));
  return found == byBase_.end() || found->second->isFreed ? 0 : found->second->number;
}

std::string LiveObjects::nameOf(const void* address) const {
  Lock lock(mutex_);
  const Entry* entry = findLocked(address);
  if (!entry) return {};
  return (entry->isFreed ? "freed " : "") + std::string(entry->what) + " " +
         std::to_string(entry->number) + " (" + std::to_string(entry->sizeBytes) + " bytes)";
}

}  // namespace lanewise
