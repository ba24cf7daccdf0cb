// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of memory that is named by pointers: what the calls of SVM and of USM share.
// They differ in the type of the command and in whether null is a valid place for no bytes.
#pragma once

#include "runtime/base/status.h"
#include "runtime/queue.h"

namespace lanewise::icd {

enum class NullPointer { MayBeEmpty, IsInvalid };

/// CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
Result<std::unique_ptr<Command>> pointerCopy(cl_command_type type, NullPointer null, Device& device,
                                             void* target, const void* source, size_t sizeBytes);
/// CL_INVALID_VALUE.
Result<std::unique_ptr<Command>> pointerFill(cl_command_type type, NullPointer null, Device& device,
                                             void* target, const void* pattern,
                                             size_t patternBytes, size_t sizeBytes);

/// What every enqueue call names beside its own arguments.
struct WaitArguments {
  cl_uint count;
  const cl_event* events;
  cl_event* event;
};

/// CL_INVALID_COMMAND_QUEUE, CL_INVALID_CONTEXT, CL_INVALID_EVENT_WAIT_LIST.
struct PointerTarget {
  Queue& queue;
  std::span<Event* const> waits;
};
Result<PointerTarget> pointerTarget(cl_command_queue queue, const WaitArguments& waits);

Status enqueuePointerCopy(cl_command_type type, NullPointer null, cl_command_queue queue,
                          cl_bool blocking, void* target, const void* source, size_t sizeBytes,
                          const WaitArguments& waits);
Status enqueuePointerFill(cl_command_type type, NullPointer null, cl_command_queue queue,
                          void* target, const void* pattern, size_t patternBytes, size_t sizeBytes,
                          const WaitArguments& waits);

}  // namespace lanewise::icd
