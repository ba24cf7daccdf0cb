// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueNDRangeKernel, clEnqueueTask, clEnqueueNativeKernel and
// clGetKernelSuggestedLocalWorkSize.
#include "icd/entry.h"
#include "icd/queue/nd_range.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/device/device.h"
#include "runtime/launch/launch.h"
#include "runtime/launch/native_kernel.h"
#include "runtime/program/program.h"
#include "runtime/queue/queue.h"

#include <CL/cl_ext.h>

#include <algorithm>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// The kernel can run in the queue.
[[gnu::always_inline]] inline Status checkRunsIn(const Queue& queue, const Kernel& kernel) {
  // The kernel belongs to a different context.
  if (&queue.context() != &kernel.program().context()) return CL_INVALID_CONTEXT;
  // The program is not built for the queue's device or a device that it is a sub-device of.
  if (!kernel.program().runsOn(queue.device()))
    return {CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built for the device of the queue"};
  return {};
}

/// Inline, because it has as many arguments as its callers.
[[gnu::always_inline]] inline Status launch(cl_command_queue command_queue, cl_kernel kernel,
                                            cl_uint dimensions, const size_t* offset,
                                            const size_t* globalSize, const size_t* localSize,
                                            cl_uint waitCount, const cl_event* waitEvents,
                                            cl_event* event, cl_command_type type) {
  TRY(Queue & queue, get<Queue>(command_queue));
  TRY(Kernel & self, get<Kernel>(kernel));
  TRY_STATUS(checkRunsIn(queue, self));
  TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
  NdRange range;
  TRY_STATUS(globalRange(dimensions, offset, globalSize, range));
  TRY_STATUS(localRange(self, localSize, range));
  // An argument is not set (CL_INVALID_KERNEL_ARGS); the launch needs more local memory or spill
  // area than the device has (CL_OUT_OF_RESOURCES).
  return self.enqueue(queue, range, type, waits, event);
}

/// The memory objects of a native kernel with their offsets in args. CL_INVALID_MEM_OBJECT,
/// CL_INVALID_VALUE.
Result<std::vector<NativeMemory>> nativeMemory(std::span<const std::byte> arguments, cl_uint count,
                                               const cl_mem* objects, const void** places) {
  std::vector<NativeMemory> memory;
  for (cl_uint i = 0; i < count; ++i) {
    NativeMemory entry{nullptr, 0};
    // An element is neither null nor a buffer.
    if (objects[i]) {
      TRY(MemObject & object, get<MemObject>(objects[i]));
      if (object.type() != CL_MEM_OBJECT_BUFFER)
        return fail(CL_INVALID_MEM_OBJECT, "mem_list[" + std::to_string(i) + "] is not a buffer");
      entry.object = Ref<MemObject>(object);
    }
    // The pointer is not inside args.
    const auto offset = static_cast<const std::byte*>(places[i]) - arguments.data();
    if (offset < 0 || !inside(static_cast<size_t>(offset), sizeof(void*), arguments.size()))
      return fail(CL_INVALID_VALUE, "args_mem_loc[" + std::to_string(i) + "] is not inside args");
    entry.offsetBytes = static_cast<size_t>(offset);
    memory.push_back(std::move(entry));
  }
  return memory;
}

}  // namespace

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                          cl_uint work_dim, const size_t* global_work_offset,
                                          const size_t* global_work_size,
                                          const size_t* local_work_size,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return shortEntry(__func__, [&]() -> Status {
    return launch(command_queue, kernel, work_dim, global_work_offset, global_work_size,
                  local_work_size, num_events_in_wait_list, event_wait_list, event,
                  CL_COMMAND_NDRANGE_KERNEL);
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                 cl_event* event) {
  return entry(__func__, [&]() -> Status {
    const size_t one = 1;
    return launch(command_queue, kernel, 1, nullptr, &one, &one, num_events_in_wait_list,
                  event_wait_list, event, CL_COMMAND_TASK);
  });
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue,
                                         void(CL_CALLBACK* user_func)(void*), void* args,
                                         size_t cb_args, cl_uint num_mem_objects,
                                         const cl_mem* mem_list, const void** args_mem_loc,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    // user_func is null.
    TRY_STATUS(checkGiven("user_func", user_func));
    // args is null and cb_args is not 0, or the reverse; or there are memory objects without args.
    TRY_STATUS(checkList("cb_args", cb_args, "args", args));
    if (!args) TRY_STATUS(checkList("num_mem_objects", num_mem_objects, "args", args));
    // num_mem_objects is not 0 and a list is null, or it is 0 and a list is not null.
    TRY_STATUS(checkList("num_mem_objects", num_mem_objects, "mem_list", mem_list));
    TRY_STATUS(checkList("num_mem_objects", num_mem_objects, "args_mem_loc", args_mem_loc));
    const std::span arguments(static_cast<const std::byte*>(args), cb_args);
    TRY(auto memory, nativeMemory(arguments, num_mem_objects, mem_list, args_mem_loc));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    return queue.submit(makeNativeKernel(user_func, arguments, std::move(memory)), waits, event,
                        false);
  });
}

