// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items the sub-groups of a kernel have: decided here, before anything is made of the
// kernel, and told to the passes and to the host by KernelMetadata.
#pragma once

#include <string>

#include "interface/kernel_metadata.h"

namespace lanewise::admit {

/// Sets subGroupSize to what the kernel requires, or else to the device's first. The reason why
/// there is no kernel of the required size, empty when there is.
std::string chooseSubGroupSize(KernelMetadata& kernel);

}  // namespace lanewise::admit
