// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of an argument's object (abi::ObjectState) says that it is shared virtual memory.
#include "runtime/checks/running_launches.h"

#include "interface/checked_object.h"
#include "runtime/checks/check_reports.h"
#include "runtime/checks/live_objects.h"

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace {

constexpr size_t kMostKeptBytes = size_t(64) << 20;
constexpr size_t kLeastBytes = 4096;

/// Small blocks count for more: each has an entry here and in LiveObjects.
size_t countedBytes(const HostBlock& block) { return std::max(block.sizeBytes, kLeastBytes); }

}  // namespace

RunningLaunches& RunningLaunches::get() {
  static RunningLaunches& launches = *new RunningLaunches;  // used while the process ends
  return launches;
}

RunningLaunches::Launch::Launch(const KernelMetadata& kernel, const void* arguments,
                                std::atomic<const char*>& failure)
    : kernel_(kernel), failure_(failure) {
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    abi::CheckedObject object;
    std::memcpy(&object,
                static_cast<const std::byte*>(arguments) +
                    abi::checkedObjectOffset(kernel.checkedObjects, i),
                sizeof object);
    if (object.state == abi::kSharedVirtualMemory) uses_.push_back({object.base, i});
  }
  if (!uses_.empty()) RunningLaunches::get().add(*this);
}

RunningLaunches::Launch::~Launch() {
  if (!uses_.empty()) RunningLaunches::get().remove(*this);
}

void RunningLaunches::add(const Launch& launch) {
  Lock lock(mutex_);
  running_.push_back(&launch);
}

bool RunningLaunches::isUsedLocked(uint64_t base) const {
  return std::ranges::any_of(running_, [&](const Launch* launch) {
    return std::ranges::find(launch->uses_, base, &Launch::Use::base) != launch->uses_.end();
  });
}

void RunningLaunches::remove(const Launch& launch) {
  Lock lock(mutex_);
  std::erase(running_, &launch);
  freeOldLocked();
}

// The application may have the memory again, as its own.
void RunningLaunches::freeOldLocked() {
  for (size_t i = 0; i < kept_.size() && keptBytes_ > kMostKeptBytes;) {
    const Kept kept = kept_[i];
    if (isUsedLocked(kept.base)) {
      ++i;
      continue;
    }
    kept_.erase(kept_.begin() + static_cast<ptrdiff_t>(i));
    keptBytes_ -= countedBytes(kept.block);
    LiveObjects::get().forget(reinterpret_cast<const void*>(kept.base));
    freeHostMemory(kept.block);
  }
}

void RunningLaunches::free(const void* base, HostBlock block, std::string_view name) {
  const uint64_t address = reinterpret_cast<uintptr_t>(base);
  Lock lock(mutex_);
  for (const Launch* launch : running_)
    for (const Launch::Use& use : launch->uses_) {
      if (use.base != address) continue;
      const char* none = nullptr;
      if (const char* text = CheckReports::get().addFree(launch->kernel_, use.argument, name))
        launch->failure_.compare_exchange_strong(none, text);
    }
  kept_.push_back({address, block});
  keptBytes_ += countedBytes(block);
  freeOldLocked();
}

}  // namespace lanewise
