// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that calls the application back. Callbacks run one after the other, in the order in
// which they were posted, with no lock of ours held; a slow one delays only other callbacks.
//
// Memory runs out, if it does, where a callback is registered: posting needs none, for it happens
// where nobody could be told.
#pragma once

namespace lanewise {

/// A callback to be posted once; whoever registers it makes it, `run` disposes of it.
struct CallbackTask {
  void (*run)(CallbackTask& self) = nullptr;
  CallbackTask* next = nullptr;
};

/// Before a callback is registered: starts the thread, or throws.
void prepareCallbacks();

/// Has task.run called on the callback thread; here, if there is no such thread (in a forked child
/// that cannot start one).
void postCallback(CallbackTask& task) noexcept;

}  // namespace lanewise
