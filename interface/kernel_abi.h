// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole binary interface between the host and kernel code. Plain data,
// read by the runtime, by the compiler (which emits loads at these offsets) and by the device
// library. Any change here is a change of kAbiVersion.
//
// A kernel is entered for a row of its work-groups, neighbours along x, by one thread, which runs
// each of them from its start to its end. The host goes by numbers: group number n is
// (n % numGroups[0], n / numGroups[0] % numGroups[1], ...); runGroups() makes rows of a range of
// them.
#pragma once

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>

namespace lanewise::abi {
#else
#error "kernel_abi.h is C++"
#endif

inline constexpr uint32_t kAbiVersion = 3;

/// Alignment in bytes of the argument block, the group's local memory and the scratch block.
inline constexpr size_t kBlockAlignment = 128;

/// One launch: frozen at enqueue, shared by all threads that work on it. Sizes in work-items.
struct Launch {
  uint64_t globalSize[3];
  uint64_t globalOffset[3];
  /// Size of all groups but the last ones, where the global size is not a multiple of it.
  uint64_t localSize[3];
  uint64_t numGroups[3];
  uint32_t workDim;
  uint32_t reserved;
  /// The argument block: each argument at the offset that its KernelArgument says. Pointers are 8
  /// bytes; a __local pointer argument is its offset in the group's local memory (8 bytes).
  const void* arguments;
  /// Called for each executed printf: `format` is the NUL-terminated format string, `values` the
  /// argument values one after the other, each aligned to 8 bytes: integers and floats as the
  /// sign- or zero-extended / widened 8-byte value (float -> double), pointers 8 bytes, vectors as
  /// their elements in memory order at their own element size, padded to a multiple of 8.
  /// Returns 0, or -1 for a format that cannot be printed. Any thread.
  int32_t (*printf)(const Launch* launch, const char* format, const void* values,
                    uint64_t sizeBytes);
  /// The host's own data for the callbacks; kernel code never reads it.
  void* host;
  /// Sizes of the blocks: of a Worker's two, and of the arguments. By them kernel code tells which
  /// memory a pointer points to.
  uint64_t localBytes;
  uint64_t scratchBytes;
  uint64_t argumentBytes;
};

/// What one thread lends to the groups that it runs.
struct Worker {
  /// Local memory of one group: the kernel's own __local variables first (localBytes of its
  /// facts), then the __local arguments.
  void* localMemory;
  /// scratchFixedBytes of its facts, and scratchItemBytes for each work-item of a full group.
  void* scratch;
};

/// Runs the groups (firstX, y, z) to (endX - 1, y, z), one at least.
using Entry = void (*)(const Launch* launch, const Worker* worker, uint64_t firstX, uint64_t endX,
                       uint64_t y, uint64_t z);

/// Runs the groups whose numbers are in [first, end). Here and not in each kernel: the divisions
/// and the carries would be a third of the code of a small one.
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
