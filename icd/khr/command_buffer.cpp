// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers: creation, copies for other queues, retain, release, finalizing, enqueueing,
// info. What is recorded into them: record_commands.cpp.
#include "runtime/recording/command_buffer.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/property_list.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/context/context.h"
#include "runtime/device/extension_lists.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

using Word = cl_command_buffer_properties_khr;
struct Properties {
  cl_command_buffer_flags_khr flags = 0;
  cl_mutable_dispatch_asserts_khr asserts = 0;
};

Status takeFlags(std::span<const Word> value, Properties& into) {
  // An unknown flag.
  TRY_STATUS(checkKnown("CL_COMMAND_BUFFER_FLAGS_KHR", value[0],
                        CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR |
                            CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR));
  // A flag of an extension that the device does not support.
  if ((value[0] & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) &&
      !extensionLists().hasMultiDeviceRecording)
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

using Queues = std::vector<Queue*>;

/// CL_INVALID_COMMAND_QUEUE: an element is not a queue on the host.
Result<Queues> hostQueues(std::span<const cl_command_queue> list) {
  Queues queues;
  queues.reserve(list.size());
  for (cl_command_queue handle : list) {
    TRY(Queue & queue, get<Queue>(handle));
    if (queue.onDevice()) return fail(CL_INVALID_COMMAND_QUEUE);
    queues.push_back(&queue);
  }
  return queues;
}

/// CL_INVALID_CONTEXT: the queue of an element belongs to a different context.
Status checkContext(const Queues& queues, const Context& context) {
  for (const Queue* queue : queues)
    if (&queue->context() != &context) return CL_INVALID_CONTEXT;
  return {};
}

/// The queues that an enqueue uses: those of the call, else the command buffer's.
Result<Queues> queuesOf(const CommandBuffer& buffer, cl_uint count, const cl_command_queue* list) {
  // num_queues is 0 and queues is not null, or the reverse.
  TRY_STATUS(checkList("num_queues", count, "queues", list));
  // The number of queues differs from that at creation.
  if (list && count != buffer.queues().size())
    return fail(CL_INVALID_VALUE, std::to_string(count) + " queues instead of " +
                                      std::to_string(buffer.queues().size()));
  Queues queues;
  for (const auto& queue : buffer.queues()) queues.push_back(queue.get());
  // An element is not a queue, or on the device.
  if (list) {
    TRY(queues, hostQueues({list, count}));
  }
  // A property that command buffers do not support. (They require none.)
  for (const Queue* queue : queues)
    if (queue->properties() & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL)
      return fail(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
                  "the command queue has CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL");
  // An element belongs to a different context, or to a different device.
  TRY_STATUS(checkContext(queues, buffer.context()));
  for (size_t i = 0; i < queues.size(); ++i)
    if (&queues[i]->device() != &buffer.queues()[i]->device()) return fail(CL_INVALID_DEVICE);
  return queues;
}

/// CL_INVALID_VALUE: an element is not the handle of a command of `buffer`.
Result<std::vector<MutableCommand*>> commandsOf(const CommandBuffer& buffer,
                                                std::span<const cl_mutable_command_khr> list) {
  std::vector<MutableCommand*> commands;
  for (cl_mutable_command_khr handle : list) {
    auto command = get<MutableCommand>(handle);
    if (!command || &command->get().buffer() != &buffer)
      return fail(CL_INVALID_VALUE, "handles[" + std::to_string(commands.size()) +
                                        "] is not a command of the command buffer");
    commands.push_back(&command->get());
  }
  return commands;
}

}  // namespace

cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                         const cl_command_buffer_properties_khr* properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<CommandBuffer*> {
    // queues is null, or num_queues is 0, or more than the device supports.
    TRY_STATUS(checkNotEmpty("num_queues", num_queues, "queues", queues));
    if (num_queues != 1 && !extensionLists().hasMultiDeviceRecording)
      return fail(CL_INVALID_VALUE, "num_queues is " + std::to_string(num_queues) + ", not 1");
    // An element is not a queue, or on the device.
    TRY(const Queues recorded, hostQueues({queues, num_queues}));
    // The queues belong to different contexts. (All devices of the platform synchronize natively,
    // with several queues each, so CL_INCOMPATIBLE_COMMAND_QUEUE_KHR does not occur.)
    TRY_STATUS(checkContext(recorded, recorded[0]->context()));
    Properties read;
    TRY(std::vector list, readPropertyList(properties, kProperties, CL_INVALID_VALUE, read));
    return new CommandBuffer(recorded, read.flags, read.asserts, std::move(list));
  });
}

cl_command_buffer_khr CL_API_CALL clRemapCommandBufferKHR(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue* queues, cl_uint num_handles, const cl_mutable_command_khr* handles,
    cl_mutable_command_khr* handles_ret, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<CommandBuffer*> {
    TRY(CommandBuffer & self, get<CommandBuffer>(command_buffer));
    // num_queues is 0, or queues is null.
    TRY_STATUS(checkNotEmpty("num_queues", num_queues, "queues", queues));
    // Each queue of the command buffer is replaced, and the number differs.
    if (!automatic && num_queues != self.queues().size())
      return fail(CL_INVALID_VALUE, "num_queues is " + std::to_string(num_queues) + ", not " +
                                        std::to_string(self.queues().size()));
    // A list of handles without their number, or the reverse.
    TRY_STATUS(checkList("num_handles", num_handles, "handles", handles));
    TRY_STATUS(checkList("num_handles", num_handles, "handles_ret", handles_ret));
    // A handle of another command buffer.
    TRY(const auto commands, commandsOf(self, {handles, num_handles}));
    // An element is not a queue, or on the device.
    TRY(const Queues others, hostQueues({queues, num_queues}));
    // A queue belongs to a different context.
    TRY_STATUS(checkContext(others, self.context()));
    // A program is not built for the device (CL_INVALID_PROGRAM_EXECUTABLE).
    return self.remap(others, automatic != CL_FALSE, commands, handles_ret);
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
    TRY(const Queues used, queuesOf(self, num_queues, queues));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, self.context()));
    // The command buffer is not finalized, or a kernel argument of a launch is not set
    // (CL_INVALID_OPERATION).
    return self.enqueue(used, waits, event);
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
      case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
        return info.write<cl_uint>(cl_uint(self.queues().size()));
      case CL_COMMAND_BUFFER_QUEUES_KHR: return info.writeHandles(self.queues());
      case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR: return info.write<cl_uint>(self.apiCount());
      case CL_COMMAND_BUFFER_STATE_KHR:
        return info.write<cl_command_buffer_state_khr>(self.state());
      case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: return info.writeArray(self.properties());
      case CL_COMMAND_BUFFER_CONTEXT_KHR: return info.write<cl_context>(self.context().handle());
    }
    return unknownName(param_name);
  });
}
