// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The platform for calls that accept null.
#pragma once

#include "icd/handles.h"
#include "runtime/device/platform.h"

namespace lanewise::icd {

/// The platform. Ensures that its dispatch table is set, whichever function is called first.
Platform& thePlatform();

/// A null platform means the default one, which is ours.
Result<std::reference_wrapper<Platform>> platformOf(cl_platform_id handle);

/// CL_INVALID_DEVICE_TYPE for an unknown type, CL_DEVICE_NOT_FOUND for a type other than that of
/// our device.
Result<std::reference_wrapper<Device>> deviceOfType(Platform& platform, cl_device_type type);

}  // namespace lanewise::icd
