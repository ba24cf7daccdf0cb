// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one Platform and its device. Created at first use, never destroyed.
#pragma once

#include "runtime/base/object.h"
#include "runtime/device/device.h"

#include <string>

namespace lanewise {

class Platform : public Object<Platform> {
 public:
  using Handle = cl_platform_id;
  static constexpr Tag kTag = Tag::Platform;
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;

  static Platform& get();
  /// The CPU as one device; probed by the first call.
  Device& device();

  static constexpr const char* kDriverVersion = LANEWISE_VERSION;

  /// The version of the specification that platform and device report.
  cl_version numericVersion() const;
  /// The value of CL_PLATFORM_VERSION and CL_DEVICE_VERSION.
  const std::string& version() const { return version_; }

 private:
  Platform();
  std::string version_;
  Mutex mutex_;
  Device* device_ GUARDED_BY(mutex_) = nullptr;
};

}  // namespace lanewise
