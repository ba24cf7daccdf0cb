// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reference that does not keep its object alive: a kernel's arguments do not retain their
// objects. Objects live in memory that stays readable (object.h), and each object that can be
// referenced this way has a Serial. A weak reference is two words; setting one costs two stores.
#pragma once

#include "runtime/base/object.h"

#include <atomic>
#include <cstdint>

namespace lanewise {

/// Distinguishes an object from all previous objects in the same memory. It must be the first
/// member of its object, whose destructor must call `cut()` first.
class Serial {
 public:
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }
  /// Must be called before the memory holds another object: a thread that gets a reference to the
  /// new object during its construction must not read the old serial.
  void cut() { value_.store(0, std::memory_order_relaxed); }

 private:
  static inline constinit std::atomic<uint64_t> last_{0};
  std::atomic<uint64_t> value_{last_.fetch_add(1, std::memory_order_relaxed) + 1};
};

/// The two words are stored separately. Threads that set a reference at the same time may leave a
/// pointer and a serial of different objects, which reference nothing.
template <class T>
class WeakRef {
 public:
  WeakRef() = default;
  WeakRef(const WeakRef& other) { *this = other; }
  WeakRef& operator=(const WeakRef& other) {
    set(other.object_.load(std::memory_order_relaxed),
        other.serial_.load(std::memory_order_relaxed));
    return *this;
  }

  void set(T* object) { set(object, object ? object->serial().value() : 0); }
  /// True if it was set, even if the object is destroyed.
  bool isSet() const { return object_.load(std::memory_order_relaxed) != nullptr; }
  /// Null once the object is being destroyed.
  Ref<T> reference() const {
    T* object = object_.load(std::memory_order_relaxed);
    if (!object) return nullptr;
    Ref<T> found = Ref<T>::unlessGone(*object);
    if (found && found->serial().value() != serial_.load(std::memory_order_relaxed)) [[unlikely]]
      return nullptr;
    return found;
  }

 private:
  void set(T* object, uint64_t serial) {
    object_.store(object, std::memory_order_relaxed);
    serial_.store(serial, std::memory_order_relaxed);
  }

  std::atomic<T*> object_{nullptr};
  std::atomic<uint64_t> serial_{0};
};

}  // namespace lanewise
