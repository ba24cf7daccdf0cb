// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCommand*KHR: each function checks its arguments as the clEnqueue* function of the same command
// does, and appends the command to a command buffer.
#include "icd/entry.h"
#include "icd/property_list.h"
#include "icd/queue/buffer_copies.h"
#include "icd/queue/enqueue_pointer.h"
#include "icd/queue/image_copies.h"
#include "icd/queue/nd_range.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/device/extension_lists.h"
#include "runtime/program/program.h"
#include "runtime/recording/command_buffer.h"

#include <algorithm>
#include <optional>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// The parameters that all recording functions share.
struct RecordArguments {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr* properties;
  cl_uint count;
  const cl_sync_point_khr* waits;
  cl_sync_point_khr* syncPoint;
  cl_mutable_command_khr* handle;

  std::span<const cl_sync_point_khr> waitList() const { return {waits, count}; }
};

/// Where a command is recorded.
struct Recording {
  CommandBuffer& buffer;
  Queue& queue;
  Placement place;

  Context& context() const { return buffer.context(); }
  Device& device() const { return queue.device(); }
};

/// The index of the queue to which a command is recorded.
Result<uint32_t> queueIndex(const CommandBuffer& buffer, cl_command_queue handle) {
  const auto queues = buffer.queues();
  // command_queue is null, and the command buffer has several.
  if (!handle && queues.size() > 1)
    return fail(CL_INVALID_COMMAND_QUEUE, "the command buffer has several queues; name one");
  if (!handle) return 0;
  // command_queue is not null, and command buffers have one queue.
  if (!extensionLists().hasMultiDeviceRecording) return fail(CL_INVALID_COMMAND_QUEUE);
  TRY(Queue & queue, get<Queue>(handle));
  // The queue belongs to a different context.
  if (&queue.context() != &buffer.context()) return fail(CL_INVALID_CONTEXT);
  // It is not a queue of the command buffer.
  const auto found = std::ranges::find(queues, &queue, [](const auto& own) { return own.get(); });
  if (found == queues.end()) return fail(CL_INVALID_COMMAND_QUEUE);
  return uint32_t(found - queues.begin());
}

Result<Recording> recordingOf(const RecordArguments& arguments) {
  TRY(CommandBuffer & buffer, get<CommandBuffer>(arguments.buffer));
  TRY(const uint32_t queue, queueIndex(buffer, arguments.queue));
  // The number of sync points is 0 and the list is not null, or the reverse.
  if ((arguments.count == 0) != (arguments.waits == nullptr))
    return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  // The command buffer is finalized (CL_INVALID_OPERATION), or an element of the list is not a sync
  // point of this command buffer.
  TRY_STATUS(buffer.checkRecording(arguments.waitList()));
  return Recording{
      buffer, *buffer.queues()[queue], {queue, arguments.waitList(), arguments.syncPoint}};
}

/// Records a command that is not mutable. `make(recording)` checks the parameters of the command
/// and returns it, or null for a barrier. The command uses the memory objects of `memory`.
template <class Make>
cl_int record(const char* name, const RecordArguments& arguments,
              std::initializer_list<cl_mem> memory, Make make) {
  return entry(name, [&]() -> Status {
    TRY(const Recording to, recordingOf(arguments));
    // An unknown property: none is defined.
    TRY_STATUS(checkNoProperties("properties", arguments.properties));
    // mutable_handle is not null.
    if (arguments.handle) return {CL_INVALID_VALUE, "mutable_handle is not null"};
    MadeCommand command = make(to);
    if (!command) return command.error();
    std::vector<MemObject*> objects;
    for (cl_mem handle : memory) objects.push_back(toObject<MemObject>(handle));
    return to.buffer.record(std::move(*command), objects, to.place);
  });
}

using Word = cl_command_properties_khr;
/// All of them are supported.
constexpr cl_mutable_dispatch_fields_khr kDispatchFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

struct DispatchProperties {
  cl_mutable_dispatch_fields_khr fields = kDispatchFields;
  /// The list names CL_MUTABLE_DISPATCH_ARGUMENTS_KHR: arguments may be set later.
  bool argumentsMayFollow = false;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<Word> list{};
};

constexpr PropertyRow<Word, DispatchProperties> kDispatchProperties[] = {
    {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, "CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR",
     [](std::span<const Word> value, DispatchProperties& into) -> Status {
       into.fields = value[0];
       into.argumentsMayFollow = value[0] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
       // An unknown field.
       return checkKnown("CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR", value[0], kDispatchFields);
     }},
    {CL_MUTABLE_DISPATCH_ASSERTS_KHR, "CL_MUTABLE_DISPATCH_ASSERTS_KHR",
     [](std::span<const Word> value, DispatchProperties& into) -> Status {
       into.asserts = value[0];
       // An unknown assertion.
       return checkKnown("CL_MUTABLE_DISPATCH_ASSERTS_KHR", value[0],
                         CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR);
     }},
};

Result<DispatchProperties> readProperties(const Word* given) {
  DispatchProperties read;
  // The specification does not forbid a name to be given twice.
  TRY(read.list,
      readPropertyList(given, kDispatchProperties, CL_INVALID_VALUE, read, RepeatedNames::Allowed));
  return read;
}

