// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of copies and fills of buffers.
#include "icd/queue/buffer_copies.h"

#include "icd/handles.h"
#include "icd/validate.h"

#include <bit>

namespace lanewise::icd {

Result<MemObject*> bufferOf(cl_mem handle, const Context& context) {
  TRY(MemObject & buffer, get<MemObject>(handle));
  // A memory object that is not a buffer.
  if (buffer.type() != CL_MEM_OBJECT_BUFFER) return fail(CL_INVALID_MEM_OBJECT);
  // A buffer of a different context.
  if (&buffer.context() != &context) return fail(CL_INVALID_CONTEXT);
  return &buffer;
}

Status checkRegion(const MemObject& buffer, size_t offsetBytes, size_t sizeBytes) {
  if (inside(offsetBytes, sizeBytes, buffer.sizeBytes())) return {};
  return {CL_INVALID_VALUE, "offset " + std::to_string(offsetBytes) + " + size " +
                                std::to_string(sizeBytes) + " exceeds the buffer's " +
                                std::to_string(buffer.sizeBytes()) + " bytes"};
}

Result<std::unique_ptr<Command>> copyCommand(const Context& context, Device& device, cl_mem source,
                                             cl_mem target, size_t sourceOffset,
                                             size_t targetOffset, size_t sizeBytes) {
  TRY(MemObject* const from, bufferOf(source, context));
  TRY(MemObject* const to, bufferOf(target, context));
  TRY_STATUS(checkRegion(*from, sourceOffset, sizeBytes));
  TRY_STATUS(checkRegion(*to, targetOffset, sizeBytes));
  // Both regions share bytes of one buffer.
  const std::byte* const fromBegin = from->data() + sourceOffset;
  const std::byte* const toBegin = to->data() + targetOffset;
  if (&from->root() == &to->root() && fromBegin < toBegin + sizeBytes &&
      toBegin < fromBegin + sizeBytes)
    return fail(CL_MEM_COPY_OVERLAP,
                "[" + std::to_string(sourceOffset) + ", +" + std::to_string(sizeBytes) + ") and [" +
                    std::to_string(targetOffset) + ", +" + std::to_string(sizeBytes) + ") overlap");
  TRY_STATUS(checkWritable(*to));
  return makeCopy(CL_COMMAND_COPY_BUFFER, device, {to->data() + targetOffset, to},
                  {from->data() + sourceOffset, from}, sizeBytes);
}

Result<std::unique_ptr<Command>> rectCopyCommand(const Context& context, Device& device,
                                                 cl_mem source, cl_mem target,
                                                 const RectCopyArguments& arguments) {
  TRY(MemObject* const from, bufferOf(source, context));
  TRY(MemObject* const to, bufferOf(target, context));
  TRY(const RectLayout read, rectLayout(arguments.sourceOrigin, arguments.region,
                                        arguments.sourceRowPitch, arguments.sourceSlicePitch));
  TRY(const RectLayout written, rectLayout(arguments.targetOrigin, arguments.region,
                                           arguments.targetRowPitch, arguments.targetSlicePitch));
  TRY_STATUS(checkRegion(*from, read.offsetBytes, read.endBytes - read.offsetBytes));
  TRY_STATUS(checkRegion(*to, written.offsetBytes, written.endBytes - written.offsetBytes));
  // The two sides are the same buffer with different pitches.
  if (from == to && (read.rowPitch != written.rowPitch || read.slicePitch != written.slicePitch))
    return fail(CL_INVALID_VALUE, "the pitches of the source and the destination differ");
  const ByteRect fromRect = read.from(from->data()), toRect = written.from(to->data());
  if (&from->root() == &to->root() && overlap(fromRect, toRect))
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination rectangle overlap");
  TRY_STATUS(checkWritable(*to));
  return makeRectCopy(CL_COMMAND_COPY_BUFFER_RECT, device, {toRect, to}, {fromRect, from});
}

Result<std::unique_ptr<Command>> fillCommand(const Context& context, Device& device, cl_mem buffer,
                                             const void* pattern, size_t patternBytes,
                                             size_t offsetBytes, size_t sizeBytes) {
  TRY(MemObject* const filled, bufferOf(buffer, context));
  TRY_STATUS(checkRegion(*filled, offsetBytes, sizeBytes));
  // The pattern is null or its size is not that of an OpenCL type.
  TRY_STATUS(checkPattern(pattern, patternBytes));
  // Offset and size are no multiples of the pattern's size.
  if (offsetBytes % patternBytes || sizeBytes % patternBytes)
    return fail(CL_INVALID_VALUE,
                "offset " + std::to_string(offsetBytes) + " or size " + std::to_string(sizeBytes) +
                    " is not a multiple of pattern_size " + std::to_string(patternBytes));
  TRY_STATUS(checkWritable(*filled));
  return makeFill(CL_COMMAND_FILL_BUFFER, device, {filled->data() + offsetBytes, filled}, sizeBytes,
                  std::span(static_cast<const std::byte*>(pattern), patternBytes));
}

}  // namespace lanewise::icd
