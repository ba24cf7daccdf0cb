// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// device_summary [platform name]: prints properties of the platform and of its first device.

#include "open_device.h"

#include <iomanip>

namespace {

void row(const char* name, const auto& value) {
  std::cout << "  " << std::left << std::setw(22) << name << value << '\n';
}

int summarize(const std::string& platformName) {
  const cl::Device device = example::openDevice(platformName);
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  row("platform", platform.getInfo<CL_PLATFORM_NAME>());
  row("version", platform.getInfo<CL_PLATFORM_VERSION>());
  row("device", device.getInfo<CL_DEVICE_NAME>());
  row("driver", device.getInfo<CL_DRIVER_VERSION>());
  row("compute units", device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  row("native float width", device.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
  row("largest work-group", device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  row("local memory, KiB", device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() >> 10);
  row("global memory, MiB", device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20);
  row("last cache, KiB", device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>() >> 10);
  row("intermediate language", device.getInfo<CL_DEVICE_IL_VERSION>());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  return example::run([&] { return summarize(count > 1 ? words[1] : "lanewise"); });
}
