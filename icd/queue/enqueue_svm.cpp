// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands on shared virtual memory. Memory does not move, so map, unmap and migrate only order
// commands. Every device supports fine-grained system SVM: pointers that do not come from our
// functions are valid, too.
#include "icd/queue/enqueue_pointer.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/memory/map_commands.h"
#include "runtime/memory/svm_commands.h"

#include <span>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// CL_INVALID_VALUE: a type of SVM that the host cannot access in this way.
Status checkMappable(Context& context, const void* pointer) {
  const auto svm = context.svm().find(pointer, SvmKind::Svm);
  if (svm && !(capabilitiesOf(svm->type) & CL_SVM_CAPABILITY_HOST_MAP_KHR))
    return {CL_INVALID_VALUE, "memory of this SVM type cannot be mapped"};
  return {};
}

/// CL_INVALID_VALUE: a range that exceeds its allocation, or is in none.
Status checkRange(Context& context, const void* pointer, size_t sizeBytes) {
  // The whole allocation.
  if (sizeBytes == 0) return {};
  if (!pointer)
    return {CL_INVALID_VALUE, "svm_ptr is null, but the size is " + std::to_string(sizeBytes)};
  const auto svm = context.svm().find(pointer, SvmKind::Svm);
  if (svm && sizeBytes > svm->bytesFrom(pointer))
    return {CL_INVALID_VALUE, "size " + std::to_string(sizeBytes) +
                                  " exceeds the rest of the allocation, " +
                                  std::to_string(svm->bytesFrom(pointer))};
  return {};
}

}  // namespace

cl_int CL_API_CALL clEnqueueSVMFree(
    cl_command_queue command_queue, cl_uint num_svm_pointers, void* svm_pointers[],
    void(CL_CALLBACK* pfn_free_func)(cl_command_queue, cl_uint, void*[], void*), void* user_data,
    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  const auto make = [&](Queue& queue) -> MadeCommand {
    // A count without pointers, or pointers without a count.
    TRY_STATUS(checkList("num_svm_pointers", num_svm_pointers, "svm_pointers", svm_pointers));
    const std::span pointers(svm_pointers, num_svm_pointers);
    return makeSvmFree(queue, std::vector<void*>(pointers.begin(), pointers.end()), pfn_free_func,
                       user_data);
  };
  return enqueueOnPointers(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, CL_FALSE, make);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy,
                                      void* dst_ptr, const void* src_ptr, size_t size,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return enqueuePointerCopy(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, blocking_copy,
      {CL_COMMAND_SVM_MEMCPY, NullPointer::MayBeEmpty}, dst_ptr, src_ptr, size);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void* svm_ptr,
                                       const void* pattern, size_t pattern_size, size_t size,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return enqueuePointerFill(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event},
      {CL_COMMAND_SVM_MEMFILL, NullPointer::MayBeEmpty}, svm_ptr, pattern, pattern_size, size);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map,
                                   cl_map_flags flags, void* svm_ptr, size_t size,
                                   cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                   cl_event* event) {
  const auto make = [&](Queue& queue) -> MadeCommand {
    // The region is empty.
    TRY_STATUS(checkNotEmpty("size", size, "svm_ptr", svm_ptr));
    TRY_STATUS(checkMapFlags(flags));
    TRY_STATUS(checkMappable(queue.context(), svm_ptr));
    return makeNoMove(CL_COMMAND_SVM_MAP);
  };
  return enqueueOnPointers(__func__,
                           {command_queue, num_events_in_wait_list, event_wait_list, event},
                           blocking_map, make);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void* svm_ptr,
                                     cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event) {
  const auto make = [&](Queue& queue) -> MadeCommand {
    // The pointer is null.
    TRY_STATUS(checkGiven("svm_ptr", svm_ptr));
    TRY_STATUS(checkMappable(queue.context(), svm_ptr));
    return makeNoMove(CL_COMMAND_SVM_UNMAP);
  };
  return enqueueOnPointers(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, CL_FALSE, make);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                          const void** svm_pointers, const size_t* sizes,
                                          cl_mem_migration_flags flags,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  const auto make = [&](Queue& queue) -> MadeCommand {
    // No pointers.
    TRY_STATUS(checkNotEmpty("num_svm_pointers", num_svm_pointers, "svm_pointers", svm_pointers));
    TRY_STATUS(checkMigrationFlags(flags));
    for (cl_uint i = 0; sizes && i < num_svm_pointers; ++i)
      TRY_STATUS(checkRange(queue.context(), svm_pointers[i], sizes[i]));
    return makeNoMove(CL_COMMAND_SVM_MIGRATE_MEM);
  };
  return enqueueOnPointers(
      __func__, {command_queue, num_events_in_wait_list, event_wait_list, event}, CL_FALSE, make);
}
