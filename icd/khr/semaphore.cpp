// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_semaphore and cl_khr_external_semaphore: creation (with import), retain, release, info,
// export, waits and signals.
#include "runtime/queue/semaphore.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/khr/handle_types.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/base/constant_names.h"
#include "runtime/queue/queue.h"

#include <fcntl.h>
#include <algorithm>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_semaphore_properties_khr;
struct Properties {
  const Context& context;
  bool hasType = false;
  Semaphore::Request request{};
};

/// -1 stands for a sync file that is signaled.
bool isSyncFile(int descriptor) { return descriptor == -1 || fcntl(descriptor, F_GETFD) >= 0; }

constexpr PropertyRow<Word, Properties> kProperties[] = {
    {CL_SEMAPHORE_TYPE_KHR, "CL_SEMAPHORE_TYPE_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.hasType = true;
       // A type other than the only one.
       return value[0] == CL_SEMAPHORE_TYPE_BINARY_KHR ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
    {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       // Not exactly one device.
       if (value.size() != 1)
         return {CL_INVALID_DEVICE, "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR names " +
                                        std::to_string(value.size()) + " devices instead of 1"};
       // The device does not belong to the context.
       TRY(Device & device, deviceOf(into.context, reinterpret_cast<cl_device_id>(value[0])));
       into.request.device = &device;
       return {};
     },
     PropertyValue::List},
    {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, "CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       if (value.empty()) return {};
       // A type of handle that is not supported.
       if (std::ranges::find(kSemaphoreHandleTypes, value[0]) == kSemaphoreHandleTypes.end())
         return CL_INVALID_PROPERTY;
       // Several types: a semaphore is exported in one form.
       if (value.size() > 1) return {CL_INVALID_VALUE, "more than one handle type to export"};
       into.request.exportType = Semaphore::HandleType(value[0]);
       return {};
     },
     PropertyValue::List},
    {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, "CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.request.sharedState = int(value[0]);
       // Not a descriptor that an export returns.
       return isSharedState(int(value[0])) ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
    {CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, "CL_SEMAPHORE_HANDLE_SYNC_FD_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.request.syncFile = int(value[0]);
       // Neither an open file nor -1.
       return isSyncFile(int(value[0])) ? CL_SUCCESS : CL_INVALID_PROPERTY;
     }},
};

Result<Semaphore::Request> readProperties(const Context& context, const Word* given) {
  Properties read{context};
  Semaphore::Request& request = read.request;
  TRY(request.properties, readPropertyList(given, kProperties, CL_INVALID_PROPERTY, read));
  // The type is missing.
  if (!read.hasType) return fail(CL_INVALID_VALUE, "CL_SEMAPHORE_TYPE_KHR is missing");
  // The context has several devices and none is named.
  if (context.devices().size() > 1 && !request.device)
    return fail(CL_INVALID_PROPERTY,
                "the context has several devices; name one with "
                "CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR");
  // More than one handle to import.
  if (request.sharedState && request.syncFile)
    return fail(CL_INVALID_PROPERTY, "more than one handle to import");
  // Export of an imported semaphore.
  if ((request.sharedState || request.syncFile) && request.exportType)
    return fail(CL_INVALID_OPERATION, "an imported semaphore cannot be exported");
  return std::move(request);
}

using Semaphores = std::span<Semaphore* const>;

Result<Semaphores> semaphoreList(const Queue& queue, cl_uint count,
                                 const cl_semaphore_khr* handles) {
  // The list is empty.
  TRY_STATUS(checkNotEmpty("num_sema_objects", count, "sema_objects", handles));
  for (cl_semaphore_khr handle : std::span(handles, count)) {
    TRY(Semaphore & semaphore, get<Semaphore>(handle));
    // The semaphore is not for the queue's device.
    if (!semaphore.isFor(queue.device())) return fail(CL_INVALID_COMMAND_QUEUE);
    // The semaphore belongs to a different context.
    if (&semaphore.context() != &queue.context()) return fail(CL_INVALID_CONTEXT);
  }
  // A handle is the object's address, so the list can be read in place.
  return Semaphores(reinterpret_cast<Semaphore* const*>(handles), count);
}

