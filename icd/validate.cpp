// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bodies of the shared checks.
#include "icd/validate.h"

#include "runtime/base/cl_names.h"
#include "runtime/base/constant_names.h"
#include "runtime/host/host_memory.h"

#include <algorithm>
#include <bit>

namespace lanewise::icd {
namespace {

/// Access that an immutable object does not have.
constexpr cl_mem_flags kAltering = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;

/// A list is given without its count, or a count without its list.
bool disagree(size_t count, const void* list) { return (count == 0) != (list == nullptr); }

std::string disagreement(const char* countName, size_t count, const char* name, const void* list) {
  return std::string(name) + (list ? " is not null" : " is null") + ", but " + countName + " is " +
         std::to_string(count);
}

}  // namespace

Status checkNotEmpty(const char* countName, size_t count, const char* name, const void* list) {
  TRY_STATUS(checkGiven(name, list));
  if (count) return {};
  return {CL_INVALID_VALUE, std::string(countName) + " is 0"};
}

Status checkList(const char* countName, size_t count, const char* name, const void* list) {
  if (!disagree(count, list)) return {};
  return {CL_INVALID_VALUE, disagreement(countName, count, name, list)};
}

Status checkUserData(bool hasNotify, const void* userData) {
  if (hasNotify || !userData) return {};
  return {CL_INVALID_VALUE, "user_data is not null, but pfn_notify is null"};
}

Status checkResults(cl_uint entries, const char* name, const void* list, const char* countName,
                    const cl_uint* countRet) {
  if (list && entries == 0)
    return {CL_INVALID_VALUE, std::string(name) + " is not null, but num_entries is 0"};
  if (list || countRet) return {};
  return {CL_INVALID_VALUE, std::string(name) + " and " + countName + " are null"};
}

Status checkWaitList(cl_uint count, const cl_event* events, const Context& context) {
  // event_wait_list is null and num_events_in_wait_list is not 0, or the other way round.
  if (disagree(count, events))
    return {CL_INVALID_EVENT_WAIT_LIST,
            disagreement("num_events_in_wait_list", count, "event_wait_list", events)};
  for (cl_uint index = 0; index < count; ++index) {
    // An element is not a valid event.
    const Event* event = toObject<Event>(events[index]);
    if (!event)
      return {CL_INVALID_EVENT_WAIT_LIST,
              "event_wait_list[" + std::to_string(index) + "] is not an event"};
    // The event belongs to a different context.
    if (&event->context() != &context)
      return {CL_INVALID_CONTEXT,
              "event_wait_list[" + std::to_string(index) + "] belongs to a different context"};
  }
  return {};
}

Status checkNoneFailed(std::span<Event* const> waits) {
  const bool failed =
      std::ranges::any_of(waits, [](const Event* event) { return event->status() < 0; });
  return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

bool atMostOne(cl_bitfield flags, cl_bitfield choices) {
  return std::popcount(flags & choices) <= 1;
}

Status checkKnown(const char* name, cl_bitfield bits, cl_bitfield known) {
  if (!(bits & ~known)) return {};
  return {CL_INVALID_VALUE, "unknown or invalid bits " + hexText(bits & ~known) + " in " + name};
}

Status checkOneAccess(cl_mem_flags flags) {
  if (atMostOne(flags, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)) return {};
  return {CL_INVALID_VALUE, "flags " + hexText(flags) +
                                " have more than one of CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY "
                                "and CL_MEM_READ_ONLY"};
}

Status checkBufferFlags(cl_mem_flags flags) {
  constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  constexpr cl_mem_flags kHostAccess =
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  constexpr cl_mem_flags kHostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  // A flag that is not one of a buffer's.
  TRY_STATUS(
      checkKnown("flags", flags, kAccess | kHostAccess | kHostPointer | CL_MEM_IMMUTABLE_EXT));
  // Flags that exclude each other.
  TRY_STATUS(checkOneAccess(flags));
  // Access that alters an immutable object.
  if ((flags & CL_MEM_IMMUTABLE_EXT) && (flags & kAltering))
    return {CL_INVALID_VALUE,
            "CL_MEM_IMMUTABLE_EXT excludes CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and "
            "CL_MEM_HOST_WRITE_ONLY"};
  if (!atMostOne(flags, kHostAccess))
    return {CL_INVALID_VALUE, "flags " + hexText(flags) +
                                  " have more than one of CL_MEM_HOST_WRITE_ONLY, "
                                  "CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS"};
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return {CL_INVALID_VALUE,
            "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and "
            "CL_MEM_COPY_HOST_PTR"};
  return {};
}

Status checkDerivedFlags(cl_mem_flags flags, cl_mem_flags parent) {
  constexpr cl_mem_flags kHostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  // A flag for host memory.
  TRY_STATUS(checkKnown("flags of an object over the memory of another one", flags, ~kHostPointer));
  TRY_STATUS(checkBufferFlags(flags));
  constexpr cl_mem_flags kRead = CL_MEM_READ_ONLY, kWrite = CL_MEM_WRITE_ONLY;
  constexpr cl_mem_flags kBoth = CL_MEM_READ_WRITE;
  constexpr cl_mem_flags kHostRead = CL_MEM_HOST_READ_ONLY, kHostWrite = CL_MEM_HOST_WRITE_ONLY;
  // More access than the parent has.
  const bool exceeds = ((parent & kWrite) && (flags & (kBoth | kRead))) ||
                       ((parent & kRead) && (flags & (kBoth | kWrite))) ||
                       ((parent & kHostWrite) && (flags & kHostRead)) ||
                       ((parent & kHostRead) && (flags & kHostWrite)) ||
                       ((parent & CL_MEM_HOST_NO_ACCESS) && (flags & (kHostRead | kHostWrite))) ||
                       ((parent & CL_MEM_IMMUTABLE_EXT) && (flags & kAltering));
  if (!exceeds) return {};
  return {CL_INVALID_VALUE,
          "flags " + hexText(flags) + " allow more access than its parent's " + hexText(parent)};
}

Status checkImmutableContents(cl_mem_flags flags, bool hasContents) {
  constexpr cl_mem_flags kContents = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;
  if (!(flags & CL_MEM_IMMUTABLE_EXT) || hasContents || (flags & kContents)) return {};
  return {CL_INVALID_VALUE,
          "CL_MEM_IMMUTABLE_EXT requires CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR or a handle of "
          "external memory"};
}

Status checkWritable(const MemObject& object) {
  if (!(object.flags() & CL_MEM_IMMUTABLE_EXT)) return {};
  return {CL_INVALID_OPERATION, "the command writes to an object with CL_MEM_IMMUTABLE_EXT"};
}

Status checkHostAccess(const MemObject& object, HostAccess access) {
  const cl_mem_flags flags = object.flags();
  const bool none = flags & CL_MEM_HOST_NO_ACCESS;
  if (access.reads && (none || (flags & CL_MEM_HOST_WRITE_ONLY))) return CL_INVALID_OPERATION;
  if (access.writes && (none || (flags & CL_MEM_HOST_READ_ONLY))) return CL_INVALID_OPERATION;
  return access.writes ? checkWritable(object) : Status();
}

Status checkMapFlags(cl_map_flags flags) {
  constexpr cl_map_flags kAccess = CL_MAP_READ | CL_MAP_WRITE;
  TRY_STATUS(checkKnown("map_flags", flags, kAccess | CL_MAP_WRITE_INVALIDATE_REGION));
  if ((flags & kAccess) && (flags & CL_MAP_WRITE_INVALIDATE_REGION))
    return {CL_INVALID_VALUE,
            "CL_MAP_WRITE_INVALIDATE_REGION excludes CL_MAP_READ and CL_MAP_WRITE"};
  return {};
}

Status checkMigrationFlags(cl_mem_migration_flags flags) {
  constexpr cl_mem_migration_flags kKnown =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return checkKnown("flags", flags, kKnown);
}

Status checkPattern(const void* pattern, size_t sizeBytes) {
  constexpr size_t kMostBytes = 128;
  if (!pattern) return {CL_INVALID_VALUE, "pattern is null"};
  if (std::has_single_bit(sizeBytes) && sizeBytes <= kMostBytes) return {};
  return {CL_INVALID_VALUE,
          "pattern_size " + std::to_string(sizeBytes) + " is not a power of two up to 128"};
}

bool validAlignment(size_t alignBytes) {
  return alignBytes == 0 ||
         (std::has_single_bit(alignBytes) && alignBytes <= kHostMemoryAlignBytes);
}

bool inside(size_t offsetBytes, size_t sizeBytes, size_t limitBytes) {
  return offsetBytes <= limitBytes && sizeBytes <= limitBytes - offsetBytes;
}

Result<RectLayout> rectLayout(const size_t* origin, const size_t* region, size_t rowPitch,
                              size_t slicePitch) {
  if (!origin || !region) return fail(CL_INVALID_VALUE, "origin or region is null");
  if (!region[0] || !region[1] || !region[2]) return fail(CL_INVALID_VALUE, "region is empty");
  if (rowPitch == 0) rowPitch = region[0];
  if (rowPitch < region[0])
    return fail(CL_INVALID_VALUE, "row pitch " + std::to_string(rowPitch) +
                                      " is less than region[0] " + std::to_string(region[0]));
  size_t rowsBytes = 0;
  if (__builtin_mul_overflow(region[1], rowPitch, &rowsBytes))
    return fail(CL_INVALID_VALUE, "the rectangle wraps around the address space");
  if (slicePitch == 0) slicePitch = rowsBytes;
  if (slicePitch < rowsBytes || slicePitch % rowPitch != 0)
    return fail(CL_INVALID_VALUE, "slice pitch " + std::to_string(slicePitch) + " is less than " +
                                      std::to_string(rowsBytes) +
                                      " or not a multiple of the row pitch");
  RectLayout layout{{region[0], region[1], region[2]}, rowPitch, slicePitch, 0, 0};
  // Each product and sum may wrap; a rectangle that does lies in no buffer.
  const auto bytesOf = [&](size_t z, size_t y, size_t x, size_t& bytes) {
    size_t slices = 0, rows = 0;
    return !__builtin_mul_overflow(z, slicePitch, &slices) &&
           !__builtin_mul_overflow(y, rowPitch, &rows) &&
           !__builtin_add_overflow(slices, rows, &bytes) &&
           !__builtin_add_overflow(bytes, x, &bytes);
  };
  size_t spanBytes = 0;
  if (!bytesOf(origin[2], origin[1], origin[0], layout.offsetBytes) ||
      !bytesOf(region[2] - 1, region[1] - 1, region[0], spanBytes) ||
      __builtin_add_overflow(layout.offsetBytes, spanBytes, &layout.endBytes))
    return fail(CL_INVALID_VALUE, "the rectangle wraps around the address space");
  return layout;
}

}  // namespace lanewise::icd
