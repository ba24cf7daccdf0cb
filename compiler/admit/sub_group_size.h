// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of sub-groups that kernels may require. Used by reflection, and by driver/compiler.cpp,
// which chooses the size of all other kernels.
#pragma once

#include "compiler/admit/module.h"
#include "interface/compile_request.h"
#include "interface/kernel_metadata.h"

namespace lanewise::admit {

/// A row of sub_group_sizes.def.
bool isSubGroupSize(uint32_t workItems);

/// Finds a required size that the device does not support.
Finding checkSubGroupSize(const KernelMetadata& kernel, const DeviceLimits& device);

}  // namespace lanewise::admit
