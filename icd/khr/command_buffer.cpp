// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers: creation, retain, release, finalizing, enqueueing, info. What is recorded into
// them: record_commands.cpp. (One queue each: cl_khr_command_buffer_multi_device is not offered.)
#include "runtime/recording/command_buffer.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/context/context.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

struct Properties {
  cl_command_buffer_flags_khr flags = 0;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<cl_command_buffer_properties_khr> list;
};

Status checkFlags(cl_command_buffer_flags_khr flags) {
  constexpr cl_command_buffer_flags_khr kSupported =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
  constexpr cl_command_buffer_flags_khr kForeign = CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
  // A bit that means nothing.
  if (flags & ~(kSupported | kForeign)) return CL_INVALID_VALUE;
  // A flag of an extension that the device does not have.
  if (flags & kForeign) return {CL_INVALID_PROPERTY, "unsupported: several queues"};
  return {};
}

Result<Properties> readProperties(const cl_command_buffer_properties_khr* given) {
  Properties read;
  if (!given) return read;
  bool hasFlags = false, hasAsserts = false;
  for (; *given; given += 2) {
    bool& seen = given[0] == CL_COMMAND_BUFFER_FLAGS_KHR ? hasFlags : hasAsserts;
    // A name that is not known, or one that was there before.
    if (given[0] != CL_COMMAND_BUFFER_FLAGS_KHR &&
        given[0] != CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR)
      return fail(CL_INVALID_VALUE, "command buffer property " + std::to_string(given[0]));
    if (std::exchange(seen, true))
      return fail(CL_INVALID_VALUE, "command buffer property given twice");
    (&seen == &hasFlags ? read.flags : read.asserts) = given[1];
    read.list.insert(read.list.end(), given, given + 2);
  }
  read.list.push_back(0);
  TRY_STATUS(checkFlags(read.flags));
  // An assertion that does not exist.
  if (read.asserts & ~cl_bitfield(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR))
    return fail(CL_INVALID_VALUE);
  return read;
}

/// Where an enqueue runs: the queue of the call or that of the command buffer.
Result<std::reference_wrapper<Queue>> queueOf(const CommandBuffer& buffer, cl_uint count,
                                              const cl_command_queue* queues) {
  // Queues and their number disagree.
  if ((count == 0) != (queues == nullptr)) return fail(CL_INVALID_VALUE);
  if (!queues) return std::ref(buffer.queue());
  // Not as many as the command buffer was made with.
  if (count != 1) return fail(CL_INVALID_VALUE, std::to_string(count) + " queues instead of 1");
  TRY(Queue & queue, get<Queue>(queues[0]));
  // A queue of another context, or of another device. (No property of a queue is required, none is
  // unsupported: CL_INCOMPATIBLE_COMMAND_QUEUE_KHR does not arise.)
  if (&queue.context() != &buffer.context()) return fail(CL_INVALID_CONTEXT);
  if (&queue.device() != &buffer.device()) return fail(CL_INVALID_DEVICE);
  return std::ref(queue);
}

}  // namespace

cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                         const cl_command_buffer_properties_khr* properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<CommandBuffer*> {
    // Not one queue, or none given.
    if (num_queues != 1 || !queues) return fail(CL_INVALID_VALUE);
    TRY(Queue & queue, get<Queue>(queues[0]));
    TRY(Properties read, readProperties(properties));
    return new CommandBuffer(queue, read.flags, read.asserts, std::move(read.list));
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
    // It was finalized before (CL_INVALID_OPERATION).
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
    // Not finalized, or a launch lacks arguments (CL_INVALID_OPERATION).
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
    return CL_INVALID_VALUE;
  });
}
