// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetPlatform*, clGetExtensionFunctionAddress* and the loader's own functions.
#include "runtime/device/platform.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/khr/handle_types.h"
#include "icd/platform/default_platform.h"
#include "icd/platform/dispatch.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/context/svm.h"
#include "runtime/device/extension_lists.h"

using namespace lanewise;
using namespace lanewise::icd;

Platform& icd::thePlatform() {
  installDispatch();
  return Platform::get();
}

Result<std::reference_wrapper<Platform>> icd::platformOf(cl_platform_id handle) {
  if (!handle) return std::ref(thePlatform());
  return get<Platform>(handle);
}

namespace {

const char* platformName() {
  const std::string& name = deviceConfig().platformName;
  return name.empty() ? "Lanewise" : name.c_str();
}

Status listPlatforms(cl_uint count, cl_platform_id* platforms, cl_uint* countRet) {
  // num_entries is 0 and platforms is not null, or both results are null.
  TRY_STATUS(checkResults(count, "platforms", platforms, "num_platforms", countRet));
  if (platforms) platforms[0] = thePlatform().handle();
  if (countRet) *countRet = 1;
  return {};
}

}  // namespace

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms,
                                    cl_uint* num_platforms) {
  return entry(__func__, [&] { return listPlatforms(num_entries, platforms, num_platforms); });
}

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                                          cl_uint* num_platforms) {
  return entry(__func__, [&] { return listPlatforms(num_entries, platforms, num_platforms); });
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Platform & self, platformOf(platform));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PLATFORM_PROFILE: return info.writeText("FULL_PROFILE");
      case CL_PLATFORM_VERSION: return info.writeText(self.version());
      case CL_PLATFORM_NUMERIC_VERSION: return info.write<cl_version>(self.numericVersion());
      case CL_PLATFORM_NAME: return info.writeText(platformName());
      case CL_PLATFORM_VENDOR: return info.writeText("The Lanewise Project");
      case CL_PLATFORM_EXTENSIONS: return info.writeText(extensionLists().extensionNames);
      case CL_PLATFORM_EXTENSIONS_WITH_VERSION: return info.writeArray(extensionLists().extensions);
      case CL_PLATFORM_HOST_TIMER_RESOLUTION: return info.write<cl_ulong>(1);
      case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
        return info.writeArray(kMemoryHandleTypes);
      case CL_PLATFORM_SEMAPHORE_TYPES_KHR: return info.writeArray(kSemaphoreTypes);
      case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
      case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
        return info.writeArray(kSemaphoreHandleTypes);
      case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR: return info.writeArray(kSvmTypeCapabilities);
      case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR:
        return info.write<cl_platform_command_buffer_capabilities_khr>(
            CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
            CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
            CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
      // Worker threads and the handler of signals stay until the process ends.
      case CL_PLATFORM_UNLOADABLE_KHR: return info.write<cl_bool>(CL_FALSE);
      case CL_PLATFORM_ICD_SUFFIX_KHR: return info.writeText("LANEWISE");
    }
    return unknownName(param_name);
  });
}

void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
  return func_name ? findImplemented(func_name) : nullptr;
}

void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                           const char* func_name) {
  if (!toObject<Platform>(platform) || !func_name) return nullptr;
  return findImplemented(func_name);
}
