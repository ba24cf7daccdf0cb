// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the platform, and its device.
#include "runtime/device/platform.h"

#include "runtime/base/config.h"
#include "runtime/host/host_memory.h"

#include <algorithm>

namespace lanewise {

Platform::Platform()
    : version_("OpenCL " + std::to_string(CL_VERSION_MAJOR(kNumericVersion)) + "." +
               std::to_string(CL_VERSION_MINOR(kNumericVersion)) + " Lanewise " + kDriverVersion) {}

Platform& Platform::get() {
  // Never destroyed: the application may hold the handle until the process ends.
  static Platform& platform = *new Platform;
  return platform;
}

Device& Platform::device() {
  Lock lock(mutex_);
  if (!device_) {
    device_ = new Device(*this, probeHost());
    zeroHostMemory(config().zeroMemory           ? Zeroed::All
                   : config().keepMegabytes == 0 ? Zeroed::None
                                                 : Zeroed::Small);
    // At most an eighth of what the process may have.
    limitKeptMemory(std::min(config().keepMegabytes, device_->facts().memoryBytes >> 23) << 20);
  }
  return *device_;
}

}  // namespace lanewise
