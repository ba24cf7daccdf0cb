// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A way to an object for those who may not keep it alive: a kernel's arguments do not retain what
// they name. The object owns its Lifeline and cuts it first thing in its destructor; holders share
// it and ask it for a reference.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/base/object.h"

#include <memory>

namespace lanewise {

template <class T>
class Lifeline {
 public:
  explicit Lifeline(T& object) : object_(&object) {}

  /// Null once the object is being deleted.
  Ref<T> reference() EXCLUDES(mutex_) {
    Lock lock(mutex_);
    return object_ ? Ref<T>::unlessGone(*object_) : Ref<T>();
  }
  void cut() EXCLUDES(mutex_) {
    Lock lock(mutex_);
    object_ = nullptr;
  }

 private:
  Mutex mutex_;
  T* object_ GUARDED_BY(mutex_);
};

template <class T>
using SharedLifeline = std::shared_ptr<Lifeline<T>>;

}  // namespace lanewise
