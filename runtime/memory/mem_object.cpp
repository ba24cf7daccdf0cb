// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps of memory objects.
#include "runtime/memory/mem_object.h"

#include "runtime/base/cl_names.h"
#include "runtime/checks/live_objects.h"
#include "runtime/checks/shadow_memory.h"
#include "runtime/context/context.h"
#include "runtime/memory/byte_rect.h"

#include <algorithm>

namespace lanewise {

struct MemObject::Map {
  uint64_t number;
  const MemObject* of;
  ByteRect region;
  bool writes;
  bool hasRun = false;
};

cl_mem_flags inheritedFlags(cl_mem_flags flags, cl_mem_flags parentFlags) {
  constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  constexpr cl_mem_flags kHostAccess =
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  constexpr cl_mem_flags kHostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  if (!(flags & kAccess)) flags |= parentFlags & kAccess;
  if (!(flags & kHostAccess)) flags |= parentFlags & kHostAccess;
  return flags | (parentFlags & (kHostPointer | CL_MEM_IMMUTABLE_EXT));
}

MemObject::MemObject(Context& context, Description description)
    : context_(context),
      type_(description.type),
      flags_(description.flags),
      sizeBytes_(description.sizeBytes),
      data_(description.data),
      argument_(description.argument ? description.argument : description.data),
      storage_(std::move(description.storage)),
      hostPointer_(description.hostPointer),
      usesSvm_(description.usesSvm),
      parent_(description.parent),
      offsetBytes_(description.offsetBytes),
      properties_(std::move(description.properties)) {
  if (parent_) parent_->hasParts_.store(true, std::memory_order_relaxed);
  // Checks do not see what is written through images.
  if (parent_ && type_ != CL_MEM_OBJECT_BUFFER)
    ShadowMemory::noteWritten(root().data_, root().sizeBytes_);
  if (const void* listed = addressForChecks()) [[unlikely]]
    LiveObjects::get().add(listed, listed == data_ ? sizeBytes_ : 1,
                           listed == data_ ? "buffer" : "image");
}

const void* MemObject::addressForChecks() const {
  if (!checksAreOn() || type_ == CL_MEM_OBJECT_PIPE) return nullptr;
  if (type_ != CL_MEM_OBJECT_BUFFER) return argument_ == data_ ? nullptr : argument_;
  return parent_ || hostPointer_ ? nullptr : data_;
}

abi::CheckedObject checkedObjectOf(const MemObject& buffer) {
  const bool isRead = buffer.flags() & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT);
  return abi::objectOfSize(reinterpret_cast<uintptr_t>(buffer.data()), buffer.sizeBytes(),
                           isRead ? 0 : buffer.sizeBytes());
}

void MemObject::noteMapRan(uint64_t number) {
  MemObject& whole = root();
  Lock lock(whole.mutex_);
  for (Map& map : whole.maps_)
    if (map.number == number) map.hasRun = true;
}

MemObject::HostMap MemObject::mapOfAll(bool alsoWaiting) const {
  const MemObject& whole = root();
  HostMap all = HostMap::None;
  Lock lock(whole.mutex_);
  for (const Map& map : whole.maps_) {
    const ByteRect& region = map.region;
    if (!map.hasRun && !alsoWaiting) continue;
    if (region.begin > data_ || region.begin + region.spanBytes() < data_ + sizeBytes_) continue;
    all = std::max(all, map.writes ? HostMap::Writes : HostMap::Reads);
  }
  return all;
}

MemObject::~MemObject() {
  serial_.cut();
  if (const void* listed = addressForChecks()) [[unlikely]]
    LiveObjects::get().remove(listed);
  // Memory of the application may be behind other objects.
  if (!parent_ && storage_ && !hostPointer_) ShadowMemory::forget(data_);
  storage_.reset();
  // The memory first: who waits for it takes it.
  onRevive();
}

size_t MemObject::heldBytes() const {
  const bool owns = storage_ && !external() && !hostPointer_ && !parent_;
  return owns && isUsedElsewhere() && !hasParts_.load(std::memory_order_relaxed) ? sizeBytes_ : 0;
}

void MemObject::onLastRelease() {
  const size_t held = heldBytes();
  if (held && releasedBytes_.exchange(held, std::memory_order_relaxed) == 0)
    context_->releasedMemory().add(held);
}

void MemObject::onRevive() {
  if (const size_t held = releasedBytes_.exchange(0, std::memory_order_relaxed))
    context_->releasedMemory().remove(held);
}

void MemObject::onLastUse() { destructorCallbacks_.deleteAfterCallbacks(this); }

uint64_t MemObject::addMap(const ByteRect& region, bool writes) {
  MemObject& whole = root();
  Lock lock(whole.mutex_);
  const auto overlaps = [&](const Map& other) {
    return other.writes && overlap(region, other.region);
  };
  if (writes && std::ranges::any_of(whole.maps_, overlaps)) return 0;
  whole.maps_.push_back({whole.lastMap_ + 1, this, region, writes});
  mapCount_.fetch_add(1, std::memory_order_relaxed);
  return ++whole.lastMap_;
}

bool MemObject::hasMap(void* pointer) {
  MemObject& whole = root();
  Lock lock(whole.mutex_);
  return std::ranges::any_of(
      whole.maps_, [&](const Map& map) { return map.of == this && map.region.begin == pointer; });
}

bool MemObject::removeMap(void* pointer) {
  MemObject& whole = root();
  Lock lock(whole.mutex_);
  auto& maps = whole.maps_;
  const auto found = std::find_if(maps.rbegin(), maps.rend(), [&](const Map& map) {
    return map.of == this && map.region.begin == pointer;
  });
  if (found == maps.rend()) return false;
  maps.erase(std::next(found).base());
  mapCount_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

void MemObject::cancelMap(uint64_t number) {
  MemObject& whole = root();
  Lock lock(whole.mutex_);
  if (std::erase_if(whole.maps_, [&](const Map& map) { return map.number == number; }) != 0)
    mapCount_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace lanewise
