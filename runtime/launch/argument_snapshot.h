// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ArgumentSnapshot: the arguments of one launch: the argument block that kernel code reads,
// references to the objects in it, and the size of local memory. Common kernels need no allocation.
#pragma once

#include "interface/kernel_abi.h"
#include "runtime/memory/mem_object.h"
#include "runtime/memory/sampler.h"
#include "runtime/queue/queue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace lanewise {

class ArgumentSnapshot {
 public:
  static constexpr size_t kInlineBytes = 256;
  static constexpr size_t kInlineMemory = 8;
  /// Blocks of at least this size are copied: most are not larger, and a copy of a known size is a
  /// few instructions.
  static constexpr size_t kPaddedBytes = 64;

  ArgumentSnapshot() = default;
  [[gnu::always_inline]] ~ArgumentSnapshot() {
    for (size_t i = 0; i < memoryCount_; ++i) (void)Ref<MemObject>::adopt(memory_[i]);
  }
  ArgumentSnapshot(const ArgumentSnapshot&) = delete;
  ArgumentSnapshot& operator=(const ArgumentSnapshot&) = delete;

  const void* block() const { return bytes(); }
  uint64_t localBytes = 0;
  /// At least as large as the largest object that an argument points to, and below twice its size.
  /// Images do not count: kernels have no pointers to them.
  uint64_t mostBytes = 0;
  /// mostBytes if an argument is an address that the application has passed: that memory is the
  /// application's own, or was allocated anywhere.
  static constexpr uint64_t kUnknownBytes = ~uint64_t(0);

  /// \pre from.size() >= kPaddedBytes.
  void copyBlock(std::span<const std::byte> from) {
    if (from.size() == kPaddedBytes) [[likely]] {
      std::memcpy(inline_, from.data(), kPaddedBytes);
      return;
    }
    if (from.size() > kInlineBytes)
      large_.reset(new (std::align_val_t(abi::kBlockAlignment)) std::byte[from.size()]);
    std::memcpy(bytes(), from.data(), from.size());
  }
  /// Takes the arguments of `from`, whose block has `blockBytes`. \pre nothing is held yet.
  void copy(const ArgumentSnapshot& from, size_t blockBytes) {
    copyBlock({from.bytes(), std::max(blockBytes, kPaddedBytes)});
    localBytes = from.localBytes;
    mostBytes = from.mostBytes;
    for (size_t i = 0; i < from.memoryCount_; ++i) hold(Ref<MemObject>(from.memory_[i]));
    moreMemory_ = from.moreMemory_;
    samplers_ = from.samplers_;
    queues_ = from.queues_;
  }
  /// Whether no two of the objects have a byte in common. False if that is not known: of addresses
  /// that the application has passed, of external memory, which may be mapped twice, and of more
  /// than kInlineMemory objects.
  bool hasDistinctBuffers() const;
  /// Into the block: an address, or an offset in local memory.
  void write(size_t offsetBytes, uint64_t address) {
    std::memcpy(bytes() + offsetBytes, &address, sizeof(address));
  }
  void writeObject(size_t offsetBytes, const abi::CheckedObject& object) {
    std::memcpy(bytes() + offsetBytes, &object, sizeof object);
  }
  uint64_t read(size_t offsetBytes) const {
    uint64_t address = 0;
    std::memcpy(&address, bytes() + offsetBytes, sizeof(address));
    return address;
  }
  void hold(Ref<MemObject> memory) {
    if (memoryCount_ < kInlineMemory)
      memory_[memoryCount_++] = memory.detach();
    else
      moreMemory_.push_back(std::move(memory));
  }

  void hold(Ref<Sampler> sampler) { samplers_.push_back(std::move(sampler)); }
  void hold(Ref<Queue> queue) { queues_.push_back(std::move(queue)); }
  /// The device queues among the arguments.
  std::span<const Ref<Queue>> queues() const { return queues_; }

 private:
  struct FreeAligned {
    void operator()(std::byte* bytes) const {
      ::operator delete[](bytes, std::align_val_t(abi::kBlockAlignment));
    }
  };
  std::byte* bytes() { return large_ ? large_.get() : inline_; }
  const std::byte* bytes() const { return large_ ? large_.get() : inline_; }

  alignas(abi::kBlockAlignment) std::byte inline_[kInlineBytes];
  std::unique_ptr<std::byte[], FreeAligned> large_;  // used if the block does not fit inline
  size_t memoryCount_ = 0;
  /// The first `memoryCount_` are references; the others are uninitialized, since most launches
  /// have few.
  MemObject* memory_[kInlineMemory];
  std::vector<Ref<MemObject>> moreMemory_;
  std::vector<Ref<Sampler>> samplers_;
  std::vector<Ref<Queue>> queues_;
};

}  // namespace lanewise
