// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemObject: what cl_mem names. A buffer or a sub-buffer is bytes in host memory that kernels use
// in place; mapping is therefore free.
#pragma once

#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/base/weak_ref.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanewise {

class Context;
class Device;
class ExternalMemory;

class MemObject : public Object<MemObject> {
 public:
  using Handle = cl_mem;
  static constexpr Tag kTag = Tag::Memory;
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  /// `flags` and `hostPointer` already checked; copies for CL_MEM_COPY_HOST_PTR.
  static Result<MemObject*> createBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                         void* hostPointer,
                                         std::vector<cl_mem_properties> properties);
  static Result<MemObject*> createSubBuffer(MemObject& parent, cl_mem_flags flags,
                                            size_t offsetBytes, size_t sizeBytes);
  /// A buffer of external memory for `devices` (default: all of the context). On success it owns
  /// the descriptor `file`; on failure the caller still does. The errors of ExternalMemory::map().
  static Result<MemObject*> createExternal(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                           int file,
                                           std::optional<std::vector<Ref<Device>>> devices,
                                           std::vector<cl_mem_properties> properties);
  ~MemObject();

  /// Null for memory of our own.
  const ExternalMemory* external() const { return external_.get(); }
  Context& context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  cl_mem_flags flags() const { return flags_; }
  /// Where kernels and copies find the bytes.
  std::byte* data() const { return data_; }
  size_t sizeBytes() const { return sizeBytes_; }
  void* hostPointer() const { return hostPointer_; }
  MemObject* parent() const { return parent_.get(); }
  size_t offsetBytes() const { return offsetBytes_; }
  std::span<const cl_mem_properties> properties() const { return properties_; }
  /// The host pointer that it was made over is shared virtual memory.
  bool usesSvm() const { return usesSvm_; }
  /// Made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, or a part of such a buffer.
  bool hasDeviceAddress() const;
  const Serial& serial() const { return serial_; }

  uint32_t mapCount() const { return mapCount_.load(std::memory_order_relaxed); }
  /// Notes that [offset, offset + size) is mapped. False, and nothing noted, if it is mapped for
  /// writing and so is a part of it already, be it through another sub-buffer of the same buffer.
  bool addMap(size_t offsetBytes, size_t sizeBytes, bool writes) EXCLUDES(mutex_);
  bool hasMap(void* pointer) EXCLUDES(mutex_);
  /// Forgets the last map of this object that begins at `pointer`; false if there is none.
  bool removeMap(void* pointer) EXCLUDES(mutex_);

  /// Destructor callbacks run in reverse order when the object is deleted.
  void addDestructorCallback(void(CL_CALLBACK* notify)(cl_mem, void*), void* user) EXCLUDES(mutex_);

 private:
  MemObject(Context& context, cl_mem_object_type type, cl_mem_flags flags, size_t sizeBytes);

  Serial serial_;
  Ref<Context> context_;
  std::byte* data_ = nullptr;
  cl_mem_object_type type_;
  cl_mem_flags flags_;
  Ref<MemObject> parent_;
  bool ownsData_ = false;
  bool usesSvm_ = false;
  size_t sizeBytes_;
  size_t offsetBytes_ = 0;
  void* hostPointer_ = nullptr;
  std::vector<cl_mem_properties> properties_;
  std::atomic<uint32_t> mapCount_{0};
  Mutex mutex_;
  struct Map {
    const MemObject* of;
    std::byte* begin;
    size_t sizeBytes;
    bool writes;
  };
  /// The maps of this object and of its sub-buffers; a sub-buffer's own list stays empty.
  std::vector<Map> maps_ GUARDED_BY(mutex_);
  struct Callback {
    void(CL_CALLBACK* notify)(cl_mem, void*);
    void* user;
  };
  std::vector<Callback> callbacks_ GUARDED_BY(mutex_);
  std::unique_ptr<ExternalMemory> external_;
};

}  // namespace lanewise
