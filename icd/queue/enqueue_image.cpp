// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueue* functions that read, write, copy, fill and map images.
#include "icd/entry.h"
#include "icd/queue/image_copies.h"
#include "icd/validate.h"
#include "runtime/memory/map_commands.h"
#include "runtime/queue/queue.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// The objects that each of these functions gets, checked in the specification's order.
struct ImageCall {
  Queue& queue;
  MemObject& image;
  std::span<Event* const> waits;
};

Result<ImageCall> imageCall(cl_command_queue queue, cl_mem handle, cl_uint waitCount,
                            const cl_event* waits) {
  TRY(Queue & self, get<Queue>(queue));
  TRY(MemObject* const image, imageOf(handle, self.context()));
  TRY(const std::span<Event* const> list, waitList(waitCount, waits, self.context()));
  return ImageCall{self, *image, list};
}

struct HostSide {
  void* pointer;
  size_t rowPitch, slicePitch;
};

/// The part in memory of the application. CL_INVALID_VALUE: pitches that do not fit.
Result<ByteRect> hostRect(const MemObject& image, const ByteRect& inImage, const HostSide& host) {
  const auto& [rowBytes, rows, slices] = inImage.region;
  const auto wrong = [](const char* name, size_t pitch, const std::string& why) {
    return fail(CL_INVALID_VALUE, std::string(name) + " " + std::to_string(pitch) + " " + why);
  };
  // A pitch that is less than a row.
  if (host.rowPitch && host.rowPitch < rowBytes)
    return wrong("row_pitch", host.rowPitch,
                 "is less than the " + std::to_string(rowBytes) + " bytes of a row");
  const size_t rowPitch = host.rowPitch ? host.rowPitch : rowBytes;
  // A slice pitch of an image without slices.
  if (host.slicePitch && !hasSlices(image.type()))
    return wrong("slice_pitch", host.slicePitch, "of an image without slices");
  const bool isLayerARow = image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t sliceBytes = 0;
  const bool wraps = __builtin_mul_overflow(rowPitch, isLayerARow ? 1 : rows, &sliceBytes);
  // A pitch that is less than a slice or a layer.
  if (wraps || (host.slicePitch && host.slicePitch < sliceBytes))
    return wrong("slice_pitch", host.slicePitch,
                 "is less than the " + std::to_string(sliceBytes) + " bytes of a slice");
  const size_t slicePitch = host.slicePitch ? host.slicePitch : sliceBytes;
  return ByteRect{static_cast<std::byte*>(host.pointer), inImage.region,
                  isLayerARow ? slicePitch : rowPitch,
                  isLayerARow ? slicePitch * rows : slicePitch};
}

Status transfer(cl_command_queue queue, cl_mem handle, bool reads, cl_bool blocking,
                const size_t* origin, const size_t* region, const HostSide& host, cl_uint waitCount,
                const cl_event* waits, cl_event* event) {
  TRY(const ImageCall at, imageCall(queue, handle, waitCount, waits));
  TRY(const ImagePart part, partOf(at.image, "origin", origin, region));
  const ByteRect inImage = bytesOf(*at.image.image(), part);
  TRY(const ByteRect onHost, hostRect(at.image, inImage, host));
  TRY_STATUS(checkGiven("ptr", host.pointer));
  TRY_STATUS(checkHostAccess(at.image, {.reads = reads, .writes = !reads}));
  const RectSide image{inImage, &at.image}, memory{onHost, nullptr};
  return at.queue.submit(
      makeRectCopy(reads ? CL_COMMAND_READ_IMAGE : CL_COMMAND_WRITE_IMAGE, at.queue.device(),
                   reads ? memory : image, reads ? image : memory),
      at.waits, event, blocking);
}

/// Submits the command that `make(queue)` makes after its checks.
template <class Make>
cl_int submit(const char* name, cl_command_queue handle, cl_uint waitCount,
              const cl_event* waitEvents, cl_event* event, Make make) {
  return entry(name, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(handle));
    TRY(std::unique_ptr<Command> command, make(queue));
    TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
    return queue.submit(std::move(command), waits, event, false);
  });
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
                                      cl_bool blocking_read, const size_t* origin,
                                      const size_t* region, size_t row_pitch, size_t slice_pitch,
                                      void* ptr, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transfer(command_queue, image, true, blocking_read, origin, region,
                    {ptr, row_pitch, slice_pitch}, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                       cl_bool blocking_write, const size_t* origin,
                                       const size_t* region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void* ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return transfer(command_queue, image, false, blocking_write, origin, region,
                    {const_cast<void*>(ptr), input_row_pitch, input_slice_pitch},
                    num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                                      cl_mem dst_image, const size_t* src_origin,
                                      const size_t* dst_origin, const size_t* region,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return submit(__func__, command_queue, num_events_in_wait_list, event_wait_list, event,
                [&](Queue& queue) {
                  return imageCopyCommand(queue.context(), queue.device(), src_image, dst_image,
                                          src_origin, dst_origin, region);
                });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                              cl_mem dst_buffer, const size_t* src_origin,
                                              const size_t* region, size_t dst_offset,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return submit(__func__, command_queue, num_events_in_wait_list, event_wait_list, event,
                [&](Queue& queue) {
                  return bufferImageCopyCommand(queue.context(), queue.device(), src_image,
                                                dst_buffer, true, src_origin, region, dst_offset);
                });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                              cl_mem dst_image, size_t src_offset,
                                              const size_t* dst_origin, const size_t* region,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  return submit(__func__, command_queue, num_events_in_wait_list, event_wait_list, event,
                [&](Queue& queue) {
                  return bufferImageCopyCommand(queue.context(), queue.device(), dst_image,
                                                src_buffer, false, dst_origin, region, src_offset);
                });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                                      const void* fill_color, const size_t* origin,
                                      const size_t* region, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return submit(
      __func__, command_queue, num_events_in_wait_list, event_wait_list, event, [&](Queue& queue) {
        return imageFillCommand(queue.context(), queue.device(), image, fill_color, origin, region);
      });
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                    cl_bool blocking_map, cl_map_flags map_flags,
                                    const size_t* origin, const size_t* region,
                                    size_t* image_row_pitch, size_t* image_slice_pitch,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event,
                                    cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(const ImageCall at,
        imageCall(command_queue, image, num_events_in_wait_list, event_wait_list));
    TRY(const ImagePart part, partOf(at.image, "origin", origin, region));
    TRY_STATUS(checkMapFlags(map_flags));
    const bool writes = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
    // Before the pitches: the conformance tests map immutable images without them.
    TRY_STATUS(
        checkHostAccess(at.image, {.reads = (map_flags & CL_MAP_READ) != 0, .writes = writes}));
    TRY_STATUS(checkGiven("image_row_pitch", image_row_pitch));
    // An image with slices or layers requires their pitch.
    if (hasSlices(at.image.type())) TRY_STATUS(checkGiven("image_slice_pitch", image_slice_pitch));
    const ByteRect bytes = bytesOf(*at.image.image(), part);
    // The region overlaps one that is mapped for writing (CL_INVALID_OPERATION).
    TRY(void* const mapped,
        enqueueMap(at.queue, at.image, bytes, writes, at.waits, event, blocking_map));
    const bool isLayerARow = at.image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    *image_row_pitch = isLayerARow ? rowPitchOf(*at.image.image(), part.level) : bytes.rowPitch;
    if (image_slice_pitch)
      *image_slice_pitch = isLayerARow                  ? bytes.rowPitch
                           : hasSlices(at.image.type()) ? bytes.slicePitch
                                                        : 0;
    return mapped;
  });
}
