// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemObject: the part that all memory objects share: context, flags, properties, parent, bytes in
// host memory that kernels use in place, maps (which cost nothing, therefore) and destructor
// callbacks. What one kind has beyond that is its storage; buffer.h creates buffers.
#pragma once

#include "interface/checked_object.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/base/weak_ref.h"
#include "runtime/context/destructor_callbacks.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

namespace pipes {
struct Pipe;
}

class Context;
class ExternalMemory;
struct ByteRect;
struct Image;

/// The flags of an object that is made over `parentFlags` with `flags`: what these do not say of
/// access, the parent's do; host-pointer flags are the parent's.
cl_mem_flags inheritedFlags(cl_mem_flags flags, cl_mem_flags parentFlags);

class MemObject;

/// What kernels may do with the bytes of a buffer.
abi::CheckedObject checkedObjectOf(const MemObject& buffer);

class MemObject : public Object<MemObject> {
 public:
  using Handle = cl_mem;
  static constexpr Tag kTag = Tag::Memory;
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;

  /// Owns what a kind of object has beyond the shared part: its memory at least.
  class Storage {
   public:
    virtual ~Storage() = default;
    /// Null unless the memory is external.
    virtual const ExternalMemory* external() const { return nullptr; }
    /// Null unless the object is an image.
    virtual const Image* image() const { return nullptr; }
    /// Null unless the object is a pipe.
    virtual const pipes::Pipe* pipe() const { return nullptr; }
    /// MemObject::setHistory().
    virtual void setHistory(const abi::CheckedObject&) {}
  };
  /// All members are checked by the caller.
  struct Description {
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    cl_mem_flags flags = 0;
    size_t sizeBytes = 0;
    std::byte* data = nullptr;
    const void* argument = nullptr;              // of launches; null: `data`
    std::unique_ptr<Storage> storage = nullptr;  // null if `data` belongs to someone else
    void* hostPointer = nullptr;
    bool usesSvm = false;
    MemObject* parent = nullptr;
    size_t offsetBytes = 0;  // in the parent
    std::vector<cl_mem_properties> properties = {};
  };

  MemObject(Context& context, Description description);
  ~MemObject();

  /// Null unless the memory is external.
  const ExternalMemory* external() const { return storage_ ? storage_->external() : nullptr; }
  /// Null unless the object is an image.
  const Image* image() const { return storage_ ? storage_->image() : nullptr; }
  /// Null unless the object is a pipe.
  const pipes::Pipe* pipe() const { return storage_ ? storage_->pipe() : nullptr; }
  /// An image is given the history of the object that owns the bytes, for kernels that check races.
  /// Kernels may run with an older one, which stays.
  void setHistory(const abi::CheckedObject& history) { storage_->setHistory(history); }
  Context& context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  cl_mem_flags flags() const { return flags_; }
  /// Where kernels and copies find the bytes.
  std::byte* data() const { return data_; }
  /// What the argument block of a launch has: the address of the bytes, of an image that of its
  /// descriptor.
  const void* argument() const { return argument_; }
  size_t sizeBytes() const { return sizeBytes_; }
  void* hostPointer() const { return hostPointer_; }
  MemObject* parent() const { return parent_.get(); }
  /// The object that owns the bytes: the parent's parent, if there is one, and so on.
  MemObject& root() {
    MemObject* object = this;
    while (object->parent_) object = object->parent_.get();
    return *object;
  }
  const MemObject& root() const { return const_cast<MemObject*>(this)->root(); }
  size_t offsetBytes() const { return offsetBytes_; }
  std::span<const cl_mem_properties> properties() const { return properties_; }
  /// The host pointer that it was made over is shared virtual memory.
  bool usesSvm() const { return usesSvm_; }
  const Serial& serial() const { return serial_; }

  uint32_t mapCount() const { return mapCount_.load(std::memory_order_relaxed); }
  /// Notes that `region` is mapped. The number of the map; 0, and nothing noted, if it is mapped
  /// for writing and so is a part of it already, be it through another object over the same memory.
  uint64_t addMap(const ByteRect& region, bool writes) EXCLUDES(mutex_);
  bool hasMap(void* pointer) EXCLUDES(mutex_);
  /// Forgets the last map of this object that begins at `pointer`; false if there is none.
  bool removeMap(void* pointer) EXCLUDES(mutex_);
  /// Forgets the map with this number, unless it was removed before.
  void cancelMap(uint64_t number) EXCLUDES(mutex_);

  enum class HostMap : uint8_t { None, Reads, Writes };
  /// The command of the map with this number has run. Only noted while LANEWISE_CHECK is set.
  void noteMapRan(uint64_t number) EXCLUDES(mutex_);
  /// How the host has mapped the whole object, of several maps the one that forbids most.
  /// \param alsoWaiting  maps count whose commands have not run
  HostMap mapOfAll(bool alsoWaiting) const EXCLUDES(mutex_);

  /// They run while the memory is still there.
  Status addDestructorCallback(DestructorCallbacks<MemObject, cl_mem>::Notify notify, void* user) {
    return destructorCallbacks_.add(notify, user);
  }
  void onLastRelease();
  void onRevive();
  void onLastUse();

 private:
  /// Where checks of kernels know it, if LANEWISE_CHECK is set: its memory, or the descriptor of an
  /// image. Null if they do not.
  const void* addressForChecks() const;
  /// Bytes that are free when the last command that uses this object ends, if the application has
  /// no reference.
  size_t heldBytes() const;

  Serial serial_;
  const Ref<Context> context_;
  const cl_mem_object_type type_;
  const cl_mem_flags flags_;
  const size_t sizeBytes_;
  std::byte* const data_;
  const void* const argument_;
  std::unique_ptr<Storage> storage_;  // until the destructor
  void* const hostPointer_;
  const bool usesSvm_;
  const Ref<MemObject> parent_;
  const size_t offsetBytes_;
  const std::vector<cl_mem_properties> properties_;
  /// Objects over this memory were made, which may live as long as the application likes.
  std::atomic<bool> hasParts_{false};
  std::atomic<size_t> releasedBytes_{0};  // counted in the context
  std::atomic<uint32_t> mapCount_{0};
  mutable Mutex mutex_;
  struct Map;
  /// The maps of this object and of those over its memory, whose own lists stay empty.
  std::vector<Map> maps_ GUARDED_BY(mutex_);
  uint64_t lastMap_ GUARDED_BY(mutex_) = 0;
  DestructorCallbacks<MemObject, cl_mem> destructorCallbacks_;
};

}  // namespace lanewise