namespace {

Status suggestLocalSize(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                        const size_t* global_work_offset, const size_t* global_work_size,
                        size_t* suggested_local_work_size) {
  TRY(const Queue& queue, get<Queue>(command_queue));
  // The queue is on the device.
  if (queue.onDevice()) return CL_INVALID_COMMAND_QUEUE;
  TRY(const Kernel& self, get<Kernel>(kernel));
  TRY_STATUS(checkRunsIn(queue, self));
  // An argument is not set (CL_INVALID_KERNEL_ARGS).
  ArgumentSnapshot arguments;
  TRY_STATUS(self.snapshot(arguments));
  NdRange range;
  TRY_STATUS(globalRange(work_dim, global_work_offset, global_work_size, range));
  // The global size is missing or 0 in a dimension.
  if (std::ranges::find(range.globalSize, 0u) != std::end(range.globalSize))
    return CL_INVALID_GLOBAL_WORK_SIZE;
  // suggested_local_work_size is null.
  TRY_STATUS(checkGiven("suggested_local_work_size", suggested_local_work_size));
  // The kernel cannot be launched without a local size (CL_INVALID_WORK_GROUP_SIZE).
  TRY_STATUS(localRange(self, nullptr, range));
  TRY_STATUS(chooseLocalSize(queue.device(), self.metadata(), range));
  std::copy_n(range.localSize, work_dim, suggested_local_work_size);
  return {};
}

}  // namespace

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                     cl_kernel kernel, cl_uint work_dim,
                                                     const size_t* global_work_offset,
                                                     const size_t* global_work_size,
                                                     size_t* suggested_local_work_size) {
  return entry(__func__, [&] {
    return suggestLocalSize(command_queue, kernel, work_dim, global_work_offset, global_work_size,
                            suggested_local_work_size);
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue,
                                                        cl_kernel kernel, cl_uint work_dim,
                                                        const size_t* global_work_offset,
                                                        const size_t* global_work_size,
                                                        size_t* suggested_local_work_size) {
  return clGetKernelSuggestedLocalWorkSize(command_queue, kernel, work_dim, global_work_offset,
                                           global_work_size, suggested_local_work_size);
}

cl_int CL_API_CALL clGetKernelMaxConcurrentWorkGroupCountINTEL(cl_command_queue command_queue,
                                                               cl_kernel kernel, cl_uint work_dim,
                                                               const size_t* global_work_offset,
                                                               const size_t* local_work_size,
                                                               size_t* max_work_group_count) {
  return entry(__func__, [&]() -> Status {
    TRY(const Queue& queue, get<Queue>(command_queue));
    // The queue is on the device.
    if (queue.onDevice()) return CL_INVALID_COMMAND_QUEUE;
    TRY(const Kernel& self, get<Kernel>(kernel));
    TRY_STATUS(checkRunsIn(queue, self));
    NdRange range;
    TRY_STATUS(globalRange(work_dim, global_work_offset, local_work_size, range));
    // local_work_size is null.
    if (!local_work_size) return {CL_INVALID_WORK_GROUP_SIZE, "local_work_size is null"};
    TRY_STATUS(localRange(self, local_work_size, range));
    // max_work_group_count is null.
    TRY_STATUS(checkGiven("max_work_group_count", max_work_group_count));
    // Each group takes a thread.
    *max_work_group_count = queue.device().computeUnits();
    return {};
  });
}
