// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for buffers, images and shared virtual memory, which kernels use in place. Large blocks
// that are freed are kept for the next allocations: docs/design/kept-memory.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise {

/// Minimum alignment of every allocation: the size of the largest type of OpenCL C.
inline constexpr size_t kHostMemoryAlignBytes = 128;

struct HostBlock {
  std::byte* data = nullptr;
  size_t sizeBytes = 0;  // at least what was asked for
};

/// The contents are undefined: zeros of the system, or what an earlier block of this process had.
/// The first write to memory of the system determines the NUMA node of its pages. `data` is null if
/// there is no memory.
HostBlock allocateHostMemory(size_t sizeBytes);
void freeHostMemory(HostBlock block) noexcept;

/// Kept blocks have at most `sizeBytes` together. Before the first call none is kept.
void limitKeptMemory(uint64_t sizeBytes);
/// Returns all kept blocks to the system.
void releaseKeptMemory() noexcept;
uint64_t keptMemoryBytes();

/// Something that allocates, a context. When the last one is destroyed, nothing is kept.
class HostMemoryUser {
 public:
  HostMemoryUser() noexcept;
  ~HostMemoryUser();
  HostMemoryUser(const HostMemoryUser&) = delete;
  HostMemoryUser& operator=(const HostMemoryUser&) = delete;
};

}  // namespace lanewise
