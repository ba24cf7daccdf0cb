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
  bool mapped = false;   // pages of its own, not the allocator's
};

/// What a new block has.
enum class Contents {
  Zeros,      // as far as zeroHostMemory() says
  Undefined,  // anything: the caller overwrites all of it
};
/// Which new blocks have zeros. The others may have what an earlier block of this process had.
enum class Zeroed { None, Small, All };
/// Blocks up to this size are small, and those that come from the system have zeros as well.
inline constexpr size_t kSmallBlockBytes = 1 << 20;
/// Before the first call: None.
void zeroHostMemory(Zeroed blocks);

/// The first write to memory of the system determines the NUMA node of its pages. `data` is null if
/// there is no memory.
HostBlock allocateHostMemory(size_t sizeBytes, Contents contents = Contents::Zeros);
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
