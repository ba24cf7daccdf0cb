// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of all calls on shared virtual memory and unified shared memory.
#pragma once

#include "runtime/context/device_limit.h"

namespace lanewise::icd {

/// CL_INVALID_OPERATION: no device of the context supports SVM.
inline Status checkSvmSupport(Context& context) {
  if (deviceConfig().hasSvm()) [[likely]]
    return {};
  return limitedBy(context, deviceConfig().keyOfSvm(),
                   {CL_INVALID_OPERATION, "unsupported: shared virtual memory"});
}

}  // namespace lanewise::icd
