// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers: creation, retain, release, finalizing, enqueueing, info. What is recorded into
// them: record_commands.cpp. (One queue each: cl_khr_command_buffer_multi_device is not offered.)
#include "runtime/recording/command_buffer.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/context/context.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_command_buffer_properties_khr;
struct Properties {
  cl_command_buffer_flags_khr flags = 0;
  cl_mutable_dispatch_asserts_khr asserts = 0;
};

Status takeFlags(std::span<const Word> value, Properties& into) {
  constexpr cl_command_buffer_flags_khr kSupported =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
  constexpr cl_command_buffer_flags_khr kUnsupported = CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
  // An unknown flag.
  TRY_STATUS(checkKnown("CL_COMMAND_BUFFER_FLAGS_KHR", value[0], kSupported | kUnsupported));
  // A flag of an extension that the device does not support.
  if (value[0] & kUnsupported)
    return {CL_INVALID_PROPERTY, "unsupported: CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR"};
  into.flags = value[0];
  return {};
}

constexpr PropertyRow<Word, Properties> kProperties[] = {
    {CL_COMMAND_BUFFER_FLAGS_KHR, "CL_COMMAND_BUFFER_FLAGS_KHR", takeFlags},
    {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
     "CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR",
     [](std::span<const Word> value, Properties& into) -> Status {
       into.asserts = value[0];
       // An unknown assertion.
       return checkKnown("CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR", value[0],
                         CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
     }},
};

/// The queue that an enqueue uses: the one of the call, else the command buffer's.
Result<std::reference_wrapper<Queue>> queueOf(const CommandBuffer& buffer, cl_uint count,
                                              const cl_command_queue* queues) {
  // num_queues is 0 and queues is not null, or the reverse.
  TRY_STATUS(checkList("num_queues", count, "queues", queues));
  if (!queues) return std::ref(buffer.queue());
  // The number of queues differs from that at creation.
  if (count != 1) return fail(CL_INVALID_VALUE, std::to_string(count) + " queues instead of 1");
  TRY(Queue & queue, get<Queue>(queues[0]));
  // The queue is on the device.
  if (queue.onDevice()) return fail(CL_INVALID_COMMAND_QUEUE);
  // The queue belongs to a different context, or to a different device. (The device requires no
  // property of a queue and supports all, so CL_INCOMPATIBLE_COMMAND_QUEUE_KHR does not occur.)
  if (&queue.context() != &buffer.context()) return fail(CL_INVALID_CONTEXT);
  if (&queue.device() != &buffer.device()) return fail(CL_INVALID_DEVICE);
  return std::ref(queue);
}

}  // namespace

cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                         const cl_command_buffer_properties_khr* properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<CommandBuffer*> {
    // num_queues is not 1, or queues is null.
    TRY_STATUS(checkGiven("queues", queues));
    if (num_queues != 1)
      return fail(CL_INVALID_VALUE, "num_queues is " + std::to_string(num_queues) + ", not 1");
    TRY(Queue & queue, get<Queue>(queues[0]));
    // The queue is on the device.
    if (queue.onDevice()) return fail(CL_INVALID_COMMAND_QUEUE);
    Properties read;
    TRY(std::vector list, readPropertyList(properties, kProperties, CL_INVALID_VALUE, read));
    return new CommandBuffer(queue, read.flags, read.asserts, std::move(list));
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return retain<CommandBuffer>(__func__, command_buffer);
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return release<CommandBuffer>(__func__, command_buffer);
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return entry(__func__, [&]() -> Status {
    TRY(CommandBuffer & self, get<CommandBuffer>(command_buffer));
    // The command buffer is already finalized (CL_INVALID_OPERATION).
    return self.finalize();
  });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues,
                                             cl_command_buffer_khr command_buffer,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(CommandBuffer & self, get<CommandBuffer>(command_buffer));
    TRY(Queue & queue, queueOf(self, num_queues, queues));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, self.context()));
    // The command buffer is not finalized, or a kernel argument of a launch is not set
    // (CL_INVALID_OPERATION).
    TRY(auto command, self.makeRun());
    return queue.submit(std::move(command), waits, event, false);
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                             cl_command_buffer_info_khr param_name,
                                             size_t param_value_size, void* param_value,
                                             size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(CommandBuffer & self, get<CommandBuffer>(command_buffer));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_COMMAND_BUFFER_NUM_QUEUES_KHR: return info.write<cl_uint>(1);
      case CL_COMMAND_BUFFER_QUEUES_KHR: return info.write<cl_command_queue>(self.queue().handle());
      case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR: return info.write<cl_uint>(self.apiCount());
      case CL_COMMAND_BUFFER_STATE_KHR:
        return info.write<cl_command_buffer_state_khr>(self.state());
      case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: return info.writeArray(self.properties());
      case CL_COMMAND_BUFFER_CONTEXT_KHR: return info.write<cl_context>(self.context().handle());
    }
    return unknownName(param_name);
  });
}
