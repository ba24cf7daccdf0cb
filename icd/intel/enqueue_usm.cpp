// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of cl_intel_unified_shared_memory. Copies and fills accept any memory of the process;
// migration and advice are hints without effect.
#include "icd/queue/enqueue_pointer.h"
#include "runtime/base/constant_names.h"
#include "runtime/memory/map_commands.h"

using namespace lanewise;
using namespace lanewise::icd;

cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void* dst_ptr,
                                         const void* pattern, size_t pattern_size, size_t size,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event* event_wait_list, cl_event* event) {
  return enqueuePointerFill(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event},
      {CL_COMMAND_MEMFILL_INTEL, NullPointer::IsInvalid}, dst_ptr, pattern, pattern_size, size);
}

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking,
                                        void* dst_ptr, const void* src_ptr, size_t size,
                                        cl_uint num_events_in_wait_list,
                                        const cl_event* event_wait_list, cl_event* event) {
  return enqueuePointerCopy(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, blocking,
      {CL_COMMAND_MEMCPY_INTEL, NullPointer::IsInvalid}, dst_ptr, src_ptr, size);
}

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void*, size_t,
                                            cl_mem_migration_flags flags,
                                            cl_uint num_events_in_wait_list,
                                            const cl_event* event_wait_list, cl_event* event) {
  const auto make = [&](Queue&) -> MadeCommand {
    // A hint for any range: the specification defines no invalid range.
    TRY_STATUS(checkMigrationFlags(flags));
    return makeNoMove(CL_COMMAND_MIGRATEMEM_INTEL);
  };
  return enqueueOnPointers(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, CL_FALSE, make);
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void*, size_t,
                                           cl_mem_advice_intel advice,
                                           cl_uint num_events_in_wait_list,
                                           const cl_event* event_wait_list, cl_event* event) {
  const auto make = [&](Queue&) -> MadeCommand {
    // Unknown advice: 0 resets it, 0x4208 to 0x420F are reserved.
    constexpr cl_mem_advice_intel kFirst = 0x4208, kLast = 0x420F;
    if (advice != 0 && (advice < kFirst || advice > kLast))
      return fail(CL_INVALID_VALUE, "unknown advice " + hexText(advice));
    return makeNoMove(CL_COMMAND_MEMADVISE_INTEL);
  };
  return enqueueOnPointers(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, CL_FALSE, make);
}
