// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The watching thread: polls a list of descriptors and one of its own, by which it learns that the
// list has changed. It lives as long as the process.
#include "runtime/queue/descriptor_watch.h"

#include "interface/descriptor.h"
#include "runtime/base/mutex.h"
#include "runtime/base/per_process.h"
#include "runtime/base/thread.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace lanewise {
namespace {

class Watcher {
 public:
  bool add(const DescriptorWatch& watch) EXCLUDES(mutex_) {
    Lock lock(mutex_);
    try {
      // And space for the one that is being called: putting it back may not fail.
      watches_.reserve(watches_.size() + 2);
    } catch (const std::bad_alloc&) {
      return false;
    }
    if (!startLocked()) return false;
    watches_.push_back({watch, ++lastNumber_});
    tellLocked();
    return true;
  }

  void remove(void* user) EXCLUDES(mutex_) {
    Lock lock(mutex_);
    if (takeLocked([&](const Watch& watch) { return watch.user == user; })) tellLocked();
    if (running_ != user) return;
    runningRemoved_ = true;
    while (std::this_thread::get_id() != runner_ && running_ == user) ended_.wait(mutex_);
  }

 private:
  /// A user may be given up and come again while its first descriptor is polled: what poll() says
  /// is for the watch with the number.
  struct Watch : DescriptorWatch {
    uint64_t number;
  };

  bool startLocked() REQUIRES(mutex_) {
    if (started_) return true;
    // Again each time: the process may be out of descriptors or threads for a while only.
    if (!changed_) changed_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!changed_) return false;
    return started_ = startThread("lanewise-watch", [this] { run(); }).ok();
  }
  void tellLocked() REQUIRES(mutex_) {
    const uint64_t one = 1;
    (void)!write(changed_.get(), &one, sizeof one);
  }

  void run() EXCLUDES(mutex_) {
    std::vector<pollfd> polled;
    std::vector<Watch> watched;
    for (;;) {
      try {
        {
          Lock lock(mutex_);
          watched = watches_;
        }
        polled.assign(1, {changed_.get(), POLLIN, 0});
        for (const auto& watch : watched) polled.push_back({watch.descriptor, POLLIN, 0});
      } catch (const std::bad_alloc&) {
        std::this_thread::yield();  // nobody would catch it on this thread
        continue;
      }
      if (poll(polled.data(), polled.size(), -1) < 0) {
        if (errno == EINTR) continue;
        pollEach(polled);
      }
      uint64_t count;
      if (polled[0].revents) (void)!read(changed_.get(), &count, sizeof count);
      for (size_t i = 0; i < watched.size(); ++i)
        if (const short events = polled[i + 1].revents) call(watched[i], events & POLLNVAL);
    }
  }

  /// What poll() refuses for a while (more descriptors than the application allows itself now, no
  /// memory in the kernel) is asked now and then.
  static void pollEach(std::vector<pollfd>& polled) {
    constexpr timespec kRest{0, 10'000'000};
    nanosleep(&kRest, nullptr);
    for (pollfd& one : polled)
      if (poll(&one, 1, 0) < 0) one.revents = 0;
  }

  bool takeLocked(auto isTheOne) REQUIRES(mutex_) { return std::erase_if(watches_, isTheOne) != 0; }

  /// Unless it was removed meanwhile. It is off the list while `ready` runs, which may want a new
  /// one.
  void call(const Watch& watch, bool broken) EXCLUDES(mutex_) {
    {
      Lock lock(mutex_);
      if (!takeLocked([&](const Watch& other) { return other.number == watch.number; })) return;
      running_ = watch.user;
      runner_ = std::this_thread::get_id();
      runningRemoved_ = false;
    }
    const bool over = watch.ready(watch.user, broken) || broken;
    Lock lock(mutex_);
    running_ = nullptr;
    if (!over && !runningRemoved_) watches_.push_back(watch);
    ended_.notify_all();
  }

  Descriptor changed_;  // made before the thread, and not changed from then on
  Mutex mutex_;
  Condition ended_;
  std::vector<Watch> watches_ GUARDED_BY(mutex_);
  uint64_t lastNumber_ GUARDED_BY(mutex_) = 0;
  void* running_ GUARDED_BY(mutex_) = nullptr;  // whose `ready` is being called
  bool runningRemoved_ GUARDED_BY(mutex_) = false;
  std::thread::id runner_ GUARDED_BY(mutex_);  // the watching thread, once it has called
  bool started_ GUARDED_BY(mutex_) = false;
};

constinit PerProcess<std::unique_ptr<Watcher>> watchers;

}  // namespace

bool watchDescriptor(const DescriptorWatch& watch) {
  return watchers.get([] { return std::make_unique<Watcher>(); })->add(watch);
}

void unwatchDescriptor(void* user) {
  // Called by destructors: it makes none, which needs memory.
  if (const auto* made = watchers.find()) (*made)->remove(user);
}

}  // namespace lanewise
