// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueue* functions that read, write, copy, fill and map buffers or migrate memory objects.
#include "icd/entry.h"
#include "icd/queue/buffer_copies.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/memory/copy_commands.h"
#include "runtime/memory/map_commands.h"
#include "runtime/queue/queue.h"

#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// The objects that each of these functions gets, checked in the specification's order.
struct BufferCall {
  Queue& queue;
  MemObject& buffer;
  std::span<Event* const> waits;
};

Result<BufferCall> bufferCall(cl_command_queue queue, cl_mem handle, cl_uint waitCount,
                              const cl_event* waits) {
  TRY(Queue & self, get<Queue>(queue));
  TRY(MemObject* const buffer, bufferOf(handle, self.context()));
  TRY(const std::span<Event* const> list, waitList(waitCount, waits, self.context()));
  return BufferCall{self, *buffer, list};
}

Status transfer(cl_command_queue queue, cl_mem handle, bool reads, cl_bool blocking, size_t offset,
                size_t size, void* pointer, cl_uint waitCount, const cl_event* waits,
                cl_event* event) {
  TRY(const BufferCall at, bufferCall(queue, handle, waitCount, waits));
  TRY_STATUS(checkRegion(at.buffer, offset, size));
  if (!pointer) return {CL_INVALID_VALUE, "ptr is null"};
  TRY_STATUS(checkHostAccess(at.buffer, {.reads = reads, .writes = !reads}));
  const CopySide inBuffer{at.buffer.data() + offset, &at.buffer};
  const CopySide onHost{static_cast<std::byte*>(pointer), nullptr};
  return at.queue.submit(
      makeCopy(reads ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER, at.queue.device(),
               reads ? onHost : inBuffer, reads ? inBuffer : onHost, size),
      at.waits, event, blocking);
}

struct RectArguments {
  const size_t *bufferOrigin, *hostOrigin, *region;
  size_t bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch;
};

Status transferRect(cl_command_queue queue, cl_mem handle, bool reads, cl_bool blocking,
                    const RectArguments& arguments, void* pointer, cl_uint waitCount,
                    const cl_event* waits, cl_event* event) {
  TRY(const BufferCall at, bufferCall(queue, handle, waitCount, waits));
  TRY(const RectLayout inBuffer, rectLayout(arguments.bufferOrigin, arguments.region,
                                            arguments.bufferRowPitch, arguments.bufferSlicePitch));
  TRY(const RectLayout onHost, rectLayout(arguments.hostOrigin, arguments.region,
                                          arguments.hostRowPitch, arguments.hostSlicePitch));
  TRY_STATUS(
      checkRegion(at.buffer, inBuffer.offsetBytes, inBuffer.endBytes - inBuffer.offsetBytes));
  if (!pointer) return {CL_INVALID_VALUE, "ptr is null"};
  TRY_STATUS(checkHostAccess(at.buffer, {.reads = reads, .writes = !reads}));
  const RectSide device{inBuffer.from(at.buffer.data()), &at.buffer};
  const RectSide host{onHost.from(static_cast<std::byte*>(pointer)), nullptr};
  return at.queue.submit(
      makeRectCopy(reads ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT,
                   at.queue.device(), reads ? host : device, reads ? device : host),
      at.waits, event, blocking);
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_read, size_t offset, size_t size, void* ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transfer(command_queue, buffer, true, blocking_read, offset, size, ptr,
                    num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                        cl_bool blocking_write, size_t offset, size_t size,
                                        const void* ptr, cl_uint num_events_in_wait_list,
                                        const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transfer(command_queue, buffer, false, blocking_write, offset, size,
                    const_cast<void*>(ptr), num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                           cl_bool blocking_read, const size_t* buffer_origin,
                                           const size_t* host_origin, const size_t* region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                           size_t host_row_pitch, size_t host_slice_pitch,
                                           void* ptr, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transferRect(command_queue, buffer, true, blocking_read,
                        {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                         host_row_pitch, host_slice_pitch},
                        ptr, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                            cl_bool blocking_write, const size_t* buffer_origin,
                                            const size_t* host_origin, const size_t* region,
                                            size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch,
                                            const void* ptr, cl_uint num_events_in_wait_list,
                                            const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transferRect(command_queue, buffer, false, blocking_write,
                        {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                         host_row_pitch, host_slice_pitch},
                        const_cast<void*>(ptr), num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(auto command, copyCommand(queue.context(), queue.device(), src_buffer, dst_buffer,
                                  src_offset, dst_offset, size));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    return queue.submit(std::move(command), waits, event, false);
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
                                           cl_mem dst_buffer, const size_t* src_origin,
                                           const size_t* dst_origin, const size_t* region,
                                           size_t src_row_pitch, size_t src_slice_pitch,
                                           size_t dst_row_pitch, size_t dst_slice_pitch,
                                           cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(auto command, rectCopyCommand(queue.context(), queue.device(), src_buffer, dst_buffer,
                                      {src_origin, dst_origin, region, src_row_pitch,
                                       src_slice_pitch, dst_row_pitch, dst_slice_pitch}));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    return queue.submit(std::move(command), waits, event, false);
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       const void* pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(auto command,
        fillCommand(queue.context(), queue.device(), buffer, pattern, pattern_size, offset, size));
    TRY(const auto waits, waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    return queue.submit(std::move(command), waits, event, false);
  });
}

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                     cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                     size_t size, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event,
                                     cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(const BufferCall at,
        bufferCall(command_queue, buffer, num_events_in_wait_list, event_wait_list));
    TRY_STATUS(checkRegion(at.buffer, offset, size));
    // size is 0.
    if (size == 0) return fail(CL_INVALID_VALUE, "size is 0");
    TRY_STATUS(checkMapFlags(map_flags));
    const bool writes = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    TRY_STATUS(
        checkHostAccess(at.buffer, {.reads = (map_flags & CL_MAP_READ) != 0, .writes = writes}));
    // The region overlaps one that is mapped for writing (CL_INVALID_OPERATION).
    return enqueueMap(at.queue, at.buffer, ByteRect::row(at.buffer.data() + offset, size), writes,
                      at.waits, event, blocking_map);
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                           void* mapped_ptr, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(MemObject & self, get<MemObject>(memobj));
    // The memory object belongs to a different context.
    if (&self.context() != &queue.context()) return CL_INVALID_CONTEXT;
    TRY(const std::span<Event* const> waits,
        waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    // mapped_ptr was not returned by a map of this object.
    if (!self.hasMap(mapped_ptr))
      return {CL_INVALID_VALUE, "mapped_ptr was not returned by a map of the memory object"};
    return enqueueUnmap(queue, self, mapped_ptr, waits, event);
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
                                              cl_uint num_mem_objects, const cl_mem* mem_objects,
                                              cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(const std::span<Event* const> waits,
        waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    // The list is empty.
    TRY_STATUS(checkNotEmpty("num_mem_objects", num_mem_objects, "mem_objects", mem_objects));
    TRY_STATUS(checkMigrationFlags(flags));
    std::vector<MemObject*> objects;
    for (cl_mem handle : std::span(mem_objects, num_mem_objects)) {
      TRY(MemObject & object, get<MemObject>(handle));
      // The memory object belongs to a different context.
      if (&object.context() != &queue.context()) return CL_INVALID_CONTEXT;
      objects.push_back(&object);
    }
    return queue.submit(makeNoMove(CL_COMMAND_MIGRATE_MEM_OBJECTS, objects), waits, event, false);
  });
}
