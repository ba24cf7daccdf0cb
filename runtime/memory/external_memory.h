// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory imported as a file descriptor: a memory file, a dma-buf, or anything else that can be
// mapped. The buffer is the mapping itself.
#pragma once

#include "interface/descriptor.h"
#include "runtime/base/object.h"
#include "runtime/base/status.h"
#include "runtime/device/device.h"
#include "runtime/queue/command.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

class MemObject;

class ExternalMemory {
 public:
  /// Maps the first `sizeBytes` of `descriptor` and keeps a copy of the descriptor; the caller
  /// still owns its own. CL_INVALID_PROPERTY if it cannot be mapped for reading and writing,
  /// CL_INVALID_BUFFER_SIZE if it is known to be shorter.
  static Result<std::unique_ptr<ExternalMemory>> map(int descriptor, size_t sizeBytes,
                                                     std::vector<Ref<Device>> devices);
  ~ExternalMemory();
  ExternalMemory(const ExternalMemory&) = delete;
  ExternalMemory& operator=(const ExternalMemory&) = delete;

  std::byte* data() const { return data_; }
  bool isFor(const Device& device) const;
  /// Tells the driver of a dma-buf that the CPU begins or ends to access it; no effect for other
  /// memory.
  void beginAccess() const;
  void endAccess() const;

 private:
  ExternalMemory(Descriptor file, std::byte* data, size_t sizeBytes,
                 std::vector<Ref<Device>> devices);

  const Descriptor file_;
  std::byte* const data_;
  const size_t sizeBytes_;
  const std::vector<Ref<Device>> devices_;
};

/// The commands CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR and _RELEASE_; all objects are
/// external.
std::unique_ptr<Command> makeExternalAccess(cl_command_type type,
                                            std::span<MemObject* const> objects);

}  // namespace lanewise
