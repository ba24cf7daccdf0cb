// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of the bytes of buffers and images: memory of the host, and external memory.
#pragma once

#include "runtime/device/global_memory.h"
#include "runtime/host/host_memory.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/mem_object.h"

namespace lanewise {

class HostMemory final : public MemObject::Storage {
 public:
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE. Waits for commands that use what the application has
  /// released if that is much, or if there is no memory.
  static Result<std::unique_ptr<HostMemory>> allocate(Context& context, size_t sizeBytes,
                                                      Contents contents);
  ~HostMemory() override {
    freeHostMemory(block_);
    giveGlobalMemory(takenBytes_);
  }

  std::byte* data() const { return block_.data; }

 private:
  HostMemory() = default;
  /// False if the device or the system has no memory.
  bool take(size_t sizeBytes, Contents contents);

  HostBlock block_;
  uint64_t takenBytes_ = 0;  // of the device's memory
};

class ImportedMemory final : public MemObject::Storage {
 public:
  explicit ImportedMemory(std::unique_ptr<ExternalMemory> mapped) : memory_(std::move(mapped)) {}
  const ExternalMemory* external() const override { return memory_.get(); }

 private:
  const std::unique_ptr<ExternalMemory> memory_;
};

}  // namespace lanewise
