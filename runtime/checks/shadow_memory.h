// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ShadowMemory: what checks keep of each buffer: which of its bytes were written, and the last
// accesses (abi::CheckedObject). It is made when a kernel that needs it is launched, and goes with
// the buffer.
#pragma once

#include "interface/checked_object.h"
#include "runtime/base/mutex.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace lanewise {

class ShadowMemory {
 public:
  /// The first call takes memory.
  static ShadowMemory& get();

  /// Numbers launches from 1 to 2^16 - 1. Before it begins again, the histories of buffers become
  /// empty; those of variables of the program, which the host does not know, are no longer used:
  /// all later numbers have abi::kHasWrapped.
  uint64_t nextLaunch() EXCLUDES(mutex_);

  /// Nobody has written the object of `sizeBytes` bytes: kept from now on. False: no memory.
  bool addUnwritten(const void* base, size_t sizeBytes) EXCLUDES(mutex_);
  /// Something is kept.
  static bool isUsed() { return isUsed_.load(std::memory_order_relaxed); }
  /// What follows does nothing, and takes no memory, while nothing is kept. The host has written
  /// these bytes of an object.
  static void noteWritten(const void* begin, size_t sizeBytes) {
    if (isUsed()) [[unlikely]]
      get().setWritten(begin, sizeBytes);
  }
  /// The host has copied bytes to `target`, which have been written as far as those of `source`.
  static void noteCopied(const void* target, const void* source, size_t sizeBytes) {
    if (isUsed()) [[unlikely]]
      get().copyUnwritten(target, source, sizeBytes);
  }
  /// The object ends, and no launch uses it.
  static void forget(const void* base) {
    if (isUsed()) [[unlikely]]
      get().remove(base);
  }
  /// An object ends that launches may use against the rules: its shadow stays until
  /// freeForgotten().
  static void forgetUsed(const void* base) {
    if (isUsed()) [[unlikely]]
      get().retire(base);
  }
  /// No launch with checks runs.
  static void freeForgotten() {
    if (isUsed()) [[unlikely]]
      get().freeRetired();
  }

  /// Sets `unwritten` of an object whose first byte is `begin`, if it is kept.
  void setUnwritten(const void* begin, abi::CheckedObject& object) EXCLUDES(mutex_);
  /// Sets the history, for the object at `base` of which the argument is the part from `offset` on.
  /// False: no memory.
  bool setHistory(const void* base, size_t sizeBytes, size_t offset, abi::CheckedObject& object)
      EXCLUDES(mutex_);

 private:
  struct Free {
    void operator()(void* memory) const;
  };
  template <class T>
  using Memory = std::unique_ptr<T[], Free>;
  struct Shadow {
    size_t sizeBytes = 0;
    Memory<uint8_t> unwritten;
    Memory<uint8_t> history;
  };
  void setWritten(const void* begin, size_t sizeBytes) EXCLUDES(mutex_);
  void copyUnwritten(const void* target, const void* source, size_t sizeBytes) EXCLUDES(mutex_);
  void remove(const void* base) EXCLUDES(mutex_);
  void retire(const void* base) EXCLUDES(mutex_);
  void freeRetired() EXCLUDES(mutex_);
  Shadow* findLocked(uint64_t address, uint64_t& base) REQUIRES(mutex_);

  uint8_t* unwrittenLocked(const void* begin, size_t& sizeBytes) REQUIRES(mutex_);

  static inline std::atomic<bool> isUsed_{false};
  Mutex mutex_;
  std::map<uint64_t, Shadow> byBase_ GUARDED_BY(mutex_);
  std::vector<Memory<uint8_t>> retired_ GUARDED_BY(mutex_);
  std::vector<Shadow> forgotten_ GUARDED_BY(mutex_);
  uint64_t lastLaunch_ GUARDED_BY(mutex_) = 0;
  uint64_t wrapped_ GUARDED_BY(mutex_) = 0;  // abi::kHasWrapped, or 0
};

}  // namespace lanewise
