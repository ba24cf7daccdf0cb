// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary interface between the host and compiled kernels: plain data, used by the runtime, by
// the compiler (which emits loads at these offsets) and by the device library. Raise kAbiVersion
// for any change here.
//
// One call of a kernel's entry runs a row of work-groups (adjacent along x) on one thread, each
// from start to end. The host numbers work-groups linearly: group n is (n % numGroups[0], n /
// numGroups[0] % numGroups[1], ...). runGroups() splits a range of numbers into rows.
#pragma once

#include "interface/checked_object.h"

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>

namespace lanewise::abi {
#else
#error "kernel_abi.h is C++"
#endif

inline constexpr uint32_t kAbiVersion = 12;

/// Alignment in bytes of the argument block and the spill area.
inline constexpr size_t kBlockAlignment = 128;

/// Alignment in bytes of the group's local memory, and at most of any variable: the size of the
/// pages to which code is loaded.
inline constexpr size_t kMostVariableAlignment = 4096;

/// Bytes in front of and behind the group's local memory that belong to the thread. Where kernel
/// code stores some elements of a vector, it may write the other ones back as they are.
inline constexpr size_t kLocalMarginBytes = 4096;

/// Objects below this size are far smaller than what a number of 32 bits moves when it wraps.
inline constexpr uint64_t kSmallMemoryBytes = uint64_t(1) << 30;

/// One launch: constant after enqueue, shared by all threads that run it. Sizes in work-items.
struct Launch {
  uint64_t globalSize[3];
  uint64_t globalOffset[3];
  /// Size of every group, except the last ones if the global size is not a multiple of it.
  uint64_t localSize[3];
  uint64_t numGroups[3];
  uint32_t workDim;
  /// 1: each pointer argument is null or points into an object of less than kSmallMemoryBytes.
  uint32_t hasSmallMemory;
  /// 1: no two buffers among the arguments have a byte in common, and no pointer argument is an
  /// address that the application has passed. Set for kernels with KernelMetadata::testsBuffers.
  uint32_t hasDistinctBuffers;
  /// 1: each work-group has a thread of its own, all at the same time.
  uint32_t isConcurrent;
  /// The argument block: each argument at the offset in its KernelArgument. Pointers take 8 bytes.
  /// A __local pointer argument is its offset in the group's local memory (8 bytes).
  const void* arguments;
  /// The callbacks that kernel code may make.
#define HOST_CALL(name, result, parameters) result(*name) parameters;
#include "interface/host_calls.def"
  /// The host's data for the callbacks. Kernel code never reads it.
  void* host;
  /// Sizes of the two blocks of a Worker and of the argument block, in bytes. Kernel code compares
  /// generic pointers with them to find the address space.
  uint64_t localBytes;
  uint64_t spillBytes;
  uint64_t argumentBytes;
};

/// Memory of one thread that the work-groups on it use, one after another.
struct Worker {
  /// Local memory of a group: first the kernel's own __local variables
  /// (KernelMetadata::localBytes), then the __local arguments.
  void* localMemory;
  /// spillFixedBytes of its metadata, and spillVectorBytes for each vector of a full group.
  void* spillArea;
};

/// Runs the groups (firstX, y, z) to (endX - 1, y, z). \pre firstX < endX.
using Entry = void (*)(const Launch* launch, const Worker* worker, uint64_t firstX, uint64_t endX,
                       uint64_t y, uint64_t z);

/// Runs the groups with numbers in [first, end). It is on the host's side because the divisions and
/// carries would be a third of the code of a small kernel.
inline void runGroups(Entry entry, const Launch& launch, const Worker& worker, uint64_t first,
                      uint64_t end) {
  if (first >= end) return;
  uint64_t x = first, y = 0, z = 0;
  if (first >= launch.numGroups[0]) {  // two divisions take as long as the launch of a small kernel
    const uint64_t row = first / launch.numGroups[0];
    x = first % launch.numGroups[0];
    y = row % launch.numGroups[1];
    z = row / launch.numGroups[1];
  }
  for (uint64_t left = end - first;; x = 0) {
    const uint64_t here = launch.numGroups[0] - x < left ? launch.numGroups[0] - x : left;
    entry(&launch, &worker, x, x + here, y, z);
    left -= here;
    if (left == 0) return;
    if (++y == launch.numGroups[1]) y = 0, ++z;
  }
}

#ifdef __cplusplus
}  // namespace lanewise::abi
#endif
