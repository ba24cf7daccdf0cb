// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RunningLaunches: launches with checks that run, and the shared virtual memory of their arguments.
// If the application frees some of it, that is reported, and the memory stays until they end. What
// was freed last stays longer, so that nothing else has the addresses by which kernels reach it.
#pragma once

#include "interface/kernel_abi.h"
#include "interface/kernel_metadata.h"
#include "runtime/base/mutex.h"
#include "runtime/host/host_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace lanewise {

class RunningLaunches {
 public:
  static RunningLaunches& get();

  /// What is freed while it exists is a defect. Made before the launch looks for what has been
  /// freed.
  class Launch {
   public:
    /// \param arguments  the block, with abi::CheckedObject of each argument
    /// \param failure    gets the text of the report, if it makes the command fail
    Launch(const KernelMetadata& kernel, const void* arguments, std::atomic<const char*>& failure);
    ~Launch();
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

   private:
    friend class RunningLaunches;
    struct Use {
      uint64_t base;
      size_t argument;
    };
    const KernelMetadata& kernel_;
    std::atomic<const char*>& failure_;
    std::vector<Use> uses_;
  };

  /// The application frees the allocation at `base`, which has the block and, for reports, the
  /// name. Frees the block later. Launches that use it are reported.
  void free(const void* base, HostBlock block, std::string_view name) EXCLUDES(mutex_);

 private:
  struct Kept {
    uint64_t base;
    HostBlock block;
  };
  bool isUsedLocked(uint64_t base) const REQUIRES(mutex_);
  void freeOldLocked() REQUIRES(mutex_);
  void add(const Launch& launch) EXCLUDES(mutex_);
  void remove(const Launch& launch) EXCLUDES(mutex_);

  mutable Mutex mutex_;
  std::vector<const Launch*> running_ GUARDED_BY(mutex_);
  std::deque<Kept> kept_ GUARDED_BY(mutex_);  // the oldest first
  size_t keptBytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace lanewise
