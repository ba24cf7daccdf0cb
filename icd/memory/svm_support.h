// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of all calls on shared virtual memory and unified shared memory, and the allocation of
// those that allocate.
#pragma once

#include "runtime/context/context.h"
#include "runtime/context/device_limit.h"
#include "runtime/device/global_memory.h"

#include <utility>

namespace lanewise::icd {

/// CL_INVALID_OPERATION: no device of the context supports SVM.
inline Status checkSvmSupport(Context& context) {
  if (deviceConfig().hasSvm()) [[likely]]
    return {};
  return limitedBy(context, deviceConfig().keyOfSvm(),
                   {CL_INVALID_OPERATION, "unsupported: shared virtual memory"});
}

/// `failure`, with the reason, if the device or the machine has no memory for it.
inline Result<void*> allocateSvm(Context& context, SvmAllocation description, size_t sizeBytes,
                                 cl_int failure) {
  if (void* const memory = context.svm().allocate(std::move(description), sizeBytes)) return memory;
  const bool isLimited = !hasGlobalMemory(sizeBytes);
  const Status status(failure, globalMemoryText(sizeBytes));
  return std::unexpected(isLimited ? limitedBy(context, DeviceKey::globalBytes, status) : status);
}

}  // namespace lanewise::icd
