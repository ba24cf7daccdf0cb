// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of buffers and images of external memory: rows of the tables of both.
#pragma once

#include "runtime/context/context.h"

#include <CL/cl_ext.h>

#include <optional>
#include <span>
#include <vector>

namespace lanewise::icd {

struct ExternalProperties {
  const Context& context;
  std::optional<int> file{};
  std::optional<std::vector<Ref<Device>>> devices{};
};

/// CL_EXTERNAL_MEMORY_HANDLE_*_KHR. CL_INVALID_PROPERTY: a second handle.
Status takeFile(std::span<const cl_mem_properties> value, ExternalProperties& into);
/// CL_MEM_DEVICE_HANDLE_LIST_KHR. CL_INVALID_DEVICE.
Status takeDevices(std::span<const cl_mem_properties> value, ExternalProperties& into);
/// CL_INVALID_PROPERTY: devices without a handle.
Status checkExternal(const ExternalProperties& read);

}  // namespace lanewise::icd
