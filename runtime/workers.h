// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a device. workers.cpp is the only file that includes oneTBB: one arena per device
// or sub-device, made at the first use, honouring affinity and the container's quota.
#pragma once

#include "compiler/kernel_abi.h"

#include <cstdint>
#include <memory>

namespace lanewise {

class Workers {
 public:
  explicit Workers(uint32_t threads);
  ~Workers();

  uint32_t threads() const { return threads_; }
  /// Runs `task(user)` on some thread of the pool, later.
  void post(void (*task)(void*), void* user);
  /// Runs body(user, begin, end) over disjoint ranges that cover [0, count), on this thread and the
  /// pool's, at most `grain` indices a call; returns when all are done. Sets the floating-point
  /// environment that kernels expect around each call and restores the caller's.
  void forEachRange(uint64_t count, uint64_t grain, void (*body)(void*, uint64_t, uint64_t),
                    void* user);

  /// The calling thread's block of at least these sizes (bytes, alignment abi::kBlockAlignment);
  /// valid until the thread asks for a bigger one. Null pointers when memory is out.
  static abi::Worker threadBlocks(uint64_t localBytes, uint64_t scratchBytes);

 private:
  struct Arena;
  uint32_t threads_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace lanewise
