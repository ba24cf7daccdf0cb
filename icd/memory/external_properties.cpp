// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the properties of external memory.
#include "icd/memory/external_properties.h"

#include "icd/validate.h"

namespace lanewise::icd {

Status takeFile(std::span<const cl_mem_properties> value, ExternalProperties& into) {
  // A second handle of external memory.
  if (into.file) return {CL_INVALID_PROPERTY, "more than one handle of external memory"};
  into.file = int(value[0]);
  return {};
}

Status takeDevices(std::span<const cl_mem_properties> value, ExternalProperties& into) {
  // The list is empty.
  if (value.empty()) return CL_INVALID_DEVICE;
  into.devices.emplace();
  for (const cl_mem_properties word : value) {
    // The device does not belong to the context.
    TRY(Device & device, deviceOf(into.context, reinterpret_cast<cl_device_id>(word)));
    into.devices->emplace_back(device);
  }
  return {};
}

Status checkExternal(const ExternalProperties& read) {
  // Devices without a handle of external memory.
  if (!read.devices || read.file) return {};
  return {CL_INVALID_PROPERTY,
          "CL_MEM_DEVICE_HANDLE_LIST_KHR requires a handle of external memory"};
}

}  // namespace lanewise::icd
