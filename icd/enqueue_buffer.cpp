// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading, writing, copying, filling and mapping of buffers, and migration of memory objects.
#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/buffer_commands.h"
#include "runtime/context.h"
#include "runtime/queue.h"

#include <bit>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// What every one of these calls names, checked in the specification's order.
struct Target {
  Queue& queue;
  MemObject& buffer;
  std::span<Event* const> waits;
};

Result<MemObject*> bufferOf(cl_mem handle) {
  TRY(MemObject & buffer, get<MemObject>(handle));
  // A memory object that is no buffer.
  if (buffer.type() != CL_MEM_OBJECT_BUFFER) return fail(CL_INVALID_MEM_OBJECT);
  return &buffer;
}

Result<Target> target(cl_command_queue queue, cl_mem handle, cl_uint waitCount,
                      const cl_event* waits) {
  TRY(Queue & self, get<Queue>(queue));
  TRY(MemObject* const buffer, bufferOf(handle));
  // Queue and buffer are of different contexts.
  if (&buffer->context() != &self.context()) return fail(CL_INVALID_CONTEXT);
  TRY(const std::span<Event* const> list, waitList(waitCount, waits, self.context()));
  return Target{self, *buffer, list};
}

/// CL_INVALID_VALUE: the region leaves the buffer.
Status checkRegion(const MemObject& buffer, size_t offsetBytes, size_t sizeBytes) {
  if (inside(offsetBytes, sizeBytes, buffer.sizeBytes())) return {};
  return {CL_INVALID_VALUE, "offset " + std::to_string(offsetBytes) + " and size " +
                                std::to_string(sizeBytes) + " leave a buffer of " +
                                std::to_string(buffer.sizeBytes()) + " bytes"};
}

/// CL_INVALID_OPERATION: the buffer was made without this access for the host.
Status checkHostAccess(const MemObject& buffer, bool reads, bool writes) {
  const cl_mem_flags flags = buffer.flags();
  const bool none = flags & CL_MEM_HOST_NO_ACCESS;
  if (reads && (none || (flags & CL_MEM_HOST_WRITE_ONLY))) return CL_INVALID_OPERATION;
  if (writes && (none || (flags & CL_MEM_HOST_READ_ONLY))) return CL_INVALID_OPERATION;
  return {};
}

Status transfer(cl_command_queue queue, cl_mem handle, bool reads, cl_bool blocking, size_t offset,
                size_t size, void* pointer, cl_uint waitCount, const cl_event* waits,
                cl_event* event) {
  TRY(const Target at, target(queue, handle, waitCount, waits));
  TRY_STATUS(checkRegion(at.buffer, offset, size));
  if (!pointer) return {CL_INVALID_VALUE, "ptr is null"};
  TRY_STATUS(checkHostAccess(at.buffer, reads, !reads));
  const CopySide inBuffer{at.buffer.data() + offset, &at.buffer};
  const CopySide onHost{static_cast<std::byte*>(pointer), nullptr};
  return at.queue.submit(makeCopy(reads ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER,
                                  at.queue.device(), reads ? onHost : inBuffer,
                                  reads ? inBuffer : onHost, size),
                         at.waits, event, blocking);
}

struct RectArguments {
  const size_t *bufferOrigin, *hostOrigin, *region;
  size_t bufferRowPitch, bufferSlicePitch, hostRowPitch, hostSlicePitch;
};

Status transferRect(cl_command_queue queue, cl_mem handle, bool reads, cl_bool blocking,
                    const RectArguments& arguments, void* pointer, cl_uint waitCount,
                    const cl_event* waits, cl_event* event) {
  TRY(const Target at, target(queue, handle, waitCount, waits));
  TRY(const RectLayout inBuffer,
      rectLayout(arguments.bufferOrigin, arguments.region, arguments.bufferRowPitch,
                 arguments.bufferSlicePitch));
  TRY(const RectLayout onHost, rectLayout(arguments.hostOrigin, arguments.region,
                                          arguments.hostRowPitch, arguments.hostSlicePitch));
  TRY_STATUS(checkRegion(at.buffer, inBuffer.offsetBytes, inBuffer.endBytes - inBuffer.offsetBytes));
  if (!pointer) return {CL_INVALID_VALUE, "ptr is null"};
  TRY_STATUS(checkHostAccess(at.buffer, reads, !reads));
  const RectSide device{{at.buffer.data() + inBuffer.offsetBytes, &at.buffer},
                        inBuffer.rowPitch,
                        inBuffer.slicePitch};
  const RectSide host{{static_cast<std::byte*>(pointer) + onHost.offsetBytes, nullptr},
                      onHost.rowPitch,
                      onHost.slicePitch};
  return at.queue.submit(
      makeRectCopy(reads ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT,
                   at.queue.device(), reads ? host : device, reads ? device : host,
                   arguments.region),
      at.waits, event, blocking);
}

