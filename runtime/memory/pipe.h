// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes: memory objects whose bytes only kernels access (interface/pipe_layout.h). The caller of
// the function that creates has checked flags and sizes.
#pragma once

#include "runtime/memory/mem_object.h"

namespace lanewise {

/// Bytes that a pipe takes.
uint64_t pipeBytes(cl_uint packetBytes, cl_uint maxPackets);

/// CL_MEM_OBJECT_ALLOCATION_FAILURE.
Result<MemObject*> createPipe(Context& context, cl_mem_flags flags, cl_uint packetBytes,
                              cl_uint maxPackets);

}  // namespace lanewise
