// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object<T> is the base of everything an application holds a cl_* handle of; Ref<T> is how the
// runtime holds one. The handle is the object's address. Loaders read the first word (the dispatch
// table), so there is no virtual function anywhere in T. No word belongs to one loader: a process
// may have several, and each must be able to use the handles that another one got.
//
// Two counts: the application's (what CL_*_REFERENCE_COUNT returns) and ours. All references of
// the application together hold one of ours. An object lives until our count is 0; until then its
// handle is valid, even if the application's count is 0: a queue keeps its context alive, and
// clGetCommandQueueInfo returns that context. Objects live in type-stable slabs that are never
// unmapped, so that a handle can be read after its object is gone. Whoever drops the last of our
// references deletes the object, or calls T::onLastUse(), which does, if T has one.
#pragma once

#include "runtime/base/mutex.h"

#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace lanewise {

/// The type of an object. A handle with any other tag word does not name an object of ours.
enum class Tag : uint32_t {
  Dead = 0,
  Platform = 0x4c570001,
  Device,
  Context,
  Queue,
  Memory,
  Sampler,
  Program,
  Kernel,
  Event,
  CommandBuffer,
  MutableCommand,
  Semaphore,
};

/// The part of an object that stays readable after the object is gone (tag Dead, counts 0): the
/// loaders' word, and what the handle check and WeakRef read.
struct ObjectHeader {
  const void* dispatch;    // filled by icd/platform/dispatch.cpp
  ObjectHeader* nextFree;  // of a free block
  std::atomic<Tag> tag;
  std::atomic<uint32_t> apiCount;
  std::atomic<uint32_t> useCount;
};

/// The dispatch table that new objects point to, set by the ICD before the first object is made
/// (null in tests that run without the ICD).
extern std::atomic<const void*> objectDispatch;

/// Fixed-size blocks for one type; freed blocks are reused last-in first-out, never unmapped.
class ObjectSlab {
 public:
  void* allocate(size_t sizeBytes) EXCLUDES(mutex_);
  void free(void* block, size_t sizeBytes) EXCLUDES(mutex_);

 private:
  std::atomic<bool> watched_{false};  // for forks
  Mutex mutex_;
  ObjectHeader* free_ GUARDED_BY(mutex_) = nullptr;
  std::byte* fresh_ GUARDED_BY(mutex_) = nullptr;
  std::byte* freshEnd_ GUARDED_BY(mutex_) = nullptr;
};

/// Which of the two counts a reference is part of.
enum class Counted { AsOurs, AsTheApplications };
template <class T, Counted kCounted>
class CountedRef;

template <class T>
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Adds a reference of the application's; the first one after the count was 0 runs
  /// T::onRevive() if T has one. False if the object is being deleted.
  bool retain() {
    uint32_t count = header_.apiCount.load(std::memory_order_relaxed);
    while (count != 0)
      if (header_.apiCount.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    if (!addUseUnlessGone()) return false;
    if (header_.apiCount.fetch_add(1, std::memory_order_relaxed) != 0) {
      dropUse();  // another thread revived it first
      return true;
    }
    T& self = static_cast<T&>(*this);
    if constexpr (requires { self.onRevive(); }) self.onRevive();
    return true;
  }
  /// Drops a reference of the application's; the last one runs T::onLastRelease() if T has one and
  /// then drops the use that the application's references hold together. False if the application
  /// has no reference.
  bool release() {
    uint32_t count = header_.apiCount.load(std::memory_order_relaxed);
    do {
      if (count == 0) return false;
    } while (!header_.apiCount.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel,
                                                     std::memory_order_relaxed));
    if (count != 1) return true;
    T& self = static_cast<T&>(*this);
    if constexpr (requires { self.onLastRelease(); }) self.onLastRelease();
    dropUse();
    return true;
  }
  uint32_t apiCount() const { return header_.apiCount.load(std::memory_order_relaxed); }

  auto handle() { return reinterpret_cast<typename T::Handle>(static_cast<T*>(this)); }

  static void* operator new(size_t sizeBytes) { return slab_.allocate(sizeBytes); }
  static void operator delete(void* block, size_t sizeBytes) { slab_.free(block, sizeBytes); }

 protected:
  /// Called by onLastRelease(): there are references of ours besides the application's.
  bool isUsedElsewhere() const { return header_.useCount.load(std::memory_order_relaxed) > 1; }

  Object() : header_{objectDispatch.load(std::memory_order_relaxed), nullptr, T::kTag, 1, 0} {
    // Pairs with addUseUnlessGone() of a WeakRef to what was here before: it sees that that is
    // gone.
    header_.useCount.store(1, std::memory_order_release);
  }
  ~Object() { header_.tag.store(Tag::Dead, std::memory_order_relaxed); }

 private:
  template <class, Counted>
  friend class CountedRef;
  void addUse() { header_.useCount.fetch_add(1, std::memory_order_relaxed); }
  bool addUseUnlessGone() {
    uint32_t uses = header_.useCount.load(std::memory_order_relaxed);
    while (uses != 0 && !header_.useCount.compare_exchange_weak(
                            uses, uses + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
    }
    return uses != 0;
  }
  void dropUse() {
    // Pairs with itself: whoever frees sees all that earlier holders wrote.
    if (header_.useCount.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    T* const self = static_cast<T*>(this);
    if constexpr (requires { self->onLastUse(); })
      self->onLastUse();
    else
      delete self;
  }

  ObjectHeader header_;
  static inline constinit ObjectSlab slab_;
};

/// A counted reference. What counts as ours is taken wherever one is needed, what counts as the
/// application's by name only.
template <class T, Counted kCounted>
class CountedRef {
  static constexpr bool kOurs = kCounted == Counted::AsOurs;

 public:
  CountedRef() = default;
  CountedRef(std::nullptr_t) {}
  explicit(!kOurs) CountedRef(T* object) : object_(object) {
    if (object_) add();
  }
  explicit(!kOurs) CountedRef(T& object) : CountedRef(&object) {}
  CountedRef(const CountedRef& other) : CountedRef(other.object_) {}
  CountedRef(CountedRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  CountedRef& operator=(CountedRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~CountedRef() {
    if (object_) drop();
  }
  /// Takes over the reference that a new object is born with.
  static CountedRef adopt(T* object) {
    CountedRef ref;
    ref.object_ = object;
    return ref;
  }
  /// Empty if the last reference is gone: for lists that an object leaves in its destructor.
  static CountedRef unlessGone(T& object)
    requires kOurs
  {
    return adopt(object.addUseUnlessGone() ? &object : nullptr);
  }

  /// Gives the reference up, to become the application's.
  T* detach() { return std::exchange(object_, nullptr); }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const CountedRef& a, const CountedRef& b) {
    return a.object_ == b.object_;
  }

 private:
  void add() {
    if constexpr (kOurs)
      object_->addUse();
    else
      object_->retain();
  }
  void drop() {
    if constexpr (kOurs)
      object_->dropUse();
    else
      object_->release();
  }

  T* object_ = nullptr;
};

/// A reference of ours.
template <class T>
using Ref = CountedRef<T, Counted::AsOurs>;
/// A reference like the application's own, which CL_*_REFERENCE_COUNT counts: for what the
/// specification says retains an object.
template <class T>
using ApiRef = CountedRef<T, Counted::AsTheApplications>;

}  // namespace lanewise
