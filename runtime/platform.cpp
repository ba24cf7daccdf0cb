// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the platform says of itself.
#include "runtime/platform.h"

#include <cstring>

namespace lanewise {
namespace {

cl_name_version nameVersion(const char* name, cl_uint major, cl_uint minor, cl_uint patch) {
  cl_name_version row{};
  row.version = CL_MAKE_VERSION(major, minor, patch);
  std::strncpy(row.name, name, sizeof row.name - 1);
  return row;
}

}  // namespace

Platform::Platform()
    : version_("OpenCL " + std::to_string(CL_VERSION_MAJOR(kNumericVersion)) + "." +
               std::to_string(CL_VERSION_MINOR(kNumericVersion)) + " Lanewise " LANEWISE_VERSION) {
  extensions_.push_back(nameVersion("cl_khr_icd", 2, 0, 0));
  for (const cl_name_version& row : extensions_)
    extensionNames_.append(extensionNames_.empty() ? "" : " ").append(row.name);
}

Platform& Platform::get() {
  // Never destroyed: the application may hold the handle until the process ends.
  static Platform& platform = *new Platform;
  return platform;
}

void Platform::setLoaderData(void* data) {
  objectLoaderData.store(data, std::memory_order_relaxed);
  Object::setLoaderData(data);
  Lock lock(mutex_);
  if (device_) device_->setLoaderData(data);
}

}  // namespace lanewise
