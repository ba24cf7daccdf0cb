// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DeviceConfig: the limits of the device as LANEWISE_DEVICE sets them. The keys are rows of
// device_keys.def, presets of device_presets.def. What a limit implies for extensions and
// features is device_needs.def. docs/small-devices.md is for users.
#pragma once

#include "interface/compile_request.h"

#include <CL/cl.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

enum class DeviceKey : uint8_t {
#define DEVICE_KEY(member, key, ...) member,
#include "runtime/device/device_keys.def"
};
inline constexpr size_t kDeviceKeys = 0
#define DEVICE_KEY(...) +1
#include "runtime/device/device_keys.def"
    ;

struct DeviceConfig {
  // The types of the forms of device_keys.def.
  using Bytes = uint64_t;
  using Count = uint64_t;
  using Flag = bool;
  using Version = cl_version;
  using Sizes = std::vector<uint32_t>;
  using Names = std::vector<std::string>;
  using Text = std::string;
#define DEVICE_KEY(member, key, form, least, most, initial, ...) form member = initial;
#include "runtime/device/device_keys.def"

  enum class Origin : uint8_t { Default, Preset, Given };
  std::array<Origin, kDeviceKeys> origins = {};
  std::string preset;

  bool isSet(DeviceKey key) const { return origins[size_t(key)] != Origin::Default; }
  /// The end of a message about a limit: " (LANEWISE_DEVICE: fp64=0 of the preset apple-m1)". Empty
  /// if the variable does not set the key.
  std::string because(DeviceKey key) const;
  /// The reason why there is no SVM: OpenCL 1.2 has none either.
  bool hasSvm() const { return svm && version >= CL_MAKE_VERSION(2, 0, 0); }
  DeviceKey keyOfSvm() const { return svm ? DeviceKey::version : DeviceKey::svm; }
  /// The keys that are set and that builds depend on, for logs of builds that fail: lines that end,
  /// or nothing. `hasBuildOptions`: build_options, if set, are valid, which only builds know.
  std::string noteForBuilds(bool hasBuildOptions) const;
  /// What the compiler must know. Names are sorted.
  DeviceLimits limits() const;
};

/// Adds lines to `warnings` for what is not valid and has no effect.
DeviceConfig parseDeviceConfig(std::string_view text, std::string& warnings);

namespace detail {
extern std::atomic<const DeviceConfig*> deviceConfig;
const DeviceConfig& readDeviceConfig();
}  // namespace detail

/// That of LANEWISE_DEVICE. The first call prints warnings. Never destroyed.
inline const DeviceConfig& deviceConfig() {
  // Pairs with the store in readDeviceConfig().
  if (const DeviceConfig* read = detail::deviceConfig.load(std::memory_order_acquire)) [[likely]]
    return *read;
  return detail::readDeviceConfig();
}

/// deviceConfig().limits(), which are the same for each build.
const DeviceLimits& deviceLimits();

}  // namespace lanewise
