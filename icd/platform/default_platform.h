// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform for calls that may leave it out.
#pragma once

#include "icd/handles.h"
#include "runtime/device/platform.h"

namespace lanewise::icd {

/// The platform with its dispatch table in place, whatever is called first.
Platform& thePlatform();

/// A null platform is the default one, which is ours.
Result<std::reference_wrapper<Platform>> platformOf(cl_platform_id handle);

/// CL_INVALID_DEVICE_TYPE for a type that there is not, CL_DEVICE_NOT_FOUND for one that ours is
/// not.
Result<std::reference_wrapper<Device>> deviceOfType(Platform& platform, cl_device_type type);

}  // namespace lanewise::icd
