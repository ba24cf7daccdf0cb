// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes. They cannot be created, so no memory object is a pipe.
#include "icd/entry.h"
#include "runtime/memory/mem_object.h"

#include <CL/cl.h>

using namespace lanewise;
using namespace lanewise::icd;

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void*, size_t*) {
  return entry(__func__, [&]() -> Status {
    TRY(const MemObject& object, get<MemObject>(pipe));
    // A memory object, but not a pipe.
    (void)object;
    return CL_INVALID_MEM_OBJECT;
  });
}
