// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests of checks begin with: the checks of all programs, the device, and the reports as text.
#pragma once

#include <CL/cl.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

/// Before the first program is built.
inline void useChecks(const char* checks) {
  setenv("LANEWISE_CHECK", checks, 1);
  setenv("LANEWISE_CACHE", "off", 1);
}

/// The only platform of the process, and its device; null, with a failure of the test, without one.
struct CheckedDevice {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};
inline CheckedDevice findCheckedDevice() {
  CheckedDevice found;
  EXPECT_EQ(clGetPlatformIDs(1, &found.platform, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetDeviceIDs(found.platform, CL_DEVICE_TYPE_ALL, 1, &found.device, nullptr),
            CL_SUCCESS);
  return found;
}

/// The notify function of a context whose reports are appended to a std::string.
inline void CL_CALLBACK keepReport(const char* text, const void*, size_t, void* reports) {
  *static_cast<std::string*>(reports) += text;
}
