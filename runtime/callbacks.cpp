// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callback thread lives as long as the process and is not joined: the application's exit must
// not wait for the application's callback.
#include "runtime/callbacks.h"

#include "runtime/base/fork.h"
#include "runtime/base/mutex.h"

#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace lanewise {
namespace {

struct Task {
  void (*run)(void*);
  void* user;
};

struct Mailbox {
  Mutex mutex;
  Condition posted;
  std::vector<Task> tasks GUARDED_BY(mutex);
  bool threadRuns GUARDED_BY(mutex) = false;
};

// Made at the first post, never destroyed; null again in a forked child.
constinit Mailbox* mailbox = nullptr;
constinit Mutex mailboxMutex;

void forgetInChild() {
  mailbox = nullptr;
  new (&mailboxMutex) Mutex;
}
constinit ForkReset forkReset{forgetInChild};

Mailbox& theMailbox() {
  static constinit bool watched = false;
  Lock lock(mailboxMutex);
  if (!std::exchange(watched, true)) resetInForkedChild(forkReset);
  if (!mailbox) mailbox = new Mailbox;
  return *mailbox;
}

void callBack(Mailbox& box) {
  std::vector<Task> batch;
  for (;;) {
    {
      Lock lock(box.mutex);
      while (box.tasks.empty()) box.posted.wait(box.mutex);
      batch.swap(box.tasks);
    }
    for (const Task& task : batch) task.run(task.user);
    batch.clear();
  }
}

bool startThread(Mailbox& box) {
  try {
    std::thread(callBack, std::ref(box)).detach();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

void postCallback(void (*task)(void*), void* user) {
  Mailbox& box = theMailbox();
  {
    Lock lock(box.mutex);
    if (!box.threadRuns) box.threadRuns = startThread(box);
    if (box.threadRuns) {
      box.tasks.push_back({task, user});
      box.posted.notify_one();
      return;
    }
  }
  task(user);
}

}  // namespace lanewise
