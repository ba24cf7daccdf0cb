// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ND-range of a call: common checks of launches, recorded launches and updates of them.
#pragma once

#include "runtime/launch/launch.h"
#include "runtime/program/kernel.h"

namespace lanewise::icd {

/// CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_OFFSET. A missing global size is a size of 0.
Status globalRange(cl_uint dimensions, const size_t* offset, const size_t* size, NdRange& range);

/// Sets the local size of the call. CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE.
Status localRange(const Kernel& kernel, const size_t* size, NdRange& range);

}  // namespace lanewise::icd
