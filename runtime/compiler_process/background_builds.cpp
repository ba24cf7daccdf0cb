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
  void post(std::function<void()> build) EXCLUDES(mutex_) {
    const unsigned cores = Platform::get().device().facts().cores;
    {
      Lock lock(mutex_);
      waiting_.push_back(std::move(build));
      if (threads_ >= cores) return;
      ++threads_;
    }
    if (!startThread("lanewise-build", [this] { work(); }).ok()) work();
  }

 private:
  void work() EXCLUDES(mutex_) {
    for (;;) {
      std::function<void()> build;
      {
        Lock lock(mutex_);
        if (waiting_.empty()) {
          --threads_;
          return;
        }
        build = std::move(waiting_.front());
        waiting_.pop_front();
      }
      build();
    }
  }

  Mutex mutex_;
  std::deque<std::function<void()>> waiting_ GUARDED_BY(mutex_);
  unsigned threads_ GUARDED_BY(mutex_) = 0;
};

constinit PerProcess<BackgroundBuilds> theBuilds;

}  // namespace

void runInBackground(std::function<void()> build) {
  theBuilds.get([] { return BackgroundBuilds(); }).post(std::move(build));
}

}  // namespace lanewise
