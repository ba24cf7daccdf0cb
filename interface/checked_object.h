// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckedObject: what code that checks its memory accesses knows of the object to which a pointer
// belongs. Behind the argument block (KernelMetadata::checkedObjects) the host writes the number of
// the launch, 8 bytes, and one object for each argument. It answers abi::Launch::findObject with
// one.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::abi {

/// Why a launch may read or write less of an object than all, or may come to that.
enum ObjectState : uint64_t {
  kPlainObject,
  kMapped,  // by the host, when the launch was enqueued
  kMappedForReading,
  kMappedForWriting,
  kSharedVirtualMemory,  // which the application may free while a launch waits
  kFreedMemory,
};

struct CheckedObject {
  /// The address of its first byte. Not used for local memory, whose arguments point to it.
  uint64_t base;
  /// What kernels may read and write: the size of the object, or 0.
  uint64_t readBytes;
  uint64_t writeBytes;
  /// A byte for each of its bytes: bits that are 1 were written by nobody. Null: all were written.
  uint8_t* unwritten;
  /// The accesses to each four bytes, for the check of races: of each cell the last write, and the
  /// last read or what several reads have in common (access_word.h), and the numbers of their sites
  /// in the kernel. Null: none are kept.
  uint64_t* writes;
  uint64_t* reads;
  uint32_t* writeSites;
  uint32_t* readSites;
  /// ObjectState, for the host.
  uint64_t state;
  /// What the state is about: the number of the allocation of shared virtual memory, the address of
  /// the MemObject that is mapped.
  uint64_t subject;
};

/// Where the object of an argument is, from the beginning of the block whose
/// KernelMetadata::checkedObjects is `begin`.
constexpr uint64_t checkedObjectOffset(uint64_t begin, size_t argument) {
  return begin + sizeof(uint64_t) + argument * sizeof(CheckedObject);
}

/// An object without a shadow.
constexpr CheckedObject objectOfSize(uint64_t base, uint64_t readBytes, uint64_t writeBytes) {
  return {base, readBytes, writeBytes, nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0};
}

/// An object whose size is not known: no access is outside of it.
inline constexpr CheckedObject kUncheckedObject = objectOfSize(0, ~uint64_t(0), ~uint64_t(0));

/// The memory of a local argument is rounded up to this. Behind it follow, in multiples of that
/// size, `unwritten`, in which bits that are 0 were written by nobody, `writes` (2), `reads` (2),
/// `writeSites` and `readSites`. All are zero when a work-group begins.
inline constexpr uint64_t kLocalShadowStride = 64;
inline constexpr uint64_t kLocalShadowSizes = 7;

}  // namespace lanewise::abi
