// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores: creation (with import), retain, release, info, export, waits and signals.
#include "runtime/queue/semaphore.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/queue/queue.h"

#include <fcntl.h>
#include <algorithm>
#include <optional>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Property = cl_semaphore_properties_khr;

struct Properties {
  bool hasType = false;
  Device* device = nullptr;
  Semaphore::HandleType exportType = 0;
  std::optional<int> opaqueFile, syncFile;
  std::vector<Property> list;
};

bool isValidFile(int descriptor) { return descriptor >= 0 && fcntl(descriptor, F_GETFD) >= 0; }

/// What is imported: a descriptor of our own, so that a call that fails leaves the application's as
/// it was, and one that the application closes by mistake later is not ours. Empty for -1.
Result<Descriptor> copyOf(int given) {
  if (given < 0) return Descriptor();
  Descriptor copy(fcntl(given, F_DUPFD_CLOEXEC, 0));
  if (!copy) return fail(CL_OUT_OF_RESOURCES, "no file descriptor is left");
  return copy;
}
/// After all that can fail: the application's descriptor is ours, which has the copy.
void closeImported(int given) {
  if (given >= 0) close(given);
}

/// Reads the list of devices behind `given` and steps over it. CL_INVALID_DEVICE unless it is one
/// device, of the context.
Result<Device*> readDevices(const Context& context, const Property*& given) {
  Device* only = nullptr;
  size_t count = 0;
  for (; *given != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++given, ++count)
    only = toObject<Device>(reinterpret_cast<cl_device_id>(*given));
  if (count != 1 || !only || !context.hasDevice(*only))
    return fail(CL_INVALID_DEVICE, "not one device of the context");
  return only;
}

/// The same for the list of handle types. CL_INVALID_VALUE for more than one, CL_INVALID_PROPERTY
/// for one that is not supported.
Result<Semaphore::HandleType> readExportTypes(const Property*& given) {
  Semaphore::HandleType type = 0;
  for (size_t count = 0; *given != CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR; ++given) {
    if (++count > 1) return fail(CL_INVALID_VALUE, "more than one type of handle to export");
    type = Semaphore::HandleType(*given);
    if (type != CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR && type != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)
      return fail(CL_INVALID_PROPERTY, "unsupported: handles of type " + std::to_string(*given));
  }
  return type;
}

/// The value of one property; `given` points to it and ends on its last word.
Status readProperty(const Context& context, Property name, const Property*& given,
                    Properties& read) {
  switch (name) {
    case CL_SEMAPHORE_TYPE_KHR:
      // The only type there is.
      if (*given != CL_SEMAPHORE_TYPE_BINARY_KHR) return CL_INVALID_PROPERTY;
      read.hasType = true;
      return {};
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      TRY(read.device, readDevices(context, given));
      return {};
    }
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: {
      TRY(read.exportType, readExportTypes(given));
      return {};
    }
    case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
      // Not what an export gives.
      if (!isSharedState(int(*given))) return CL_INVALID_PROPERTY;
      read.opaqueFile = int(*given);
      return {};
    case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
      // Neither a file nor the -1 that means signaled.
      if (int(*given) != -1 && !isValidFile(int(*given))) return CL_INVALID_PROPERTY;
      read.syncFile = int(*given);
      return {};
  }
  // A name that is not known.
  return {CL_INVALID_PROPERTY, "semaphore property " + std::to_string(name)};
}

Result<Properties> readProperties(const Context& context, const Property* given) {
  Properties read;
  std::vector<Property> names;
  const Property* const first = given;
  for (; *given; ++given) {
    const Property name = *given++;
    // A name that was there before.
    if (std::ranges::find(names, name) != names.end()) return fail(CL_INVALID_PROPERTY);
    names.push_back(name);
    TRY_STATUS(readProperty(context, name, given, read));
  }
  read.list.assign(first, given + 1);
  // The type is missing.
  if (!read.hasType) return fail(CL_INVALID_VALUE);
  // One device of several must be named.
  if (context.devices().size() > 1 && !read.device)
    return fail(CL_INVALID_PROPERTY, "which device is not said in a context of several");
  // Two handles.
  if (read.opaqueFile && read.syncFile) return fail(CL_INVALID_PROPERTY);
  // What was imported cannot be exported.
  if ((read.opaqueFile || read.syncFile) && read.exportType) return fail(CL_INVALID_OPERATION);
  return read;
}

Result<Semaphore*> createSemaphore(Context& context, Properties read) {
  Descriptor shared;
  if (read.exportType == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    shared = newSharedState();
    if (!shared) return fail(CL_OUT_OF_RESOURCES, "no file descriptor is left");
  }
  if (read.opaqueFile) {
    TRY(shared, copyOf(*read.opaqueFile));
  }
  auto made = std::make_unique<Semaphore>(context, read.device, std::move(shared), read.exportType,
                                          std::move(read.list));
  if (read.syncFile) {
    TRY(Descriptor file, copyOf(*read.syncFile));
    TRY_STATUS(made->importSyncFile(std::move(file)));
  }
  if (read.opaqueFile) closeImported(*read.opaqueFile);
  if (read.syncFile) closeImported(*read.syncFile);
  return made.release();
}

