// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owners of the bytes of buffers and images: memory of the host, and external memory.
#pragma once

#include "runtime/host/host_memory.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/mem_object.h"

#include <string>

namespace lanewise {

class HostMemory final : public MemObject::Storage {
 public:
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE.
  static Result<std::unique_ptr<HostMemory>> allocate(size_t sizeBytes) {
    // The owner first: it may run out of memory itself.
    std::unique_ptr<HostMemory> memory(new HostMemory);
    memory->block_ = allocateHostMemory(sizeBytes);
    if (memory->data()) return memory;
    return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE, std::to_string(sizeBytes) + " bytes");
  }
  ~HostMemory() override { freeHostMemory(block_); }

  std::byte* data() const { return block_.data; }

 private:
  HostMemory() = default;
  HostBlock block_;
};

class ImportedMemory final : public MemObject::Storage {
 public:
  explicit ImportedMemory(std::unique_ptr<ExternalMemory> mapped) : memory_(std::move(mapped)) {}
  const ExternalMemory* external() const override { return memory_.get(); }

 private:
  const std::unique_ptr<ExternalMemory> memory_;
};

}  // namespace lanewise
