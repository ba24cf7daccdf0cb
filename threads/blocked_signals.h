// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BlockedSignals: the signals of the application are blocked in every thread that host or compiler
// starts in its process.
#pragma once

#include <csignal>

namespace lanewise {

/// Blocks the signals of the calling thread, and restores its mask afterwards: the handlers of the
/// application run on its own threads. Signals that the thread itself causes remain (SIGSEGV,
/// SIGPIPE ...). A thread inherits the mask of the thread that starts it.
class BlockedSignals {
 public:
  BlockedSignals();
  ~BlockedSignals();
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace lanewise