/// Both calls; `submit` is enqueueSemaphoreWait or enqueueSemaphoreSignal.
cl_int enqueue(const char* name, decltype(enqueueSemaphoreWait)* submit,
               cl_command_queue queueHandle, cl_uint count, const cl_semaphore_khr* handles,
               cl_uint waitCount, const cl_event* waitEvents, cl_event* event) {
  return entry(name, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(queueHandle));
    // Binary semaphores ignore payloads.
    TRY(const Semaphores semaphores, semaphoreList(queue, count, handles));
    TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
    TRY_STATUS(checkNoneFailed(waits));
    return submit(queue, semaphores, waits, event);
  });
}

}  // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr* sema_props, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Semaphore*> {
    TRY(Context & owner, get<Context>(context));
    // sema_props is null.
    TRY_STATUS(checkGiven("sema_props", sema_props));
    TRY(Semaphore::Request request, readProperties(owner, sema_props));
    return Semaphore::create(owner, std::move(request));
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return retain<Semaphore>(__func__, sema_object);
}

cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return release<Semaphore>(__func__, sema_object);
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object,
                                         cl_semaphore_info_khr param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Semaphore & self, get<Semaphore>(sema_object));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    const auto exportType = self.exportType();
    switch (param_name) {
      case CL_SEMAPHORE_CONTEXT_KHR: return info.write<cl_context>(self.context().handle());
      case CL_SEMAPHORE_REFERENCE_COUNT_KHR: return info.write<cl_uint>(self.apiCount());
      case CL_SEMAPHORE_PROPERTIES_KHR: return info.writeArray(self.properties());
      case CL_SEMAPHORE_TYPE_KHR:
        return info.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
      case CL_SEMAPHORE_PAYLOAD_KHR: return info.write<cl_semaphore_payload_khr>(self.signaled());
      case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: return info.writeHandles(self.devices());
      case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
        return info.writeArray(std::span(&exportType, exportType ? 1 : 0));
      case CL_SEMAPHORE_EXPORTABLE_KHR: return info.write<cl_bool>(exportType != 0);
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr handle_type,
                                                  size_t handle_size, void* handle_ptr,
                                                  size_t* handle_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Semaphore & self, get<Semaphore>(sema_object));
    TRY(Device & target, get<Device>(device));
    // The semaphore is not for this device.
    if (!self.isFor(target)) return CL_INVALID_DEVICE;
    // The semaphore was created without this type of handle.
    if (!handle_type || handle_type != self.exportType())
      return {CL_INVALID_VALUE, "the semaphore was created without handle_type " +
                                    hexText(handle_type) + " for export"};
    // handle_size is less than a file descriptor.
    if (handle_ptr && handle_size < sizeof(int))
      return {CL_INVALID_VALUE, "handle_size " + std::to_string(handle_size) + " is less than " +
                                    std::to_string(sizeof(int))};
    if (handle_size_ret) *handle_size_ret = sizeof(int);
    if (!handle_ptr) return {};
    TRY(const int handle, self.exportHandle());
    std::memcpy(handle_ptr, &handle, sizeof handle);
    return {};
  });
}

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr* reimport_props, int fd) {
  return entry(__func__, [&]() -> Status {
    TRY(Semaphore & self, get<Semaphore>(sema_object));
    // The semaphore was not created from a sync file.
    if (!self.fromSyncFile()) return CL_INVALID_SEMAPHORE_KHR;
    // An unknown property: none is defined.
    TRY_STATUS(checkNoProperties("reimport_props", reimport_props));
    // fd is neither an open file nor -1.
    if (!isSyncFile(fd))
      return {CL_INVALID_VALUE, "fd " + std::to_string(fd) + " is neither a sync file nor -1"};
    return self.importSyncFile(fd);
  });
}

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue,
                                              cl_uint num_sema_objects,
                                              const cl_semaphore_khr* sema_objects,
                                              const cl_semaphore_payload_khr*,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return enqueue(__func__, enqueueSemaphoreWait, command_queue, num_sema_objects, sema_objects,
                 num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue,
                                                cl_uint num_sema_objects,
                                                const cl_semaphore_khr* sema_objects,
                                                const cl_semaphore_payload_khr*,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return enqueue(__func__, enqueueSemaphoreSignal, command_queue, num_sema_objects, sema_objects,
                 num_events_in_wait_list, event_wait_list, event);
}
