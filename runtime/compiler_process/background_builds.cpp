// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detached threads with a common list: the process may exit while they wait for a compiler.
#include "runtime/compiler_process/background_builds.h"

#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"
#include "runtime/base/thread.h"
#include "runtime/device/platform.h"

#include <algorithm>
#include <deque>
#include <utility>

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

  void postForLater(std::function<void()> build) EXCLUDES(mutex_) {
    {
      Lock lock(mutex_);
      later_.push_back(std::move(build));
    }
    provideThread(/*isNeeded=*/false);
  }

 private:
  bool hasWorkLocked() const REQUIRES(mutex_) {
    return !waiting_.empty() || (!later_.empty() && laterThreads_ < std::max(cores_ - 1, 1u));
  }

  /// `isNeeded`: the calling thread builds if no other can be started.
  void provideThread(bool isNeeded = true) EXCLUDES(mutex_) {
    {
      Lock lock(mutex_);
      if (!hasWorkLocked() || threads_ >= cores_) return;
      ++threads_;
    }
    if (startThread("lanewise-build", [this] { work(); }).ok()) return;
    if (isNeeded) return work();
    Lock lock(mutex_);
    --threads_;
  }

  /// \pre The calling thread is counted.
  void work() EXCLUDES(mutex_) {
    for (;;) {
      Job job;
      bool isForLater = false;
      {
        Lock lock(mutex_);
        if (!hasWorkLocked() || threads_ > cores_) {
          --threads_;
          return;
        }
        isForLater = waiting_.empty();
        if (isForLater) {
          ++laterThreads_;
          job.build = std::move(later_.front());
          later_.pop_front();
        } else {
          job = std::move(waiting_.front());
          waiting_.pop_front();
        }
      }
      job.build();
      if (isForLater) {
        Lock lock(mutex_);
        --laterThreads_;
      }
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
  std::deque<std::function<void()>> later_ GUARDED_BY(mutex_);
  unsigned laterThreads_ GUARDED_BY(mutex_) = 0;
  unsigned threads_ GUARDED_BY(mutex_) = 0;
};

constinit PerProcess<BackgroundBuilds> theBuilds;

BackgroundBuilds& builds() {
  return theBuilds.get([] { return BackgroundBuilds(); });
}

}  // namespace

void runInBackground(std::function<void()> build, std::function<void()> notify) {
  builds().post({std::move(build), std::move(notify)});
}

void buildWhileIdle(std::function<void()> build) { builds().postForLater(std::move(build)); }

}  // namespace lanewise
