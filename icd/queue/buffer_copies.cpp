// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of copies and fills of buffers.
#include "icd/queue/buffer_copies.h"

#include "icd/handles.h"
#include "icd/validate.h"

#include <bit>

namespace lanewise::icd {
namespace {

/// True if both are parts of one allocation, where a copy could overlap itself.
bool sameMemory(const MemObject& a, const MemObject& b) {
  const MemObject* rootA = a.parent() ? a.parent() : &a;
  const MemObject* rootB = b.parent() ? b.parent() : &b;
  return rootA == rootB;
}

/// CL_MEM_COPY_OVERLAP for rectangles: exact for equal pitches, otherwise if the byte ranges from
/// the first to the last byte of each overlap.
bool rectsOverlap(const MemObject& source, const RectLayout& from, const MemObject& target,
                  const RectLayout& to, const size_t* region) {
  if (!sameMemory(source, target)) return false;
  const size_t fromBegin = source.offsetBytes() + from.offsetBytes;
  const size_t toBegin = target.offsetBytes() + to.offsetBytes;
  if (fromBegin >= target.offsetBytes() + to.endBytes ||
      toBegin >= source.offsetBytes() + from.endBytes)
    return false;
  if (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch) return true;
  // They overlap if their distance is x + y * row + z * slice with x, y and z below the region's
  // sizes. A row is shorter than the row pitch and a slice than the slice pitch, so z and then y
  // can only be the quotient or the quotient + 1. Wide integers, because pitches may have any
  // value.
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

}  // namespace

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
  const size_t fromBegin = from->offsetBytes() + sourceOffset;
  const size_t toBegin = to->offsetBytes() + targetOffset;
  if (sameMemory(*from, *to) && fromBegin < toBegin + sizeBytes && toBegin < fromBegin + sizeBytes)
    return fail(CL_MEM_COPY_OVERLAP,
                "[" + std::to_string(sourceOffset) + ", +" + std::to_string(sizeBytes) + ") and [" +
                    std::to_string(targetOffset) + ", +" + std::to_string(sizeBytes) + ") overlap");
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
  // The same buffer with different pitches.
  if (from == to && (read.rowPitch != written.rowPitch || read.slicePitch != written.slicePitch))
    return fail(CL_INVALID_VALUE, "the pitches of the source and the destination differ");
  if (rectsOverlap(*from, read, *to, written, arguments.region))
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination rectangle overlap");
  return makeRectCopy(
      CL_COMMAND_COPY_BUFFER_RECT, device,
      {{to->data() + written.offsetBytes, to}, written.rowPitch, written.slicePitch},
      {{from->data() + read.offsetBytes, from}, read.rowPitch, read.slicePitch}, arguments.region);
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
  return makeFill(CL_COMMAND_FILL_BUFFER, device, {filled->data() + offsetBytes, filled}, sizeBytes,
                  std::span(static_cast<const std::byte*>(pattern), patternBytes));
}

}  // namespace lanewise::icd