/// Whether both are parts of one allocation, where a copy could overlap itself.
bool sameMemory(const MemObject& a, const MemObject& b) {
  const MemObject* rootA = a.parent() ? a.parent() : &a;
  const MemObject* rootB = b.parent() ? b.parent() : &b;
  return rootA == rootB;
}

/// CL_MEM_COPY_OVERLAP for rectangles: with equal pitches exactly, else if the bytes from the first
/// to the last of each overlap.
bool rectsOverlap(const MemObject& source, const RectLayout& from, const MemObject& target,
                  const RectLayout& to, const size_t* region) {
  if (!sameMemory(source, target)) return false;
  const size_t fromBegin = source.offsetBytes() + from.offsetBytes;
  const size_t toBegin = target.offsetBytes() + to.offsetBytes;
  if (fromBegin >= target.offsetBytes() + to.endBytes ||
      toBegin >= source.offsetBytes() + from.endBytes)
    return false;
  if (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch) return true;
  // They share a byte if some x + y * row + z * slice, each smaller in size than the region, is
  // their distance. A row is shorter than a row pitch and a slice than a slice pitch, so that z and
  // then y can only be the quotient or one more. Wide integers: pitches may be any number.
  using Wide = __int128;
  const Wide distance = fromBegin > toBegin ? fromBegin - toBegin : toBegin - fromBegin;
  const Wide row = from.rowPitch, slice = from.slicePitch;
  const auto less = [](Wide value, size_t limit) {
    return (value < 0 ? -value : value) < Wide(limit);
  };
  for (Wide z = distance / slice; z <= distance / slice + 1; ++z) {
    const Wide rest = distance - z * slice;
    const Wide firstY = (rest < 0 ? rest - row + 1 : rest) / row;
    for (Wide y = firstY; y <= firstY + 1; ++y)
      if (less(rest - y * row, region[0]) && less(y, region[1]) && less(z, region[2])) return true;
  }
  return false;
}

