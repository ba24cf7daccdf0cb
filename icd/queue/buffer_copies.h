// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of buffers: common checks of enqueued and recorded commands. Each function
// checks all arguments except queue and wait list, and creates the command.
#pragma once

#include "runtime/context/context.h"
#include "runtime/memory/copy_commands.h"

namespace lanewise::icd {

/// CL_INVALID_MEM_OBJECT if it is not a buffer, CL_INVALID_CONTEXT for a buffer of a different
/// context.
Result<MemObject*> bufferOf(cl_mem handle, const Context& context);

/// CL_INVALID_VALUE: the region leaves the buffer.
Status checkRegion(const MemObject& buffer, size_t offsetBytes, size_t sizeBytes);

/// CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
Result<std::unique_ptr<Command>> copyCommand(const Context& context, Device& device, cl_mem source,
                                             cl_mem target, size_t sourceOffset,
                                             size_t targetOffset, size_t sizeBytes);

struct RectCopyArguments {
  const size_t *sourceOrigin, *targetOrigin, *region;
  size_t sourceRowPitch, sourceSlicePitch, targetRowPitch, targetSlicePitch;
};
/// Fails with the errors of copyCommand().
Result<std::unique_ptr<Command>> rectCopyCommand(const Context& context, Device& device,
                                                 cl_mem source, cl_mem target,
                                                 const RectCopyArguments& arguments);

/// CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT, CL_INVALID_VALUE.
Result<std::unique_ptr<Command>> fillCommand(const Context& context, Device& device, cl_mem buffer,
                                             const void* pattern, size_t patternBytes,
                                             size_t offsetBytes, size_t sizeBytes);

}  // namespace lanewise::icd
