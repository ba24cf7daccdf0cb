// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A name for an object that does not keep it alive: a kernel's arguments do not retain what they
// name. Objects live in memory that stays readable (object.h), and each object that can be named
// so has a Serial, so a name is two words; setting one costs no more than writing them.
#pragma once

#include "runtime/base/object.h"

#include <atomic>
#include <cstdint>

namespace lanewise {

/// Tells an object from all that had its memory before. The first member of an object, which says
/// `cut()` first thing in its destructor.
class Serial {
 public:
  uint64_t value() const { return value_.load(std::memory_order_relaxed); }
  /// Before the memory is another object's: who gets a reference to that one while it is being made
  /// must not read this one's.
  void cut() { value_.store(0, std::memory_order_relaxed); }

 private:
  static inline constinit std::atomic<uint64_t> last_{0};
  std::atomic<uint64_t> value_{last_.fetch_add(1, std::memory_order_relaxed) + 1};
};

/// The words are written and read one by one: threads that set one name at once may leave a pointer
/// and a serial of two objects, which name nothing.
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
  /// Whether anything is named, there or gone.
  bool isSet() const { return object_.load(std::memory_order_relaxed) != nullptr; }
  /// Null once the object is being deleted.
  Ref<T> reference() const {
    T* object = object_.load(std::memory_order_relaxed);
    if (!object) return nullptr;
    Ref<T> found = Ref<T>::unlessGone(*object);
    if (found && found->serial().value() != serial_.load(std::memory_order_relaxed)) return nullptr;
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
