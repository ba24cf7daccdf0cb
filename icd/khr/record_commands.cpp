// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recording: each function checks its arguments as the enqueue of the same command does, and
// appends to a command buffer.
#include "icd/entry.h"
#include "icd/queue/buffer_copies.h"
#include "icd/queue/enqueue_pointer.h"
#include "icd/queue/nd_range.h"
#include "runtime/context/context.h"
#include "runtime/program/program.h"
#include "runtime/recording/command_buffer.h"

#include <optional>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// What all recording calls take beside what their command is made of.
struct RecordArguments {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr* properties;
  cl_uint count;
  const cl_sync_point_khr* waits;
  cl_sync_point_khr* syncPoint;
  cl_mutable_command_khr* handle;
};

Result<std::reference_wrapper<CommandBuffer>> target(const RecordArguments& arguments) {
  TRY(CommandBuffer & buffer, get<CommandBuffer>(arguments.buffer));
  // A queue is named: that is for command buffers of several queues.
  if (arguments.queue) return fail(CL_INVALID_COMMAND_QUEUE);
  // Sync points and their number disagree.
  if ((arguments.count == 0) != (arguments.waits == nullptr))
    return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  // The command buffer is finalized (CL_INVALID_OPERATION); an element of the list is no sync point
  // of it.
  TRY_STATUS(buffer.checkRecording(std::span(arguments.waits, arguments.count)));
  return std::ref(buffer);
}

/// A recording call whose command cannot be changed later: `make(buffer)` checks what is the
/// command's own and gives it, or null for a barrier. The command touches the objects of `memory`.
template <class Make>
cl_int record(const char* name, const RecordArguments& arguments,
              std::initializer_list<cl_mem> memory, Make make) {
  return entry(name, [&]() -> Status {
    TRY(CommandBuffer & buffer, target(arguments));
    // A property: none is defined.
    if (arguments.properties && *arguments.properties) return CL_INVALID_VALUE;
    // A handle is asked for.
    if (arguments.handle) return CL_INVALID_VALUE;
    MadeCommand command = make(buffer);
    if (!command) return command.error();
    std::vector<MemObject*> objects;
    for (cl_mem handle : memory) objects.push_back(toObject<MemObject>(handle));
    return buffer.record(std::move(*command), objects, arguments.syncPoint);
  });
}

/// What is recorded for a command on images: the device has none.
MadeCommand onImages(const CommandBuffer&) {
  return fail(CL_INVALID_OPERATION, "unsupported: images");
}

struct DispatchProperties {
  cl_mutable_dispatch_fields_khr fields =
      CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
      CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
      CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
  /// Said by the list: arguments may be set later.
  bool argumentsMayFollow = false;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<cl_command_properties_khr> list;
};

Result<DispatchProperties> readProperties(const cl_command_properties_khr* given) {
  DispatchProperties read;
  if (!given) return read;
  for (; *given; given += 2) {
    switch (given[0]) {
      case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
        // A field that does not exist. (All that do are supported.)
        if (given[1] & ~DispatchProperties().fields) return fail(CL_INVALID_VALUE);
        read.fields = given[1];
        read.argumentsMayFollow = given[1] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
        break;
      case CL_MUTABLE_DISPATCH_ASSERTS_KHR:
        // An assertion that does not exist.
        if (given[1] & ~cl_bitfield(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR))
          return fail(CL_INVALID_VALUE);
        read.asserts = given[1];
        break;
      // A name that is not known.
      default: return fail(CL_INVALID_VALUE, "command property " + std::to_string(given[0]));
    }
    read.list.insert(read.list.end(), given, given + 2);
  }
  read.list.push_back(0);
  return read;
}

Status recordLaunch(CommandBuffer& buffer, Kernel& kernel, NdRange range,
                    DispatchProperties properties, cl_sync_point_khr* syncPoint,
                    cl_mutable_command_khr* handle) {
  std::optional<Dispatch> dispatch;
  if (handle) dispatch = Dispatch{ApiRef<Kernel>::adopt(kernel.clone()), range};
  Kernel& arguments = handle ? *dispatch->arguments : kernel;
  auto launch = arguments.makeLaunch(buffer.device(), range);
  // An argument is not set and may not be set later (CL_INVALID_KERNEL_ARGS); local memory or
  // scratch does not suffice (CL_OUT_OF_RESOURCES).
  const bool mayLackArguments = buffer.isMutable() && properties.argumentsMayFollow;
  if (!launch && !(mayLackArguments && launch.error().code == CL_INVALID_KERNEL_ARGS))
    return launch.error();
  std::unique_ptr<Command> command = launch ? std::move(*launch) : nullptr;
  if (!handle) return buffer.recordLaunch(std::move(command), kernel, syncPoint);
  TRY(MutableCommand* const made,
      buffer.recordLaunch(std::move(command), kernel, std::move(*dispatch), properties.fields,
                          std::move(properties.list), syncPoint));
  *handle = made->handle();
  return {};
}

}  // namespace

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                                   cl_command_queue command_queue,
                                                   const cl_command_properties_khr* properties,
                                                   cl_uint num_sync_points_in_wait_list,
                                                   const cl_sync_point_khr* sync_point_wait_list,
                                                   cl_sync_point_khr* sync_point,
                                                   cl_mutable_command_khr* mutable_handle) {
  const auto make = [](CommandBuffer&) { return nullptr; };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, make);
}

