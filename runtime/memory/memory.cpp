// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and sub-buffers.
#include "runtime/memory/memory.h"

#include "runtime/base/svm_names.h"
#include "runtime/context/context.h"
#include "runtime/host/host_memory.h"
#include "runtime/memory/bulk_memory.h"
#include "runtime/memory/external_memory.h"

#include <unistd.h>

#include <algorithm>
#include <ranges>

namespace lanewise {
namespace {

/// A sub-buffer's flags: what it does not say, its parent says.
cl_mem_flags inherited(cl_mem_flags flags, cl_mem_flags parentFlags) {
  constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  constexpr cl_mem_flags kHostAccess =
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  constexpr cl_mem_flags kHostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  if (!(flags & kAccess)) flags |= parentFlags & kAccess;
  if (!(flags & kHostAccess)) flags |= parentFlags & kHostAccess;
  return flags | (parentFlags & kHostPointer);
}

}  // namespace

MemObject::MemObject(Context& context, cl_mem_object_type type, cl_mem_flags flags,
                     size_t sizeBytes)
    : context_(context), type_(type), flags_(flags), sizeBytes_(sizeBytes) {}

MemObject::~MemObject() {
  serial_.cut();
  // Last registered first, while the memory is still there.
  std::vector<Callback> callbacks;
  {
    Lock lock(mutex_);
    callbacks.swap(callbacks_);
  }
  for (const Callback& callback : std::views::reverse(callbacks))
    callback.notify(handle(), callback.user);
  if (ownsData_) freeHostMemory(data_);
}

Result<MemObject*> MemObject::createBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                           void* hostPointer,
                                           std::vector<cl_mem_properties> properties) {
  Ref<MemObject> buffer =
      Ref<MemObject>::adopt(new MemObject(context, CL_MEM_OBJECT_BUFFER, flags, sizeBytes));
  buffer->properties_ = std::move(properties);
  if (flags & CL_MEM_USE_HOST_PTR) {
    buffer->hostPointer_ = hostPointer;
    buffer->data_ = static_cast<std::byte*>(hostPointer);
    buffer->usesSvm_ = context.svm().find(hostPointer, SvmKind::Svm).has_value();
    return buffer.detach();
  }
  buffer->data_ = allocateHostMemory(sizeBytes);
  if (!buffer->data_)
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, std::to_string(sizeBytes) + " bytes");
  buffer->ownsData_ = true;
  if (flags & CL_MEM_COPY_HOST_PTR)
    copyBytes(*context.devices().front(), buffer->data_, hostPointer, sizeBytes);
  return buffer.detach();
}

Result<MemObject*> MemObject::createSubBuffer(MemObject& parent, cl_mem_flags flags,
                                              size_t offsetBytes, size_t sizeBytes) {
  auto* part = new MemObject(*parent.context_, CL_MEM_OBJECT_BUFFER,
                             inherited(flags, parent.flags_), sizeBytes);
  part->parent_ = parent;
  part->offsetBytes_ = offsetBytes;
  part->data_ = parent.data_ + offsetBytes;
  part->usesSvm_ = parent.usesSvm_;
  if (parent.hostPointer_)
    part->hostPointer_ = static_cast<std::byte*>(parent.hostPointer_) + offsetBytes;
  return part;
}

bool MemObject::hasDeviceAddress() const {
  const std::vector<cl_mem_properties>& list = parent_ ? parent_->properties_ : properties_;
  for (size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) return list[i + 1] == CL_TRUE;
  return false;
}

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

Result<MemObject*> MemObject::createExternal(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                             int file,
                                             std::optional<std::vector<Ref<Device>>> devices,
                                             std::vector<cl_mem_properties> properties) {
  if (!devices) devices.emplace(context.devices().begin(), context.devices().end());
  TRY(auto memory, ExternalMemory::map(file, sizeBytes, std::move(*devices)));
  auto* buffer = new MemObject(context, CL_MEM_OBJECT_BUFFER, flags, sizeBytes);
  buffer->data_ = memory->data();
  buffer->external_ = std::move(memory);
  buffer->properties_ = std::move(properties);
  // The mapping has a copy of the descriptor.
  close(file);
  return buffer;
}

void MemObject::addDestructorCallback(void(CL_CALLBACK* notify)(cl_mem, void*), void* user) {
  Lock lock(mutex_);
  callbacks_.push_back({notify, user});
}

}  // namespace lanewise
