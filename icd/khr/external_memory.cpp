// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory objects from outside: made of file descriptors, handed over to commands and back.
#include "icd/khr/external_memory.h"

#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/queue/queue.h"

#include <CL/cl_ext.h>

#include <unistd.h>
#include <algorithm>
#include <optional>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

struct Properties {
  std::optional<int> descriptor;
  std::optional<std::vector<Ref<Device>>> devices;
  std::vector<cl_mem_properties> list;
};

/// Reads the devices behind `given` up to the end of their list. CL_INVALID_DEVICE: none, or one
/// that is no device of the context.
Result<std::vector<Ref<Device>>> readDevices(const Context& context,
                                             const cl_mem_properties*& given) {
  std::vector<Ref<Device>> devices;
  for (; *given != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; ++given) {
    Device* const device = toObject<Device>(reinterpret_cast<cl_device_id>(*given));
    if (!device || !context.hasDevice(*device)) return fail(CL_INVALID_DEVICE);
    devices.emplace_back(device);
  }
  if (devices.empty()) return fail(CL_INVALID_DEVICE);
  return devices;
}

Result<Properties> readProperties(const Context& context, const cl_mem_properties* given) {
  Properties read;
  const cl_mem_properties* const first = given;
  for (; *given; ++given) {
    const cl_mem_properties name = *given++;
    const bool isList = name == CL_MEM_DEVICE_HANDLE_LIST_KHR;
    // A name that is not known, or was there before; a second handle.
    if (!isList && !isExternalHandle(name)) return fail(CL_INVALID_PROPERTY);
    if (isList ? read.devices.has_value() : read.descriptor.has_value())
      return fail(CL_INVALID_PROPERTY);
    if (!isList) {
      read.descriptor = static_cast<int>(*given);
      continue;
    }
    TRY(read.devices, readDevices(context, given));
  }
  read.list.assign(first, given + 1);
  // Devices of a handle that is missing.
  if (!read.descriptor) return fail(CL_INVALID_PROPERTY);
  return read;
}

Status access(cl_command_type type, cl_command_queue queueHandle, cl_uint count,
              const cl_mem* handles, cl_uint waitCount, const cl_event* waitEvents,
              cl_event* event) {
  TRY(Queue & queue, get<Queue>(queueHandle));
  // Objects and their number disagree; none at all is fine.
  if ((count == 0) != (handles == nullptr)) return CL_INVALID_VALUE;
  std::vector<MemObject*> objects;
  for (cl_mem handle : std::span(handles, count)) {
    TRY(MemObject & object, get<MemObject>(handle));
    // Memory of our own.
    if (!object.external()) return CL_INVALID_MEM_OBJECT;
    // Of a context without this device, or not for this device.
    if (!object.context().hasDevice(queue.device()) || !object.external()->isFor(queue.device()))
      return CL_INVALID_COMMAND_QUEUE;
    // Of another context with this device.
    if (&object.context() != &queue.context()) return CL_INVALID_CONTEXT;
    objects.push_back(&object);
  }
  TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
  // An event has already failed.
  if (std::ranges::any_of(waits, [](const Event* one) { return one->status() < 0; }))
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  return queue.submit(makeExternalAccess(type, objects), waits, event, false);
}

}  // namespace

bool icd::isExternalHandle(cl_mem_properties name) {
  return name == CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR ||
         name == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR;
}

bool icd::isFromOutside(const cl_mem_properties* properties) {
  for (; properties && *properties; properties += 2)
    if (isExternalHandle(*properties) || *properties == CL_MEM_DEVICE_HANDLE_LIST_KHR) return true;
  return false;
}

Result<MemObject*> icd::createExternalBuffer(cl_context handle, const cl_mem_properties* properties,
                                             cl_mem_flags flags, size_t sizeBytes,
                                             const void* hostPointer) {
  TRY(Context & context, get<Context>(handle));
  TRY(Properties read, readProperties(context, properties));
  TRY_STATUS(checkBufferFlags(flags));
  // Flags of host memory.
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR))
    return fail(CL_INVALID_VALUE);
  // size is 0 or more than what any device of the context can take, or than there is (map).
  if (sizeBytes == 0 || sizeBytes > context.devices().front()->maxAllocationBytes())
    return fail(CL_INVALID_BUFFER_SIZE);
  // A pointer to host memory.
  if (hostPointer) return fail(CL_INVALID_HOST_PTR);
  if (!read.devices)
    read.devices = std::vector<Ref<Device>>(context.devices().begin(), context.devices().end());
  TRY(auto memory, ExternalMemory::map(*read.descriptor, sizeBytes, std::move(*read.devices)));
  MemObject* const made =
      MemObject::createExternal(context, flags, sizeBytes, std::move(memory), std::move(read.list));
  // Nothing fails any more: the application's descriptor is ours, which holds a copy.
  close(*read.descriptor);
  return made;
}

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return access(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
                  mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return access(CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
                  mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}
