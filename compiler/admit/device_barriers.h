// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that stand for what SPV_INTEL_device_barrier adds, which neither the grammar nor
// the translator knows. device_barriers.cpp and the header of OpenCL C
// (frontend/device_barriers.cl) import them, the pass lower-device-barriers replaces their calls.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewise::admit {

/// Waits for all work-items of the launch.
inline constexpr std::string_view kDeviceBarrier = "lanewise_device_barrier";
/// A truth value: all work-groups run concurrently.
inline constexpr std::string_view kIsConcurrent = "lanewise_is_concurrent";

constexpr bool isDeviceBarrierFunction(std::string_view name) {
  return name == kDeviceBarrier || name == kIsConcurrent;
}

/// Replaces barriers of the execution scope Device and loads of the built-in variable in a module
/// that declares the capability. Other modules, and what is not well-formed, stay as they are.
void replaceDeviceBarriers(std::vector<uint32_t>& words);

}  // namespace lanewise::admit
