// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An alternate stack is a mapping with a guard page, which a key of pthread releases when its
// thread ends.
#include "runtime/faults/alternate_stack.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>

namespace lanewise {
namespace {

constexpr size_t kAlternateStackBytes = size_t{64} << 10;

constinit pthread_key_t alternateStackKey = 0;

size_t alternateStackBytes() {
  // A frame of a signal has all vector registers.
  return kAlternateStackBytes + getauxval(AT_MINSIGSTKSZ);
}
size_t roundToPages(size_t sizeBytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (sizeBytes + page - 1) / page * page;
}
size_t guardBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

/// When the thread ends. The application may have a stack of its own since.
void releaseAlternateStack(void* memory) {
  stack_t now = {};
  if (sigaltstack(nullptr, &now) == 0 &&
      now.ss_sp == static_cast<std::byte*>(memory) + guardBytes()) {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  munmap(memory, guardBytes() + roundToPages(alternateStackBytes()));
}

}  // namespace

bool prepareAlternateStacks() {
  return pthread_key_create(&alternateStackKey, releaseAlternateStack) == 0;
}

void giveAlternateStack() {
  stack_t now = {};
  if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  const size_t sizeBytes = roundToPages(alternateStackBytes());
  void* memory = mmap(nullptr, guardBytes() + sizeBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t ours = {};
  ours.ss_sp = static_cast<std::byte*>(memory) + guardBytes();
  ours.ss_size = sizeBytes;
  if (mprotect(memory, guardBytes(), PROT_NONE) == 0 &&
      pthread_setspecific(alternateStackKey, memory) == 0 && sigaltstack(&ours, nullptr) == 0)
    return;
  pthread_setspecific(alternateStackKey, nullptr);
  munmap(memory, guardBytes() + sizeBytes);
}

}  // namespace lanewise
