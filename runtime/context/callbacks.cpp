// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callback thread lives as long as the process and is not joined: exit must not wait for a
// callback of the application.
#include "runtime/context/callbacks.h"

#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"
#include "runtime/base/thread.h"

#include <new>
#include <utility>

namespace lanewise {
namespace {

struct Mailbox {
  Mutex mutex;
  Condition posted;
  CallbackTask* first GUARDED_BY(mutex) = nullptr;
  CallbackTask* last GUARDED_BY(mutex) = nullptr;
  bool threadRuns GUARDED_BY(mutex) = false;
};

constinit PerProcess<Mailbox> mailbox;
thread_local constinit bool callsBack = false;

void callBack(Mailbox& box) {
  callsBack = true;
  for (;;) {
    CallbackTask* batch;
    {
      Lock lock(box.mutex);
      while (!box.first) box.posted.wait(box.mutex);
      batch = std::exchange(box.first, nullptr);
    }
    while (batch) {
      CallbackTask& task = *std::exchange(batch, batch->next);
      task.run(task);
    }
  }
}

Mailbox& theMailbox() {
  return mailbox.get([] { return Mailbox(); });
}

/// Starts its thread.
Status prepareLocked(Mailbox& box) REQUIRES(box.mutex) {
  if (box.threadRuns) return {};
  Status started = startThread("lanewise-notify", [&box] { callBack(box); });
  box.threadRuns = started.ok();
  return started;
}

Status post(CallbackTask& task) {
  Mailbox& box = theMailbox();
  Lock lock(box.mutex);
  TRY_STATUS(prepareLocked(box));
  task.next = nullptr;
  (box.first ? box.last->next : box.first) = &task;
  box.last = &task;
  box.posted.notify_one();
  return {};
}

}  // namespace

Status prepareCallbacks() {
  Mailbox& box = theMailbox();
  Lock lock(box.mutex);
  return prepareLocked(box);
}

bool isCallbackThread() { return callsBack; }

void postCallback(CallbackTask& task) noexcept {
  try {
    if (post(task).ok()) return;
  } catch (const std::bad_alloc&) {
    // Only if the thread stayed in the parent process.
  }
  task.run(task);
}

}  // namespace lanewise
