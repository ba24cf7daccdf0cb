// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detached threads with a common list: the process may exit while they wait for a compiler.
#include "runtime/compiler_process/background_builds.h"

#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"
#include "runtime/base/thread.h"
#include "runtime/device/platform.h"

#include <deque>

namespace lanewise {
namespace {

class BackgroundBuilds {
 public:
  struct Job {
    std::function<void()> build, notify;
  };

  void post(Job job) EXCLUDES(mutex_) {
    {
      Lock lock(mutex_);
      waiting_.push_back(std::move(job));
    }
    provideThread();
  }

 private:
  void provideThread() EXCLUDES(mutex_) {
    {
      Lock lock(mutex_);
      if (waiting_.empty() || threads_ >= cores_) return;
      ++threads_;
    }
    if (!startThread("lanewise-build", [this] { work(); }).ok()) work();
  }

  /// \pre The calling thread is counted.
  void work() EXCLUDES(mutex_) {
    for (;;) {
      Job job;
      {
        Lock lock(mutex_);
        if (waiting_.empty() || threads_ > cores_) {
          --threads_;
          return;
        }
        job = std::move(waiting_.front());
        waiting_.pop_front();
      }
      job.build();
      if (!job.notify) continue;
      // The thread does not count while it is in code of the application.
      {
        Lock lock(mutex_);
        --threads_;
      }
      provideThread();
      job.notify();
      Lock lock(mutex_);
      ++threads_;
    }
  }

  const unsigned cores_ = Platform::get().device().facts().cores;
  Mutex mutex_;
  std::deque<Job> waiting_ GUARDED_BY(mutex_);
  unsigned threads_ GUARDED_BY(mutex_) = 0;
};

constinit PerProcess<BackgroundBuilds> theBuilds;

}  // namespace

void runInBackground(std::function<void()> build, std::function<void()> notify) {
  theBuilds.get([] { return BackgroundBuilds(); }).post({std::move(build), std::move(notify)});
}

}  // namespace lanewise
