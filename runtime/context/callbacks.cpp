// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callback thread lives as long as the process and is not joined: exit must not wait for a
// callback of the application.
#include "runtime/context/callbacks.h"

#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"

#include <exception>
#include <thread>
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

void callBack(Mailbox& box) {
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

/// The mailbox with its thread.
Mailbox& preparedMailbox() {
  Mailbox& box = mailbox.get([] { return Mailbox(); });
  Lock lock(box.mutex);
  if (!box.threadRuns) std::thread(callBack, std::ref(box)).detach();
  box.threadRuns = true;
  return box;
}

}  // namespace

void prepareCallbacks() { (void)preparedMailbox(); }

void postCallback(CallbackTask& task) noexcept {
  try {
    Mailbox& box = preparedMailbox();
    Lock lock(box.mutex);
    task.next = nullptr;
    (box.first ? box.last->next : box.first) = &task;
    box.last = &task;
    box.posted.notify_one();
    return;
  } catch (const std::exception&) {
    // Only if the thread stayed in the parent process.
  }
  task.run(task);
}

}  // namespace lanewise
