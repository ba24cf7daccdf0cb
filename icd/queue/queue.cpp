// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command queues: creation with and without properties, info, retain, release, flush, finish.
#include "runtime/queue/queue.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/device/device.h"
#include "runtime/device/extension_lists.h"

#include <CL/cl_ext.h>

#include <optional>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

cl_command_queue_properties onHost() {
  constexpr cl_command_queue_properties kAlways =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  return extensionLists().hasExtension("cl_intel_exec_by_local_thread")
             ? kAlways | CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL
             : kAlways;
}
constexpr cl_command_queue_properties kOnDevice = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

Status checkProperties(cl_command_queue_properties properties) {
  // An unknown bit.
  TRY_STATUS(checkKnown("properties", properties, onHost() | kOnDevice));
  // A queue on the device that is not out-of-order, or a default queue that is not on the device.
  if ((properties & CL_QUEUE_ON_DEVICE) && !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    return {CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE requires CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"};
  if ((properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE))
    return {CL_INVALID_VALUE, "CL_QUEUE_ON_DEVICE_DEFAULT requires CL_QUEUE_ON_DEVICE"};
  // Bits that are valid but not supported by the device.
  if ((properties & CL_QUEUE_ON_DEVICE) && (properties & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL))
    return {CL_INVALID_QUEUE_PROPERTIES,
            "CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL is for command queues on the host only"};
  if ((properties & kOnDevice) && !extensionLists().hasDeviceQueues)
    return {CL_INVALID_QUEUE_PROPERTIES, "unsupported: command queues on the device"};
  return {};
}

using Word = cl_queue_properties;
struct Properties {
  cl_command_queue_properties bits = 0;
  std::optional<cl_queue_properties> sizeBytes = {};
  bool hasHint = false;
};

// Hints are kept for the application to query; all queues share the threads in turn.
constexpr PropertyRow<Word, Properties> kProperties[] = {
    {CL_QUEUE_PROPERTIES, "CL_QUEUE_PROPERTIES",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.bits = value[0];
       return {};
     }},
    {CL_QUEUE_SIZE, "CL_QUEUE_SIZE",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.sizeBytes = value[0];
       return {};
     }},
    {CL_QUEUE_PRIORITY_KHR, "CL_QUEUE_PRIORITY_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.hasHint = true;
       const bool known = value[0] == CL_QUEUE_PRIORITY_HIGH_KHR ||
                          value[0] == CL_QUEUE_PRIORITY_MED_KHR ||
                          value[0] == CL_QUEUE_PRIORITY_LOW_KHR;
       return known ? CL_SUCCESS : CL_INVALID_VALUE;
     }},
    {CL_QUEUE_THROTTLE_KHR, "CL_QUEUE_THROTTLE_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.hasHint = true;
       const bool known = value[0] == CL_QUEUE_THROTTLE_HIGH_KHR ||
                          value[0] == CL_QUEUE_THROTTLE_MED_KHR ||
                          value[0] == CL_QUEUE_THROTTLE_LOW_KHR;
       return known ? CL_SUCCESS : CL_INVALID_VALUE;
     }},
};

Status checkSize(cl_queue_properties sizeBytes, bool isOnDevice) {
  // A size is for queues on the device only.
  if (!isOnDevice) return {CL_INVALID_VALUE, "CL_QUEUE_SIZE requires CL_QUEUE_ON_DEVICE"};
  // A queue without space.
  if (sizeBytes == 0) return {CL_INVALID_VALUE, "CL_QUEUE_SIZE is 0"};
  // More than CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE.
  if (sizeBytes > Device::kMaxDeviceQueueBytes)
    return {CL_INVALID_QUEUE_PROPERTIES, "CL_QUEUE_SIZE " + std::to_string(sizeBytes) +
                                             " exceeds " +
                                             std::to_string(Device::kMaxDeviceQueueBytes)};
  return {};
}

/// `list` becomes a copy of `given`.
Result<Properties> readProperties(const Word* given, std::vector<Word>& list) {
  Properties read;
  // The specification does not forbid a name to be given twice.
  TRY(list, readPropertyList(given, kProperties, CL_INVALID_VALUE, read, RepeatedNames::Allowed));
  TRY_STATUS(checkProperties(read.bits));
  const bool isOnDevice = read.bits & CL_QUEUE_ON_DEVICE;
  if (read.sizeBytes) TRY_STATUS(checkSize(*read.sizeBytes, isOnDevice));
  // A hint to a queue on the device.
  if (read.hasHint && isOnDevice)
    return fail(CL_INVALID_QUEUE_PROPERTIES, "hints are for command queues on the host only");
  return read;
}