Status recordLaunch(const Recording& to, Kernel& kernel, NdRange range,
                    DispatchProperties properties, cl_mutable_command_khr* handle) {
  std::optional<Dispatch> dispatch;
  if (handle) dispatch = Dispatch{ApiRef<Kernel>::adopt(kernel.clone()), range};
  Kernel& arguments = handle ? *dispatch->arguments : kernel;
  auto launch = arguments.makeLaunch(to.device(), range);
  // An argument is not set and cannot be set later (CL_INVALID_KERNEL_ARGS); the launch needs more
  // local memory or spill area than the device has (CL_OUT_OF_RESOURCES).
  const bool mayLackArguments = to.buffer.isMutable() && properties.argumentsMayFollow;
  if (!launch && !(mayLackArguments && launch.error().code == CL_INVALID_KERNEL_ARGS))
    return launch.error();
  std::unique_ptr<Command> command = launch ? std::move(*launch) : nullptr;
  if (!handle) return to.buffer.recordLaunch(std::move(command), kernel, to.place);
  TRY(MutableCommand* const made,
      to.buffer.recordLaunch(std::move(command), kernel, std::move(*dispatch), properties.fields,
                             std::move(properties.list), to.place));
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
  const auto make = [](const Recording&) { return nullptr; };
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
  const auto make = [&](const Recording& to) {
    return copyCommand(to.context(), to.device(), src_buffer, dst_buffer, src_offset, dst_offset,
                       size);
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
  const auto make = [&](const Recording& to) {
    return rectCopyCommand(to.context(), to.device(), src_buffer, dst_buffer,
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
  const auto make = [&](const Recording& to) {
    return fillCommand(to.context(), to.device(), buffer, pattern, pattern_size, offset, size);
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
    const RecordArguments given{
        command_buffer,       command_queue, properties,    num_sync_points_in_wait_list,
        sync_point_wait_list, sync_point,    mutable_handle};
    TRY(const Recording to, recordingOf(given));
    TRY(DispatchProperties read, readProperties(properties));
    TRY(Kernel & launched, get<Kernel>(kernel));
    // The kernel belongs to a different context.
    if (&launched.program().context() != &to.context()) return CL_INVALID_CONTEXT;
    // The program is not built for the device.
    if (!launched.program().runsOn(to.device())) return CL_INVALID_PROGRAM_EXECUTABLE;
    NdRange range;
    TRY_STATUS(globalRange(work_dim, global_work_offset, global_work_size, range));
    TRY_STATUS(localRange(launched, local_work_size, range));
    // NO_ADDITIONAL_WORK_GROUPS requires an explicit local_work_size.
    if (((to.buffer.asserts() | read.asserts) &
         CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) &&
        !local_work_size)
      return {CL_INVALID_VALUE,
              "CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR requires an explicit "
              "local_work_size"};
    return recordLaunch(to, launched, range, std::move(read), mutable_handle);
  });
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_image,
    size_t src_offset, const size_t* dst_origin, const size_t* region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](const Recording& to) {
    return bufferImageCopyCommand(to.context(), to.device(), dst_image, src_buffer, false,
                                  dst_origin, region, src_offset);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {src_buffer, dst_image}, make);
}

cl_int CL_API_CALL clCommandCopyImageKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_image, cl_mem dst_image,
    const size_t* src_origin, const size_t* dst_origin, const size_t* region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](const Recording& to) {
    return imageCopyCommand(to.context(), to.device(), src_image, dst_image, src_origin, dst_origin,
                            region);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {src_image, dst_image}, make);
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](const Recording& to) {
    return bufferImageCopyCommand(to.context(), to.device(), src_image, dst_buffer, true,
                                  src_origin, region, dst_offset);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {src_image, dst_buffer}, make);
}

cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr command_buffer,
                                         cl_command_queue command_queue,
                                         const cl_command_properties_khr* properties, cl_mem image,
                                         const void* fill_color, const size_t* origin,
                                         const size_t* region, cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr* sync_point_wait_list,
                                         cl_sync_point_khr* sync_point,
                                         cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](const Recording& to) {
    return imageFillCommand(to.context(), to.device(), image, fill_color, origin, region);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {image}, make);
}

cl_int CL_API_CALL clCommandSVMMemcpyKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, void* dst_ptr, const void* src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  const auto make = [&](const Recording& to) -> MadeCommand {
    TRY_STATUS(checkSvmSupport(to.context()));
    return pointerCopy({CL_COMMAND_SVM_MEMCPY, NullPointer::MayBeEmpty}, to.device(), dst_ptr,
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
  const auto make = [&](const Recording& to) -> MadeCommand {
    TRY_STATUS(checkSvmSupport(to.context()));
    return pointerFill({CL_COMMAND_SVM_MEMFILL, NullPointer::MayBeEmpty}, to.device(), svm_ptr,
                       pattern, pattern_size, size);
  };
  return record(__func__,
                {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, sync_point, mutable_handle},
                {}, make);
}
