// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps of memory objects.
#include "runtime/memory/mem_object.h"

#include "runtime/context/context.h"

#include <algorithm>

namespace lanewise {

MemObject::MemObject(Context& context, Description description)
    : context_(context),
      type_(description.type),
      flags_(description.flags),
      sizeBytes_(description.sizeBytes),
      data_(description.data),
      storage_(std::move(description.storage)),
      hostPointer_(description.hostPointer),
      usesSvm_(description.usesSvm),
      parent_(description.parent),
      offsetBytes_(description.offsetBytes),
      properties_(std::move(description.properties)) {}

MemObject::~MemObject() { serial_.cut(); }

void MemObject::onLastUse() { destructorCallbacks_.deleteAfterCallbacks(this); }

bool MemObject::addMap(size_t offsetBytes, size_t sizeBytes, bool writes) {
  MemObject& whole = parent_ ? *parent_ : *this;
  std::byte* const begin = data_ + offsetBytes;
  Lock lock(whole.mutex_);
  const auto overlaps = [&](const Map& other) {
    return other.writes && begin < other.begin + other.sizeBytes && other.begin < begin + sizeBytes;
  };
  if (writes && std::ranges::any_of(whole.maps_, overlaps)) return false;
  whole.maps_.push_back({this, begin, sizeBytes, writes});
  mapCount_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool MemObject::hasMap(void* pointer) {
  MemObject& whole = parent_ ? *parent_ : *this;
  Lock lock(whole.mutex_);
  return std::ranges::any_of(
      whole.maps_, [&](const Map& map) { return map.of == this && map.begin == pointer; });
}

bool MemObject::removeMap(void* pointer) {
  MemObject& whole = parent_ ? *parent_ : *this;
  Lock lock(whole.mutex_);
  auto& maps = whole.maps_;
  const auto found = std::find_if(maps.rbegin(), maps.rend(), [&](const Map& map) {
    return map.of == this && map.begin == pointer;
  });
  if (found == maps.rend()) return false;
  maps.erase(std::next(found).base());
  mapCount_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

}  // namespace lanewise
