// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides the number of work-items in the sub-groups of a kernel, before any stage depends on it.
// KernelMetadata carries it to the passes and to the host.
#pragma once

#include "compiler/admit/module.h"
#include "interface/kernel_metadata.h"

namespace lanewise::admit {

/// Sets subGroupSize to the size that the kernel requires, or else to the first of
/// sub_group_sizes.def. Finds required sizes that the device does not support.
Finding chooseSubGroupSize(KernelMetadata& kernel);

}  // namespace lanewise::admit
