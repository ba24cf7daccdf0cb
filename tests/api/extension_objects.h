// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of extensions, with owners like those of fixture.h.
#pragma once

#include "runtime/base/cl_names.h"
#include "tests/api/fixture.h"

namespace lanewise::test {

inline cl_int CL_API_CALL releaseSemaphore(cl_semaphore_khr handle) {
  return LW_EXTENSION(clReleaseSemaphoreKHR)(handle);
}
inline cl_int CL_API_CALL releaseCommandBuffer(cl_command_buffer_khr handle) {
  return LW_EXTENSION(clReleaseCommandBufferKHR)(handle);
}
using Semaphore = Owned<cl_semaphore_khr, releaseSemaphore>;
using CommandBuffer = Owned<cl_command_buffer_khr, releaseCommandBuffer>;

}  // namespace lanewise::test
