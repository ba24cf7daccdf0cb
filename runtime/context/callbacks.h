// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that calls callbacks of the application. They run one after another, in the order in
// which they were posted, without any lock held. A slow callback delays only other callbacks.
//
// Memory for a callback is allocated at its registration. Posting needs none, because it happens
// where no error can be returned.
#pragma once

#include "runtime/base/status.h"

namespace lanewise {

/// A callback to be posted once. The code that registers it creates it, `run` destroys it.
struct CallbackTask {
  void (*run)(CallbackTask& self) = nullptr;
  CallbackTask* next = nullptr;
};

/// Call before registering a callback: starts the thread. Fails like startThread().
Status prepareCallbacks();

/// Runs task.run on the callback thread, or here if there is no such thread (in a forked child that
/// cannot start one).
void postCallback(CallbackTask& task) noexcept;

/// The calling thread is in a callback on that thread.
bool isCallbackThread();

}  // namespace lanewise
