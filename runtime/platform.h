// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one Platform and its device. Made at the first question, never destroyed.
#pragma once

#include "runtime/base/object.h"
#include "runtime/device.h"

namespace lanewise {

class Platform : public Object<Platform> {
 public:
  using Handle = cl_platform_id;
  static constexpr Tag kTag = Tag::Platform;
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;

  static Platform& get();
  /// The machine as one device.
  Device& device();

 private:
  Platform();
  Device* device_;
};

}  // namespace lanewise
