// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Object<T> is the base of everything an application holds a cl_* handle of; Ref<T> is how the
// runtime holds one. The handle is the object's address. The loader reads the first two words
// (dispatch table, its own data), so there is no virtual function anywhere in T.
//
// Two counts: the application's (what CL_*_REFERENCE_COUNT returns) and ours. All references of
// the application together are worth one of ours. Objects live in type-stable slabs that are never
// given back, so that a released handle can still be read and is found to be released by its tag.
#pragma once

#include "runtime/base/mutex.h"

#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace lanewise {

/// What the tag word of a handle says; anything else is not an object of ours.
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

/// The words that the loader and the handle check read. `icd/dispatch.cpp` fills `dispatch`.
struct ObjectHeader {
  const void* dispatch;
  void* loaderData;
  std::atomic<Tag> tag;
};

/// The dispatch table that new objects point to, set by the ICD before the first object is made
/// (null in tests that run without the ICD).
extern std::atomic<const void*> objectDispatch;
/// The loader's word for new objects, set by clIcdSetPlatformDispatchDataKHR.
extern std::atomic<void*> objectLoaderData;

/// Fixed-size blocks for one type; freed blocks are reused last-in first-out, never unmapped.
class ObjectSlab {
 public:
  void* allocate(size_t sizeBytes) EXCLUDES(mutex_);
  void free(void* block, size_t sizeBytes) EXCLUDES(mutex_);

 private:
  struct Free {
    // The header stays readable (tag Dead) while the block is on the list.
    ObjectHeader header;
    Free* next;
  };
  std::atomic<bool> watched_{false};  // for forks
  Mutex mutex_;
  Free* free_ GUARDED_BY(mutex_) = nullptr;
  std::byte* fresh_ GUARDED_BY(mutex_) = nullptr;
  std::byte* freshEnd_ GUARDED_BY(mutex_) = nullptr;
};

template <class T>
class Ref;
template <class T>
class Lent;

template <class T>
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// One more reference of the application's.
  void retain() { apiCount_.fetch_add(1, std::memory_order_relaxed); }
  /// One less; the last one gives up the reference that the application's were worth. Before it
  /// does, T::onLastRelease() runs if T has one.
  void release() {
    if (apiCount_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    T& self = static_cast<T&>(*this);
    if constexpr (requires { self.onLastRelease(); }) self.onLastRelease();
    dropUse();
  }
  uint32_t apiCount() const { return apiCount_.load(std::memory_order_relaxed); }

  /// cl_khr_icd 2.0: the loader's word of an object that was made before the loader set it.
  void setLoaderData(void* data) { header_.loaderData = data; }

  auto handle() { return reinterpret_cast<typename T::Handle>(static_cast<T*>(this)); }

  static void* operator new(size_t sizeBytes) { return slab_.allocate(sizeBytes); }
  static void operator delete(void* block, size_t sizeBytes) { slab_.free(block, sizeBytes); }

 protected:
  Object()
      : header_{objectDispatch.load(std::memory_order_relaxed),
                objectLoaderData.load(std::memory_order_relaxed), T::kTag} {}
  ~Object() { header_.tag.store(Tag::Dead, std::memory_order_relaxed); }

 private:
  friend class Ref<T>;
  friend class Lent<T>;
  /// One reference of the application's where it has none left.
  bool revive() {
    uint32_t none = 0;
    if (!apiCount_.compare_exchange_strong(none, 1, std::memory_order_relaxed)) return false;
    addUse();
    return true;
  }
  void addUse() { useCount_.fetch_add(1, std::memory_order_relaxed); }
  bool addUseUnlessGone() {
    uint32_t uses = useCount_.load(std::memory_order_relaxed);
    while (uses != 0 && !useCount_.compare_exchange_weak(uses, uses + 1, std::memory_order_relaxed)) {
    }
    return uses != 0;
  }
  void dropUse() {
    // Pairs with itself: whoever frees sees all that earlier holders wrote.
    if (useCount_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<T*>(this);
  }

  ObjectHeader header_;
  std::atomic<uint32_t> apiCount_{1};
  std::atomic<uint32_t> useCount_{1};
  static inline constinit ObjectSlab slab_;
};

/// A counted reference of ours. `Ref<T>::adopt` takes over the reference that a new object is born
/// with when the application does not get it.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  Ref(T* object) : object_(object) {
    if (object_) object_->addUse();
  }
  Ref(T& object) : Ref(&object) {}
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) object_->dropUse();
  }
  /// Empty if the last reference is gone: for lists that an object leaves in its destructor.
  static Ref unlessGone(T& object) { return adopt(object.addUseUnlessGone() ? &object : nullptr); }
  static Ref adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }

  /// Gives the reference up, to become the application's.
  T* detach() { return std::exchange(object_, nullptr); }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

/// A reference like the application's own, which CL_*_REFERENCE_COUNT counts: for what the
/// specification says retains an object.
template <class T>
class ApiRef {
 public:
  ApiRef() = default;
  explicit ApiRef(T& object) : object_(&object) { object.retain(); }
  ApiRef(ApiRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  ApiRef& operator=(ApiRef other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~ApiRef() {
    if (object_) object_->release();
  }
  /// Takes over the reference that a new object is born with.
  static ApiRef adopt(T* object) {
    ApiRef ref;
    ref.object_ = object;
    return ref;
  }
  /// Gives the reference up, to be the application's again.
  T* detach() { return std::exchange(object_, nullptr); }
  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }

 private:
  T* object_ = nullptr;
};

/// An object whose handle a callback of the application gets: the handle is valid while the callback
/// runs, also if the application has released it before. Whoever lends holds a Ref.
template <class T>
class Lent {
 public:
  explicit Lent(T& object) : object_(object), revived_(object.revive()) {}
  ~Lent() {
    if (revived_) object_.release();
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  auto handle() const { return object_.handle(); }

 private:
  T& object_;
  bool revived_;
};

}  // namespace lanewise
