// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The watching thread with invalid descriptors, and with a failing poll().
#include "runtime/queue/descriptor_watch.h"

#include "interface/descriptor.h"
#include "tests/sanitizers.h"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <atomic>

using namespace lanewise;

namespace {

struct Watched {
  Watched() = default;
  ~Watched() { unwatchDescriptor(this); }
  bool watch(int number) {
    return watchDescriptor({number,
                            [](void* user, bool broken) {
                              Watched& self = *static_cast<Watched*>(user);
                              if (broken) ++self.brokenCount;
                              ++self.count;
                              self.count.notify_all();
                              return self.endsAtOnce;
                            },
                            this});
  }
  void await() { count.wait(0); }

  Descriptor file{eventfd(0, EFD_CLOEXEC)};
  bool endsAtOnce = true;
  std::atomic<int> count{0}, brokenCount{0};
};

}  // namespace

TEST(DescriptorWatchTest, AReadableDescriptorIsTold) {
  Watched one;
  ASSERT_TRUE(one.watch(one.file.get()));
  ASSERT_EQ(eventfd_write(one.file.get(), 1), 0);
  one.await();
  EXPECT_EQ(one.brokenCount, 0);
}

TEST(DescriptorWatchTest, AClosedDescriptorIsToldOnceWhateverItsWatchSays) {
  // The thread's own descriptor is created with the first watch, and would take the closed one's
  // number.
  Watched first;
  ASSERT_TRUE(first.watch(first.file.get()));
  Watched closed;
  closed.endsAtOnce = false;
  const int number = closed.file.get();
  closed.file = Descriptor();
  ASSERT_TRUE(closed.watch(number));
  closed.await();
  // The thread polls again each time it gets another descriptor.
  const Descriptor inItsPlace(eventfd(0, EFD_CLOEXEC));
  for (int i = 0; i < 5; ++i) {
    Watched other;
    ASSERT_EQ(eventfd_write(other.file.get(), 1), 0);
    ASSERT_TRUE(other.watch(other.file.get()));
    other.await();
  }
  EXPECT_EQ(closed.count, 1);
  EXPECT_EQ(closed.brokenCount, 1);
}

TEST(DescriptorWatchTest, WhatWasPolledForOneWatchIsNotToldToTheNextOfItsUser) {
  Watched again;
  for (int i = 0; i < 2000; ++i) {
    const Descriptor before(eventfd(0, EFD_CLOEXEC));
    ASSERT_TRUE(again.watch(before.get()));
    unwatchDescriptor(&again);
    const int told = again.count;
    const Descriptor unready(eventfd(0, EFD_CLOEXEC));
    ASSERT_TRUE(again.watch(unready.get()));
    EXPECT_EQ(eventfd_write(before.get(), 1), 0);
    ASSERT_EQ(again.count, told) << i;
    unwatchDescriptor(&again);
  }
  EXPECT_EQ(again.brokenCount, 0);
}

TEST(DescriptorWatchTest, ASystemThatRefusesToPollAllIsAskedForEach) {
  if (LW_ADDRESS_SANITIZER) GTEST_SKIP() << "UBSan asks for descriptors to look at objects";
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  // poll() accepts no more than that; the thread has a descriptor of its own.
  const rlimit one = {1, before.rlim_max};
  Watched first, second;
  ASSERT_TRUE(first.watch(first.file.get()));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &one), 0);
  EXPECT_TRUE(second.watch(second.file.get()));  // wakes the thread
  for (Watched* each : {&first, &second}) {
    EXPECT_EQ(eventfd_write(each->file.get(), 1), 0);
    each->await();
  }
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}
