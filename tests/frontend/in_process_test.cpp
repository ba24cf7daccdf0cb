// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds in the application's process (LANEWISE_COMPILER=inprocess).
#include "tests/frontend/source_fixture.h"

#include <dlfcn.h>
#include <pthread.h>
#include <atomic>
#include <csignal>

namespace {

std::atomic<int> threadsStarted{0};
std::atomic<int> threadsWithSignals{0};  // that do not block SIGUSR1

}  // namespace

// Instead of the C library's, in every library of this process. A thread inherits the mask of the
// thread that starts it.
extern "C" __attribute__((visibility("default"))) int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  static const auto next =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  ++threadsStarted;
  threadsWithSignals += !sigismember(&blocked, SIGUSR1);
  return next(thread, attributes, run, argument);
}

namespace lanewise::test {
namespace {

using InProcessTest = SourceProgramTest;

// lld writes into a pipe that a thread reads.
TEST_F(InProcessTest, TheThreadsOfABuildBlockTheSignalsOfTheApplication) {
  const int before = threadsStarted;
  EXPECT_EQ(run(built("kernel void k(global int* out) { *out = 3; }")), 3);
  EXPECT_GT(threadsStarted, before);
  EXPECT_EQ(threadsWithSignals, 0);
}

}  // namespace
}  // namespace lanewise::test