/// CL_INVALID_VALUE: unknown map flags, or invalidation together with access.
Status checkMapFlags(cl_map_flags flags) {
  constexpr cl_map_flags kAccess = CL_MAP_READ | CL_MAP_WRITE;
  if (flags & ~(kAccess | CL_MAP_WRITE_INVALIDATE_REGION)) return CL_INVALID_VALUE;
  if ((flags & kAccess) && (flags & CL_MAP_WRITE_INVALIDATE_REGION)) return CL_INVALID_VALUE;
  return {};
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_read, size_t offset, size_t size,
                                       void* ptr, cl_uint num_events_in_wait_list,
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

cl_int CL_API_CALL clEnqueueReadBufferRect(
    cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
    const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
    size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
    size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
    const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transferRect(command_queue, buffer, true, blocking_read,
                        {buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch,
                         host_row_pitch, host_slice_pitch},
                        ptr, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(
    cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
    const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
    size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
    size_t host_slice_pitch, const void* ptr, cl_uint num_events_in_wait_list,
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
    TRY(const Target from,
        target(command_queue, src_buffer, num_events_in_wait_list, event_wait_list));
    TRY(const Target to,
        target(command_queue, dst_buffer, num_events_in_wait_list, event_wait_list));
    TRY_STATUS(checkRegion(from.buffer, src_offset, size));
    TRY_STATUS(checkRegion(to.buffer, dst_offset, size));
    // Both regions share bytes of one buffer.
    const size_t source = from.buffer.offsetBytes() + src_offset;
    const size_t destination = to.buffer.offsetBytes() + dst_offset;
    if (sameMemory(from.buffer, to.buffer) && source < destination + size &&
        destination < source + size)
      return CL_MEM_COPY_OVERLAP;
    return from.queue.submit(
        makeCopy(CL_COMMAND_COPY_BUFFER, from.queue.device(),
                 {to.buffer.data() + dst_offset, &to.buffer},
                 {from.buffer.data() + src_offset, &from.buffer}, size),
        from.waits, event, false);
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
    TRY(const Target from,
        target(command_queue, src_buffer, num_events_in_wait_list, event_wait_list));
    TRY(const Target to,
        target(command_queue, dst_buffer, num_events_in_wait_list, event_wait_list));
    TRY(const RectLayout source, rectLayout(src_origin, region, src_row_pitch, src_slice_pitch));
    TRY(const RectLayout place, rectLayout(dst_origin, region, dst_row_pitch, dst_slice_pitch));
    TRY_STATUS(checkRegion(from.buffer, source.offsetBytes, source.endBytes - source.offsetBytes));
    TRY_STATUS(checkRegion(to.buffer, place.offsetBytes, place.endBytes - place.offsetBytes));
    // The same buffer with different pitches.
    if (&from.buffer == &to.buffer &&
        (source.rowPitch != place.rowPitch || source.slicePitch != place.slicePitch))
      return CL_INVALID_VALUE;
    if (rectsOverlap(from.buffer, source, to.buffer, place, region)) return CL_MEM_COPY_OVERLAP;
    return from.queue.submit(
        makeRectCopy(
            CL_COMMAND_COPY_BUFFER_RECT, from.queue.device(),
            {{to.buffer.data() + place.offsetBytes, &to.buffer}, place.rowPitch, place.slicePitch},
            {{from.buffer.data() + source.offsetBytes, &from.buffer},
             source.rowPitch,
             source.slicePitch},
            region),
        from.waits, event, false);
  });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       const void* pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(const Target at, target(command_queue, buffer, num_events_in_wait_list, event_wait_list));
    TRY_STATUS(checkRegion(at.buffer, offset, size));
    // The pattern is missing or its size is not that of an OpenCL type.
    if (!pattern || !std::has_single_bit(pattern_size) || pattern_size > 128)
      return CL_INVALID_VALUE;
    // Offset and size are no multiples of the pattern's size.
    if (offset % pattern_size || size % pattern_size) return CL_INVALID_VALUE;
    return at.queue.submit(
        makeFill(at.queue.device(), {at.buffer.data() + offset, &at.buffer}, size,
                 std::span(static_cast<const std::byte*>(pattern), pattern_size)),
        at.waits, event, false);
  });
}

void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                     cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                     size_t size, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event,
                                     cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(const Target at, target(command_queue, buffer, num_events_in_wait_list, event_wait_list));
    TRY_STATUS(checkRegion(at.buffer, offset, size));
    TRY_STATUS(checkMapFlags(map_flags));
    TRY_STATUS(checkHostAccess(at.buffer, map_flags & CL_MAP_READ,
                               map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)));
    void* const pointer = at.buffer.data() + offset;
    MemObject* const touched = &at.buffer;
    at.buffer.addMap(pointer);
    const Status submitted =
        at.queue.submit(makeNoMove(CL_COMMAND_MAP_BUFFER, {&touched, 1}), at.waits, event,
                        blocking_map);
    if (!submitted.ok()) {
      at.buffer.removeMap(pointer);
      return std::unexpected(submitted);
    }
    return pointer;
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                           void* mapped_ptr, cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    TRY(MemObject & self, get<MemObject>(memobj));
    // Queue and memory object are of different contexts.
    if (&self.context() != &queue.context()) return CL_INVALID_CONTEXT;
    TRY(const std::span<Event* const> waits,
        waitList(num_events_in_wait_list, event_wait_list, queue.context()));
    // mapped_ptr is not what a map of this object returned.
    if (!self.removeMap(mapped_ptr)) return CL_INVALID_VALUE;
    MemObject* const touched = &self;
    const Status submitted =
        queue.submit(makeNoMove(CL_COMMAND_UNMAP_MEM_OBJECT, {&touched, 1}), waits, event, false);
    if (!submitted.ok()) self.addMap(mapped_ptr);
    return submitted;
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
    // No memory objects.
    if (num_mem_objects == 0 || !mem_objects) return CL_INVALID_VALUE;
    // A flag that does not exist.
    if (flags & ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST |
                                        CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
      return CL_INVALID_VALUE;
    std::vector<MemObject*> objects;
    for (cl_mem handle : std::span(mem_objects, num_mem_objects)) {
      TRY(MemObject & object, get<MemObject>(handle));
      // A memory object of another context.
      if (&object.context() != &queue.context()) return CL_INVALID_CONTEXT;
      objects.push_back(&object);
    }
    return queue.submit(makeNoMove(CL_COMMAND_MIGRATE_MEM_OBJECTS, objects), waits, event, false);
  });
}
