// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateContext, clCreateContextFromType, clGetContextInfo, retain and release.
#include "runtime/context/context.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/platform/default_platform.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/device/extension_lists.h"
#include "runtime/device/platform.h"

#include <algorithm>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_context_properties;
struct ContextProperties {
  std::vector<Word> list;  // with its final 0; empty if there is none
  ContextOptions options;
};

/// The device has the extension to which the property belongs.
Status checkHas(std::string_view extension, Word property) {
  if (extensionLists().hasExtension(extension)) return {};
  return {CL_INVALID_PROPERTY, unknownProperty(property)};
}

constexpr PropertyRow<Word, ContextProperties> kProperties[] = {
    {CL_CONTEXT_PLATFORM, "CL_CONTEXT_PLATFORM",
     [](std::span<const Word> value, ContextProperties&) -> Status {
       // The value is not a platform.
       TRY(Platform & platform [[maybe_unused]],
           get<Platform>(reinterpret_cast<cl_platform_id>(value[0])));
       return {};
     }},
    {CL_CONTEXT_INTEROP_USER_SYNC, "CL_CONTEXT_INTEROP_USER_SYNC",
     [](std::span<const Word> value, ContextProperties&) -> Status {
       // The value is not a cl_bool.
       return value[0] == CL_TRUE || value[0] == CL_FALSE ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
    {CL_CONTEXT_MEMORY_INITIALIZE_KHR, "CL_CONTEXT_MEMORY_INITIALIZE_KHR",
     [](std::span<const Word> value, ContextProperties& into) -> Status {
       TRY_STATUS(checkHas("cl_khr_initialize_memory", CL_CONTEXT_MEMORY_INITIALIZE_KHR));
       constexpr Word kKnown =
           CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
       // The value has an unknown bit.
       if (value[0] & ~kKnown) return CL_INVALID_PROPERTY;
       into.options.initialized = static_cast<cl_context_memory_initialize_khr>(value[0]);
       return {};
     }},
    {CL_PRINTF_CALLBACK_ARM, "CL_PRINTF_CALLBACK_ARM",
     [](std::span<const Word> value, ContextProperties& into) -> Status {
       TRY_STATUS(checkHas("cl_arm_printf", CL_PRINTF_CALLBACK_ARM));
       // The function is null.
       if (!value[0]) return CL_INVALID_PROPERTY;
       into.options.printf = reinterpret_cast<PrintfReceiver::Function>(value[0]);
       return {};
     }},
    {CL_PRINTF_BUFFERSIZE_ARM, "CL_PRINTF_BUFFERSIZE_ARM",
     [](std::span<const Word> value, ContextProperties& into) -> Status {
       TRY_STATUS(checkHas("cl_arm_printf", CL_PRINTF_BUFFERSIZE_ARM));
       into.options.printfBytes = static_cast<size_t>(value[0]);
       return {};
     }},
};

Result<ContextProperties> readProperties(const Word* given) {
  ContextProperties read;
  TRY(read.list, readPropertyList(given, kProperties, CL_INVALID_PROPERTY, read));
  return read;
}

}  // namespace

cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices,
                                       void(CL_CALLBACK* pfn_notify)(const char*, const void*,
                                                                     size_t, void*),
                                       void* user_data, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Context*> {
    TRY(ContextProperties read, readProperties(properties));
    // The list of devices is empty, or user_data is given without a function that takes it.
    TRY_STATUS(checkNotEmpty("num_devices", num_devices, "devices", devices));
    if (!read.options.printf) TRY_STATUS(checkUserData(pfn_notify, user_data));
    std::vector<Ref<Device>> members;
    for (cl_device_id handle : std::span(devices, num_devices)) {
      // An element is not a device.
      TRY(Device & device, get<Device>(handle));
      // A device that is given twice counts once.
      if (std::ranges::find(members, Ref<Device>(device)) == members.end())
        members.push_back(device);
    }
    if (pfn_notify) TRY_STATUS(prepareCallbacks());
    return new Context(std::move(members), std::move(read.list), pfn_notify, user_data,
                       read.options);
  });
}

cl_context CL_API_CALL
clCreateContextFromType(const cl_context_properties* properties, cl_device_type device_type,
                        void(CL_CALLBACK* pfn_notify)(const char*, const void*, size_t, void*),
                        void* user_data, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Context*> {
    TRY(ContextProperties read, readProperties(properties));
    // user_data is given without a function that takes it.
    if (!read.options.printf) TRY_STATUS(checkUserData(pfn_notify, user_data));
    // device_type is invalid (CL_INVALID_DEVICE_TYPE), or no such device exists
    // (CL_DEVICE_NOT_FOUND).
    TRY(Device & device, deviceOfType(thePlatform(), device_type));
    if (pfn_notify) TRY_STATUS(prepareCallbacks());
    return new Context({Ref<Device>(device)}, std::move(read.list), pfn_notify, user_data,
                       read.options);
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) {
  return retain<Context>(__func__, context);
}

cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return release<Context>(__func__, context);
}

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & self, get<Context>(context));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_CONTEXT_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_CONTEXT_NUM_DEVICES: return info.write<cl_uint>(self.devices().size());
      case CL_CONTEXT_PROPERTIES: return info.writeArray(self.properties());
      case CL_CONTEXT_DEVICES: return info.writeHandles(self.devices());
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context,
                                                  void(CL_CALLBACK* pfn_notify)(cl_context, void*),
                                                  void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & self, get<Context>(context));
    TRY_STATUS(checkGiven("pfn_notify", pfn_notify));
    return self.addDestructorCallback(pfn_notify, user_data);
  });
}
