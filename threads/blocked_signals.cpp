// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which signals a thread of host or compiler blocks.
#include "threads/blocked_signals.h"

#include <pthread.h>

namespace lanewise {
namespace {

/// Caused by the thread that receives them.
constexpr int kOwnSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPIPE, SIGXFSZ};

}  // namespace

BlockedSignals::BlockedSignals() {
  sigset_t blocked;
  sigfillset(&blocked);
  for (const int own : kOwnSignals) sigdelset(&blocked, own);
  pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

BlockedSignals::~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace lanewise
