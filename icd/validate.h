// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Predicates that several entry points share, each the check of one error condition.
#pragma once

#include "icd/handles.h"
#include "runtime/base/constant_names.h"
#include "runtime/base/status.h"
#include "runtime/context/context.h"
#include "runtime/memory/byte_rect.h"
#include "runtime/memory/mem_object.h"
#include "runtime/queue/event.h"

#include <functional>
#include <span>
#include <vector>

namespace lanewise::icd {

/// CL_INVALID_VALUE: the argument `name` is null.
template <class Pointee>
Status checkGiven(const char* name, Pointee* pointer) {
  if (pointer) return {};
  return {CL_INVALID_VALUE, std::string(name) + " is null"};
}
/// CL_INVALID_VALUE: the list `name` is null, or its count is 0.
Status checkNotEmpty(const char* countName, size_t count, const char* name, const void* list);
/// CL_INVALID_VALUE: the list `name` is given without its count, or a count without the list.
Status checkList(const char* countName, size_t count, const char* name, const void* list);
/// CL_INVALID_VALUE: user_data is given without pfn_notify.
Status checkUserData(bool hasNotify, const void* userData);
/// CL_INVALID_VALUE: num_entries is 0 and the list `name` is not null, or both results are null.
Status checkResults(cl_uint entries, const char* name, const void* list, const char* countName,
                    const cl_uint* countRet);
/// CL_INVALID_VALUE: the list of properties `name`, of which none is defined, has one.
template <class Word>
Status checkNoProperties(const char* name, const Word* properties) {
  if (!properties || !*properties) return {};
  return {CL_INVALID_VALUE,
          "unknown property " + hexText(static_cast<uint64_t>(*properties)) + " in " + name};
}

/// CL_INVALID_DEVICE: not a device, or not one of `owner`, a context or a program.
template <class Owner>
Result<std::reference_wrapper<Device>> deviceOf(const Owner& owner, cl_device_id handle) {
  TRY(Device & device, get<Device>(handle));
  if (!owner.hasDevice(device)) return fail(CL_INVALID_DEVICE);
  return std::ref(device);
}

/// CL_INVALID_DEVICE: an element is not a device, or not one of `owner`.
template <class Owner>
Result<std::vector<Device*>> devicesOf(const Owner& owner, std::span<const cl_device_id> list) {
  std::vector<Device*> devices;
  devices.reserve(list.size());
  for (cl_device_id handle : list) {
    TRY(Device & device, deviceOf(owner, handle));
    devices.push_back(&device);
  }
  return devices;
}

Status checkWaitList(cl_uint count, const cl_event* events, const Context& context);
/// CL_INVALID_EVENT_WAIT_LIST: list and count disagree, or an element is no event.
/// CL_INVALID_CONTEXT: an event of another context. The span lives as long as the list.
[[gnu::always_inline]] inline Result<std::span<Event* const>> waitList(cl_uint count,
                                                                       const cl_event* events,
                                                                       const Context& context) {
  if (count || events) TRY_STATUS(checkWaitList(count, events, context));
  // A handle is the object's address, so the list can be read in place.
  return std::span(reinterpret_cast<Event* const*>(events), count);
}

/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: an event of the list has already failed.
Status checkNoneFailed(std::span<Event* const> waits);

/// At most one of `choices` is set in `flags`.
bool atMostOne(cl_bitfield flags, cl_bitfield choices);

/// CL_INVALID_VALUE: `bits`, the argument `name`, has others than `known`.
Status checkKnown(const char* name, cl_bitfield bits, cl_bitfield known);

/// CL_INVALID_VALUE: more than one of CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY.
Status checkOneAccess(cl_mem_flags flags);
/// CL_INVALID_VALUE for cl_mem_flags that clCreateBuffer does not know or that exclude each other.
Status checkBufferFlags(cl_mem_flags flags);

/// CL_INVALID_VALUE for flags of an object over the memory of another one, which do not allow more
/// access than the flags of that one.
Status checkDerivedFlags(cl_mem_flags flags, cl_mem_flags parent);
/// CL_INVALID_VALUE: flags of an immutable object, which has no contents of its own (`hasContents`:
/// those of external memory or of another object).
Status checkImmutableContents(cl_mem_flags flags, bool hasContents);
/// CL_INVALID_OPERATION: the object is immutable, and the command writes to it.
Status checkWritable(const MemObject& object);
/// What a command does with the contents of an object for the host.
struct HostAccess {
  bool reads, writes;
};
/// CL_INVALID_OPERATION: the object was created without this kind of host access, or the access
/// writes to an immutable object.
Status checkHostAccess(const MemObject& object, HostAccess access);

/// CL_INVALID_VALUE: unknown map flags, or invalidation together with access.
Status checkMapFlags(cl_map_flags flags);
/// CL_INVALID_VALUE: a migration flag that does not exist.
Status checkMigrationFlags(cl_mem_migration_flags flags);

/// CL_INVALID_VALUE: `pattern` is null or `sizeBytes` is not the size of a type of OpenCL C.
Status checkPattern(const void* pattern, size_t sizeBytes);

/// A power of two up to the size of the largest type of OpenCL C, or 0, which means that size.
bool validAlignment(size_t alignBytes);

/// [offset, offset + size) lies inside [0, limit), without wrapping; size may be 0.
bool inside(size_t offsetBytes, size_t sizeBytes, size_t limitBytes);

/// A rectangular part of a buffer, as the *Rect calls describe it.
struct RectLayout {
  size_t region[3];
  size_t rowPitch;
  size_t slicePitch;
  size_t offsetBytes;  // of the first byte
  size_t endBytes;     // one past the last byte

  /// The rectangle in memory that begins at `data`.
  ByteRect from(std::byte* data) const {
    return {data + offsetBytes, {region[0], region[1], region[2]}, rowPitch, slicePitch};
  }
};

/// Fills in pitches that are 0. CL_INVALID_VALUE: null pointers, an empty region, a pitch smaller
/// than what it spans or (slice pitch) no multiple of the row pitch.
Result<RectLayout> rectLayout(const size_t* origin, const size_t* region, size_t rowPitch,
                              size_t slicePitch);

}  // namespace lanewise::icd
