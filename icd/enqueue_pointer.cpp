// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies, with the checks in the order that both specifications have.
#include "icd/enqueue_pointer.h"

#include "icd/handles.h"
#include "icd/validate.h"
#include "runtime/buffer_commands.h"

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

Result<PointerTarget> pointerTarget(cl_command_queue handle, const WaitArguments& waits) {
  TRY(Queue & queue, get<Queue>(handle));
  TRY(const std::span<Event* const> list, waitList(waits.count, waits.events, queue.context()));
  return PointerTarget{queue, list};
}

Result<std::unique_ptr<Command>> pointerCopy(cl_command_type type, NullPointer null, Device& device,
                                             void* target, const void* source, size_t sizeBytes) {
  // A pointer is null.
  if (isInvalidNull(null, target, sizeBytes) || isInvalidNull(null, source, sizeBytes))
    return fail(CL_INVALID_VALUE, "a pointer is null");
  // Both regions share bytes.
  if (overlap(target, source, sizeBytes)) return fail(CL_MEM_COPY_OVERLAP);
  const CopySide to{static_cast<std::byte*>(target), nullptr};
  const CopySide from{static_cast<std::byte*>(const_cast<void*>(source)), nullptr};
  return makeCopy(type, device, to, from, sizeBytes);
}

Result<std::unique_ptr<Command>> pointerFill(cl_command_type type, NullPointer null, Device& device,
                                             void* target, const void* pattern, size_t patternBytes,
                                             size_t sizeBytes) {
  // The pointer is null.
  if (isInvalidNull(null, target, sizeBytes)) return fail(CL_INVALID_VALUE, "the pointer is null");
  // The pattern is missing or its size is not that of an OpenCL type.
  if (!pattern || !std::has_single_bit(patternBytes) || patternBytes > 128)
    return fail(CL_INVALID_VALUE, "a pattern of " + std::to_string(patternBytes) + " bytes");
  // The pointer is not aligned to the pattern, or the size is no multiple of it.
  if (reinterpret_cast<uintptr_t>(target) % patternBytes || sizeBytes % patternBytes)
    return fail(CL_INVALID_VALUE);
  return makeFill(type, device, {static_cast<std::byte*>(target), nullptr}, sizeBytes,
                  std::span(static_cast<const std::byte*>(pattern), patternBytes));
}

Status enqueuePointerCopy(cl_command_type type, NullPointer null, cl_command_queue queue,
                          cl_bool blocking, void* target, const void* source, size_t sizeBytes,
                          const WaitArguments& waits) {
  TRY(const PointerTarget at, pointerTarget(queue, waits));
  TRY(auto command, pointerCopy(type, null, at.queue.device(), target, source, sizeBytes));
  return at.queue.submit(std::move(command), at.waits, waits.event, blocking);
}

Status enqueuePointerFill(cl_command_type type, NullPointer null, cl_command_queue queue,
                          void* target, const void* pattern, size_t patternBytes, size_t sizeBytes,
                          const WaitArguments& waits) {
  TRY(const PointerTarget at, pointerTarget(queue, waits));
  TRY(auto command,
      pointerFill(type, null, at.queue.device(), target, pattern, patternBytes, sizeBytes));
  return at.queue.submit(std::move(command), at.waits, waits.event, false);
}

}  // namespace lanewise::icd
