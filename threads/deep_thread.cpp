// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Not std::thread, whose stack has the size that the system gives to all threads.
#include "threads/deep_thread.h"

#include <csignal>
#include <memory>
#include <new>

namespace lanewise {
namespace {

constexpr size_t kSignalBytes = 64 * 1024;

struct Start {
  void (*run)(void*);
  void* user;
  std::unique_ptr<char[]> signalStack;
};

void* runThread(void* argument) {
  const std::unique_ptr<Start> start(static_cast<Start*>(argument));
  const stack_t stack{.ss_sp = start->signalStack.get(), .ss_flags = 0, .ss_size = kSignalBytes};
  sigaltstack(&stack, nullptr);
  start->run(start->user);
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&none, nullptr);
  return nullptr;
}

}  // namespace

std::optional<pthread_t> startDeepThread(size_t bytes, void (*run)(void*), void* user) {
  auto start =
      std::unique_ptr<Start>(new Start{run, user, std::unique_ptr<char[]>(new char[kSignalBytes])});
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  const bool isStarted = pthread_create(&thread, &attributes, runThread, start.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (!isStarted) return std::nullopt;
  static_cast<void>(start.release());
  return thread;
}

}  // namespace lanewise