cl_int CL_API_CALL clCommandCopyBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_buffer,
    size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point,
    cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](CommandBuffer& buffer) {
    return copyCommand(buffer.context(), buffer.device(), src_buffer, dst_buffer, src_offset,
                       dst_offset, size);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {src_buffer, dst_buffer}, make);
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* dst_origin, const size_t* region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](CommandBuffer& buffer) {
    return rectCopyCommand(buffer.context(), buffer.device(), src_buffer, dst_buffer,
                           {src_origin, dst_origin, region, src_row_pitch, src_slice_pitch,
                            dst_row_pitch, dst_slice_pitch});
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {src_buffer, dst_buffer}, make);
}

cl_int CL_API_CALL clCommandFillBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem buffer, const void* pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point,
    cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](CommandBuffer& self) {
    return fillCommand(self.context(), self.device(), buffer, pattern, pattern_size, offset, size);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {buffer}, make);
}

cl_int CL_API_CALL clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_kernel kernel, cl_uint work_dim,
    const size_t* global_work_offset, const size_t* global_work_size, const size_t* local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return entry(__func__, [&]() -> Status {
    TRY(CommandBuffer & buffer,
        target({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                sync_point_wait_list, sync_point, mutable_handle}));
    TRY(DispatchProperties read, readProperties(properties));
    TRY(Kernel & launched, get<Kernel>(kernel));
    // Command buffer and kernel are of different contexts.
    if (&launched.program().context() != &buffer.context()) return CL_INVALID_CONTEXT;
    // The program was not built for the device.
    if (!launched.program().runsOn(buffer.device())) return CL_INVALID_PROGRAM_EXECUTABLE;
    TRY(NdRange range, globalRange(work_dim, global_work_offset, global_work_size));
    TRY_STATUS(localRange(launched, local_work_size, range));
    // Who asserts a number of work-groups says it.
    if (((buffer.asserts() | read.asserts) &
         CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) &&
        !local_work_size)
      return {CL_INVALID_VALUE, "no local size, but no more work-groups are asserted"};
    return recordLaunch(buffer, launched, range, std::move(read), sync_point, mutable_handle);
  });
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem, cl_mem, size_t, const size_t*,
    const size_t*, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr* sync_point_wait_list, cl_sync_point_khr* sync_point,
    cl_mutable_command_khr* mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, onImages);
}

cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr command_buffer,
                                         cl_command_queue command_queue,
                                         const cl_command_properties_khr* properties, cl_mem,
                                         cl_mem, const size_t*, const size_t*, const size_t*,
                                         cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr* sync_point_wait_list,
                                         cl_sync_point_khr* sync_point,
                                         cl_mutable_command_khr* mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, onImages);
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem, cl_mem, const size_t*, const size_t*,
    size_t, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, onImages);
}

cl_int CL_API_CALL clCommandFillImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem, const void*, const size_t*, const size_t*,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, onImages);
}

cl_int CL_API_CALL clCommandSVMMemcpyKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, void* dst_ptr, const void* src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](CommandBuffer& buffer) {
    return pointerCopy(CL_COMMAND_SVM_MEMCPY, NullPointer::MayBeEmpty, buffer.device(), dst_ptr,
                       src_ptr, size);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, make);
}

cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer,
                                          cl_command_queue command_queue,
                                          const cl_command_properties_khr* properties,
                                          void* svm_ptr, const void* pattern, size_t pattern_size,
                                          size_t size, cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr* sync_point_wait_list,
                                          cl_sync_point_khr* sync_point,
                                          cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](CommandBuffer& buffer) {
    return pointerFill(CL_COMMAND_SVM_MEMFILL, NullPointer::MayBeEmpty, buffer.device(), svm_ptr,
                       pattern, pattern_size, size);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, make);
}
