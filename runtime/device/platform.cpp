// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the platform, and its device.
#include "runtime/device/platform.h"

#include "runtime/base/config.h"
#include "runtime/device/device_config.h"
#include "runtime/host/host_memory.h"

#include <algorithm>
#include <cstdio>

namespace lanewise {

namespace {

/// The machine, or as much of it as LANEWISE_DEVICE leaves.
HostFacts limitedFacts() {
  HostFacts facts = probeHost();
  const DeviceConfig& limits = deviceConfig();
  if (!limits.name.empty()) facts.name = limits.name;
  if (limits.vendorId != 0) facts.vendorId = uint32_t(limits.vendorId);
  if (limits.globalBytes > facts.memoryBytes &&
      limits.origins[size_t(DeviceKey::globalBytes)] == DeviceConfig::Origin::Given)
    std::fprintf(stderr,
                 "lanewise: LANEWISE_DEVICE: global_memory has %llu bytes, and the machine %llu, "
                 "which is the limit\n",
                 static_cast<unsigned long long>(limits.globalBytes),
                 static_cast<unsigned long long>(facts.memoryBytes));
  if (limits.globalBytes != 0) facts.memoryBytes = std::min(facts.memoryBytes, limits.globalBytes);
  return facts;
}

}  // namespace

Platform::Platform()
    : version_("OpenCL " + std::to_string(CL_VERSION_MAJOR(numericVersion())) + "." +
               std::to_string(CL_VERSION_MINOR(numericVersion())) + " Lanewise " + kDriverVersion) {
}

cl_version Platform::numericVersion() const { return deviceConfig().version; }

Platform& Platform::get() {
  // Never destroyed: the application may hold the handle until the process ends.
  static Platform& platform = *new Platform;
  return platform;
}

Device& Platform::device() {
  Lock lock(mutex_);
  if (!device_) {
    device_ = new Device(*this, limitedFacts());
    zeroHostMemory(config().zeroMemory           ? Zeroed::All
                   : config().keepMegabytes == 0 ? Zeroed::None
                                                 : Zeroed::Small);
    // At most an eighth of what the process may have.
    limitKeptMemory(std::min(config().keepMegabytes, device_->facts().memoryBytes >> 23) << 20);
  }
  return *device_;
}

}  // namespace lanewise
