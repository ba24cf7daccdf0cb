// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of resets and the one handler that calls them. The list only grows, by compare-exchange,
// so it is consistent in a fork at any moment.
#include "runtime/base/fork.h"

#include "runtime/base/small_file.h"

#include <pthread.h>
#include <atomic>
#include <cstdlib>

namespace lanewise {

constinit std::atomic<uint32_t> detail::generation{0};

namespace {

// Pairs with itself: a reader of the head sees the node's fields.
constinit std::atomic<ForkReset*> resets{&objectSlabsReset};
constinit std::atomic<bool> watching{false};

void afterForkInChild() {
  detail::generation.fetch_add(1, std::memory_order_relaxed);
  for (ForkReset* r = resets.load(std::memory_order_acquire); r; r = r->next) r->inChild();
}

}  // namespace

void watchForks() {
  // After this function returns, forks are handled. Threads that call it at the same time may each
  // register the handler. Calling the resets twice is harmless.
  if (watching.load(std::memory_order_acquire)) return;
  pthread_atfork(nullptr, nullptr, afterForkInChild);
  watching.store(true, std::memory_order_release);
}

// The flags of a process are the seventh field behind its name in parentheses. Bit 6 is the
// kernel's PF_FORKNOEXEC, which process accounting shows as AFORK.
bool isForkedChild() {
  if (forkGeneration() != 0) return true;
  const std::string text = readSmallFile("/proc/self/stat");
  size_t place = text.rfind(')');
  for (unsigned field = 0; field != 7 && place != text.npos; ++field)
    place = text.find(' ', place + 1);
  return place != text.npos && std::strtoul(text.c_str() + place, nullptr, 10) >> 6 & 1;
}

void resetInForkedChild(ForkReset& reset) {
  reset.next = resets.load(std::memory_order_relaxed);
  while (!resets.compare_exchange_weak(reset.next, &reset, std::memory_order_acq_rel)) {
  }
  watchForks();
}

}  // namespace lanewise
