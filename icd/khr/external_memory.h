// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers from outside, for clCreateBufferWithProperties.
#pragma once

#include "runtime/base/status.h"
#include "runtime/memory/memory.h"

namespace lanewise::icd {

/// Is the property a handle that a buffer can be made of?
bool isExternalHandle(cl_mem_properties name);
/// Do the properties say where memory comes from?
bool isFromOutside(const cl_mem_properties* properties);

/// The errors of clCreateBufferWithProperties for such properties. Takes the descriptor over only
/// if it succeeds.
Result<MemObject*> createExternalBuffer(cl_context context, const cl_mem_properties* properties,
                                        cl_mem_flags flags, size_t sizeBytes,
                                        const void* hostPointer);

}  // namespace lanewise::icd
