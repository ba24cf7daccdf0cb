// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations by address. Memory is freed only after its record is removed: the allocator may
// return the same address to another thread at once.
#include "runtime/context/svm.h"

#include "runtime/checks/live_objects.h"
#include "runtime/checks/running_launches.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/device/global_memory.h"

#include <iterator>
#include <string>
#include <utility>

namespace lanewise {
namespace {

void release(const SvmAllocation& allocation) {
  if (checksAreOn()) [[unlikely]] {
    const std::string name = LiveObjects::get().nameOf(allocation.data);
    // A launch that begins from now on finds that it is freed.
    LiveObjects::get().remove(allocation.data);
    ShadowMemory::forgetUsed(allocation.data);
    RunningLaunches::get().free(allocation.data, allocation.block, name);
  } else {
    ShadowMemory::forgetUsed(allocation.data);
    freeHostMemory(allocation.block);
  }
  giveGlobalMemory(allocation.sizeBytes);
}

}  // namespace

SvmAllocations::~SvmAllocations() {
  decltype(byBase_) all;
  {
    Lock lock(mutex_);
    all.swap(byBase_);
  }
  for (const auto& [base, allocation] : all) release(allocation);
}

void* SvmAllocations::allocate(SvmAllocation description, size_t sizeBytes) {
  description.sizeBytes = sizeBytes;
  if (!takeGlobalMemory(sizeBytes)) return nullptr;
  const HostBlock block = allocateHostMemory(sizeBytes);
  std::byte* const data = description.data = block.data;
  description.block = block;
  if (!data) {
    giveGlobalMemory(sizeBytes);
    return nullptr;
  }
  try {
    Lock lock(mutex_);
    byBase_.emplace(data, std::move(description));
    if (checksAreOn()) [[unlikely]]
      LiveObjects::get().add(data, sizeBytes, "shared virtual memory");
  } catch (const std::bad_alloc&) {
    freeHostMemory(block);
    giveGlobalMemory(sizeBytes);
    return nullptr;
  }
  return data;
}

bool SvmAllocations::free(const void* base, SvmKind kind) {
  decltype(byBase_)::node_type taken;
  {
    Lock lock(mutex_);
    const auto found = byBase_.find(static_cast<const std::byte*>(base));
    if (found == byBase_.end() || found->second.kind != kind) return false;
    taken = byBase_.extract(found);
  }
  release(taken.mapped());
  return true;
}

std::optional<SvmAllocation> SvmAllocations::find(const void* pointer) const {
  const auto* address = static_cast<const std::byte*>(pointer);
  Lock lock(mutex_);
  const auto after = byBase_.upper_bound(address);
  if (after == byBase_.begin()) return std::nullopt;
  const SvmAllocation& before = std::prev(after)->second;
  if (size_t(address - before.data) >= before.sizeBytes) return std::nullopt;
  return before;
}

std::optional<SvmAllocation> SvmAllocations::find(const void* pointer, SvmKind kind) const {
  auto found = find(pointer);
  if (found && found->kind != kind) found.reset();
  return found;
}

abi::CheckedObject SvmAllocations::checkedObjectAt(const void* pointer) const {
  if (const auto allocation = find(pointer)) {
    const uint64_t base = reinterpret_cast<uintptr_t>(allocation->data);
    auto object = abi::objectOfSize(base, allocation->sizeBytes, allocation->sizeBytes);
    object.state = abi::kSharedVirtualMemory;
    object.subject = LiveObjects::get().numberOf(allocation->data);
    return object;
  }
  return LiveObjects::get().find(pointer);
}

}  // namespace lanewise
