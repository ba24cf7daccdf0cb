// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphore types and external handle types that platform and device report.
#pragma once

#include <CL/cl_ext.h>

#include <array>

namespace lanewise::icd {

inline constexpr std::array<cl_semaphore_type_khr, 1> kSemaphoreTypes = {
    CL_SEMAPHORE_TYPE_BINARY_KHR};
/// The types of handles for import and export.
inline constexpr std::array<cl_external_semaphore_handle_type_khr, 2> kSemaphoreHandleTypes = {
    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};

inline constexpr std::array<cl_external_memory_handle_type_khr, 2> kMemoryHandleTypes = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

}  // namespace lanewise::icd
