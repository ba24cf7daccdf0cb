// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callbacks of the application that run before an object is deleted, last registered first. Any
// thread may drop the last reference (a queue thread, one that waits in clFinish), so the callback
// thread calls them, and deletes the object after them.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/context/callbacks.h"

#include <CL/cl.h>

#include <memory>
#include <utility>

namespace lanewise {

template <class T, class Handle>
class DestructorCallbacks {
 public:
  using Notify = void(CL_CALLBACK*)(Handle, void*);

  Status add(Notify notify, void* user) EXCLUDES(mutex_) {
    TRY_STATUS(prepareCallbacks());
    auto fresh = std::make_unique<Callback>(notify, user);
    Lock lock(mutex_);
    fresh->earlier = std::move(last_);
    last_ = std::move(fresh);
    return {};
  }

  bool any() const EXCLUDES(mutex_) {
    Lock lock(mutex_);
    return last_ != nullptr;
  }

  /// Deletes `object`, which has these callbacks and no reference. \pre Nobody else uses it.
  void deleteAfterCallbacks(T* object) EXCLUDES(mutex_) {
    Callback* first;
    {
      Lock lock(mutex_);
      first = last_.release();
    }
    if (!first) {
      delete object;
      return;
    }
    first->object = object;
    postCallback(*first);
  }

 private:
  /// The first one to run is the task of all.
  struct Callback : CallbackTask {
    Callback(Notify function, void* data) : CallbackTask{runAll}, notify(function), user(data) {}
    static void runAll(CallbackTask& task) {
      std::unique_ptr<Callback> each(static_cast<Callback*>(&task));
      T* const object = each->object;
      for (; each; each = std::move(each->earlier)) each->notify(object->handle(), each->user);
      delete object;
    }
    Notify notify;
    void* user;
    T* object = nullptr;
    std::unique_ptr<Callback> earlier;
  };

  mutable Mutex mutex_;
  std::unique_ptr<Callback> last_ GUARDED_BY(mutex_);
};

}  // namespace lanewise