struct Target {
  Queue& queue;
  std::span<Semaphore* const> semaphores;
  std::span<Event* const> waits;
};

Result<Target> target(cl_command_queue queueHandle, cl_uint count, const cl_semaphore_khr* handles,
                      cl_uint waitCount, const cl_event* waitEvents) {
  TRY(Queue & queue, get<Queue>(queueHandle));
  // No semaphores. (A binary one needs no payload.)
  if (count == 0 || !handles) return fail(CL_INVALID_VALUE);
  for (cl_semaphore_khr handle : std::span(handles, count)) {
    TRY(Semaphore & semaphore, get<Semaphore>(handle));
    // Of a context without this device, or not for this device.
    if (!semaphore.isFor(queue.device())) return fail(CL_INVALID_COMMAND_QUEUE);
    // Of another context with this device.
    if (&semaphore.context() != &queue.context()) return fail(CL_INVALID_CONTEXT);
  }
  TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
  // An event has already failed.
  if (std::ranges::any_of(waits, [](const Event* event) { return event->status() < 0; }))
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  // A handle is the object's address, so the list can be read in place.
  return Target{queue, std::span(reinterpret_cast<Semaphore* const*>(handles), count), waits};
}

Status enqueueWait(const Target& to, cl_event* event) {
  std::vector<Ref<Event>> gates;
  TRY(auto command, makeSemaphoreWait(to.semaphores, gates));
  std::vector<Event*> waits(to.waits.begin(), to.waits.end());
  for (const auto& gate : gates) waits.push_back(gate.get());
  return to.queue.submit(std::move(command), waits, event, false);
}

Status enqueueSignal(const Target& to, cl_event* event) {
  TRY_STATUS(to.queue.submit(makeSemaphoreSignal(to.semaphores), to.waits, event, false));
  // Whoever waits for it elsewhere has no event by which it could get this queue going.
  return to.queue.flush();
}

/// The whole of both calls.
cl_int enqueue(const char* name, Status (*submit)(const Target&, cl_event*), cl_command_queue queue,
               cl_uint count, const cl_semaphore_khr* handles, cl_uint waitCount,
               const cl_event* waitEvents, cl_event* event) {
  return entry(name, [&]() -> Status {
    TRY(const Target to, target(queue, count, handles, waitCount, waitEvents));
    return submit(to, event);
  });
}

}  // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr* sema_props, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Semaphore*> {
    TRY(Context & owner, get<Context>(context));
    // No properties.
    if (!sema_props) return fail(CL_INVALID_VALUE);
    TRY(Properties read, readProperties(owner, sema_props));
    return createSemaphore(owner, std::move(read));
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
      case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
        std::vector<cl_device_id> devices;
        for (const auto& device : self.devices()) devices.push_back(device->handle());
        return info.writeArray(devices);
      }
      case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
        return info.writeArray(std::span(&exportType, exportType ? 1 : 0));
      case CL_SEMAPHORE_EXPORTABLE_KHR: return info.write<cl_bool>(exportType != 0);
    }
    return CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr handle_type,
                                                  size_t handle_size, void* handle_ptr,
                                                  size_t* handle_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Semaphore & self, get<Semaphore>(sema_object));
    TRY(Device & target, get<Device>(device));
    // The semaphore is not one of this device.
    if (!self.isFor(target)) return CL_INVALID_DEVICE;
    // A type that the semaphore was not made for.
    if (!handle_type || handle_type != self.exportType()) return CL_INVALID_VALUE;
    // Room for less than a file descriptor.
    if (handle_ptr && handle_size < sizeof(int)) return CL_INVALID_VALUE;
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
    // It was not made from such a handle.
    if (!self.fromSyncFile()) return CL_INVALID_SEMAPHORE_KHR;
    // A property: none is defined.
    if (reimport_props && *reimport_props) return CL_INVALID_VALUE;
    // Neither a file nor the -1 that means signaled.
    if (fd != -1 && !isValidFile(fd)) return CL_INVALID_VALUE;
    TRY(Descriptor file, copyOf(fd));
    TRY_STATUS(self.importSyncFile(std::move(file)));
    closeImported(fd);
    return {};
  });
}

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue,
                                              cl_uint num_sema_objects,
                                              const cl_semaphore_khr* sema_objects,
                                              const cl_semaphore_payload_khr*,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return enqueue(__func__, enqueueWait, command_queue, num_sema_objects, sema_objects,
                 num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue,
                                                cl_uint num_sema_objects,
                                                const cl_semaphore_khr* sema_objects,
                                                const cl_semaphore_payload_khr*,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return enqueue(__func__, enqueueSignal, command_queue, num_sema_objects, sema_objects,
                 num_events_in_wait_list, event_wait_list, event);
}