/// The default queue on the device, which exists once: a second call returns it with a further
/// reference.
Queue* defaultQueue(Context& context, Device& device, const Properties& read,
                    std::vector<Word> list) {
  if (Ref<Queue> queue = Queue::defaultOnDevice(context, device); queue && queue->retain())
    return queue.get();
  const Word size = read.sizeBytes.value_or(Device::kUsualDeviceQueueBytes);
  auto* queue = new Queue(context, device, read.bits, std::move(list), static_cast<cl_uint>(size));
  queue->becomeDefault();
  return queue;
}

}  // namespace

cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties* properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Queue*> {
    TRY(Context & owner, get<Context>(context));
    TRY(Device & target, deviceOf(owner, device));
    std::vector<cl_queue_properties> list;
    TRY(const Properties read, readProperties(properties, list));
    if (read.bits & CL_QUEUE_ON_DEVICE_DEFAULT)
      return defaultQueue(owner, target, read, std::move(list));
    const bool isOnDevice = read.bits & CL_QUEUE_ON_DEVICE;
    const Word size =
        isOnDevice ? read.sizeBytes.value_or(Device::kUsualDeviceQueueBytes) : Word(0);
    return new Queue(owner, target, read.bits, std::move(list), static_cast<cl_uint>(size));
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithPropertiesKHR(
    cl_context context, cl_device_id device, const cl_queue_properties_khr* properties,
    cl_int* errcode_ret) {
  return clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Queue*> {
    TRY(Context & owner, get<Context>(context));
    TRY(Device & target, deviceOf(owner, device));
    // An unknown bit. Queues on the device need clCreateCommandQueueWithProperties.
    TRY_STATUS(checkKnown("properties", properties, onHost()));
    return new Queue(owner, target, properties, {});
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue command_queue) {
  return entry(__func__, [&]() -> Status {
    TRY(Context & owner, get<Context>(context));
    TRY(Device & target, deviceOf(owner, device));
    // The device does not support a default queue on the device that can be replaced.
    if (!extensionLists().hasDeviceQueues)
      return {CL_INVALID_OPERATION, "unsupported: command queues on the device"};
    TRY(Queue & queue, get<Queue>(command_queue));
    // The queue is none on the device, or is one of another device or context.
    if (!queue.onDevice() || &queue.device() != &target || &queue.context() != &owner)
      return {CL_INVALID_COMMAND_QUEUE, "command_queue is no queue on this device in this context"};
    queue.becomeDefault();
    return {};
  });
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                             cl_command_queue_properties properties, cl_bool enable,
                                             cl_command_queue_properties* old_properties) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & self, get<Queue>(command_queue));
    // An unknown bit.
    TRY_STATUS(checkKnown("properties", properties, onHost()));
    if (old_properties) *old_properties = self.properties();
    // The specification permits a device to fix the properties at creation.
    (void)enable;
    return {CL_INVALID_OPERATION, "unsupported: changing the properties of a command queue"};
  });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return retain<Queue>(__func__, command_queue);
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & self, get<Queue>(command_queue));
    // Each release flushes, because a command buffer may hold the last reference much longer.
    (void)self.flush();
    return released(self);
  });
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue,
                                         cl_command_queue_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & self, get<Queue>(command_queue));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_QUEUE_CONTEXT: return info.write<cl_context>(self.context().handle());
      case CL_QUEUE_DEVICE: return info.write<cl_device_id>(self.device().handle());
      case CL_QUEUE_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_QUEUE_PROPERTIES: return info.write<cl_command_queue_properties>(self.properties());
      case CL_QUEUE_PROPERTIES_ARRAY: return info.writeArray(self.propertyList());
      // This query is for queues on the device only.
      case CL_QUEUE_SIZE:
        if (!self.onDevice()) return CL_INVALID_COMMAND_QUEUE;
        return info.write<cl_uint>(self.deviceBytes());
      case CL_QUEUE_DEVICE_DEFAULT: {
        const Ref<Queue> queue = Queue::defaultOnDevice(self.context(), self.device());
        return info.write<cl_command_queue>(queue ? queue->handle() : nullptr);
      }
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Queue & self, get<Queue>(command_queue));
    return self.flush();
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & self, get<Queue>(command_queue));
    return self.finish();
  });
}
