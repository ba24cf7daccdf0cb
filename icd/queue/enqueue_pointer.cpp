// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions, with the checks in the order of both specifications.
#include "icd/queue/enqueue_pointer.h"

#include "runtime/memory/copy_commands.h"

#include <bit>

namespace lanewise::icd {
namespace {

bool isInvalidNull(NullPointer null, const void* pointer, size_t sizeBytes) {
  return !pointer && (sizeBytes != 0 || null == NullPointer::IsInvalid);
}

bool overlap(const void* a, const void* b, size_t sizeBytes) {
  const auto x = reinterpret_cast<uintptr_t>(a), y = reinterpret_cast<uintptr_t>(b);
  return (x < y ? y - x : x - y) < sizeBytes;
}

}  // namespace

MadeCommand pointerCopy(PointerCommand kind, Device& device, void* target, const void* source,
                        size_t sizeBytes) {
  // A pointer is null.
  if (isInvalidNull(kind.null, target, sizeBytes) || isInvalidNull(kind.null, source, sizeBytes))
    return fail(CL_INVALID_VALUE, "dst_ptr or src_ptr is null");
  // Both regions share bytes.
  if (overlap(target, source, sizeBytes))
    return fail(CL_MEM_COPY_OVERLAP, "the source and the destination of " +
                                         std::to_string(sizeBytes) + " bytes overlap");
  const CopySide to{static_cast<std::byte*>(target), nullptr};
  const CopySide from{static_cast<std::byte*>(const_cast<void*>(source)), nullptr};
  return makeCopy(kind.type, device, to, from, sizeBytes);
}

MadeCommand pointerFill(PointerCommand kind, Device& device, void* target, const void* pattern,
                        size_t patternBytes, size_t sizeBytes) {
  // The pointer is null.
  if (isInvalidNull(kind.null, target, sizeBytes))
    return fail(CL_INVALID_VALUE, "the pointer is null");
  // The pattern is null or its size is not that of an OpenCL type.
  TRY_STATUS(checkPattern(pattern, patternBytes));
  // The pointer is not aligned to the pattern, or the size is not a multiple of it.
  if (reinterpret_cast<uintptr_t>(target) % patternBytes)
    return fail(CL_INVALID_VALUE,
                "the pointer is not aligned to pattern_size " + std::to_string(patternBytes));
  if (sizeBytes % patternBytes)
    return fail(CL_INVALID_VALUE, "size " + std::to_string(sizeBytes) +
                                      " is not a multiple of pattern_size " +
                                      std::to_string(patternBytes));
  return makeFill(kind.type, device, {static_cast<std::byte*>(target), nullptr}, sizeBytes,
                  std::span(static_cast<const std::byte*>(pattern), patternBytes));
}

cl_int enqueuePointerCopy(const char* name, const EnqueueArguments& arguments, cl_bool blocking,
                          PointerCommand kind, void* target, const void* source, size_t sizeBytes) {
  return enqueueOnPointers(name, arguments, blocking, [&](Queue& queue) {
    return pointerCopy(kind, queue.device(), target, source, sizeBytes);
  });
}

cl_int enqueuePointerFill(const char* name, const EnqueueArguments& arguments, PointerCommand kind,
                          void* target, const void* pattern, size_t patternBytes,
                          size_t sizeBytes) {
  return enqueueOnPointers(name, arguments, CL_FALSE, [&](Queue& queue) {
    return pointerFill(kind, queue.device(), target, pattern, patternBytes, sizeBytes);
  });
}

}  // namespace lanewise::icd
