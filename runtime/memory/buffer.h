// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates the memory objects of type CL_MEM_OBJECT_BUFFER. The caller has checked flags, sizes and
// pointers.
#pragma once

#include "runtime/memory/mem_object.h"

#include <optional>

namespace lanewise {

class Device;

/// Copies `hostPointer` for CL_MEM_COPY_HOST_PTR, uses it for CL_MEM_USE_HOST_PTR.
/// CL_MEM_OBJECT_ALLOCATION_FAILURE.
Result<MemObject*> createBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                void* hostPointer, std::vector<cl_mem_properties> properties);
Result<MemObject*> createSubBuffer(MemObject& parent, cl_mem_flags flags, size_t offsetBytes,
                                   size_t sizeBytes);
/// A buffer of external memory for `devices` (default: all of the context). On success it owns the
/// descriptor `file`; on failure the caller still does. The errors of ExternalMemory::map().
Result<MemObject*> createExternalBuffer(Context& context, cl_mem_flags flags, size_t sizeBytes,
                                        int file, std::optional<std::vector<Ref<Device>>> devices,
                                        std::vector<cl_mem_properties> properties);

/// Created with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, or part of such a buffer.
bool hasDeviceAddress(const MemObject& buffer);

}  // namespace lanewise
