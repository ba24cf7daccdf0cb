// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LiveObjects: the objects of the process that kernels may reach by addresses from memory, and
// those that were freed. Only kept while LANEWISE_CHECK is set.
#pragma once

#include "interface/checked_object.h"
#include "runtime/base/mutex.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewise {

/// LANEWISE_CHECK names a check.
bool checksAreOn();

class LiveObjects {
 public:
  static LiveObjects& get();

  /// `what`: "buffer" or "shared virtual memory". Numbers count the objects of the process from 1.
  void add(const void* base, size_t sizeBytes, const char* what) EXCLUDES(mutex_);
  /// abi::CheckedObject::unwritten, before any kernel uses the object.
  void setUnwritten(const void* base, uint8_t* unwritten) EXCLUDES(mutex_);
  /// Nothing if the object was not added.
  void remove(const void* base) EXCLUDES(mutex_);

  /// The memory of a freed object, which was removed, may be that of the application from now on.
  void forget(const void* base) EXCLUDES(mutex_);

  /// A launch that may ask for objects: while there is one, what find() has returned stays valid.
  class Use {
   public:
    Use() { get().begin(); }
    ~Use() { get().end(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };

  /// The object that `address` points into, also one that was freed, which permits nothing. Of
  /// others kUncheckedObject, but of null an object without bytes.
  const abi::CheckedObject& find(const void* address) const EXCLUDES(mutex_);
  /// The number of the object that begins there; 0 if there is none, or it was freed.
  uint64_t numberOf(const void* base) const EXCLUDES(mutex_);
  /// "buffer 3 (64 bytes)", with "freed" in front; empty if there is none.
  std::string nameOf(const void* address) const EXCLUDES(mutex_);

 private:
  struct Entry {
    abi::CheckedObject object;
    uint64_t sizeBytes;
    uint64_t number;
    const char* what;
    bool isFreed = false;
  };
  const Entry* findLocked(const void* address) const REQUIRES(mutex_);
  void begin() EXCLUDES(mutex_);
  void end() EXCLUDES(mutex_);

  mutable Mutex mutex_;
  std::map<uint64_t, std::unique_ptr<Entry>> byBase_ GUARDED_BY(mutex_);
  uint64_t uses_ GUARDED_BY(mutex_) = 0;
  /// Entries that are no longer in the table, and that kernels may hold.
  std::vector<std::unique_ptr<Entry>> replaced_ GUARDED_BY(mutex_);
  uint64_t count_ GUARDED_BY(mutex_) = 0;
};

}  // namespace lanewise
