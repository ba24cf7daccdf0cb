// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_external_memory: commands that acquire and release memory objects of external memory.
// Their creation: memory/buffer.cpp.
#include "runtime/memory/external_memory.h"
#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/memory/mem_object.h"
#include "runtime/queue/queue.h"

#include <CL/cl_ext.h>

#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

Status access(cl_command_type type, cl_command_queue queueHandle, cl_uint count,
              const cl_mem* handles, cl_uint waitCount, const cl_event* waitEvents,
              cl_event* event) {
  TRY(Queue & queue, get<Queue>(queueHandle));
  // num_mem_objects is 0 and mem_objects is not null, or the reverse. An empty list is valid.
  TRY_STATUS(checkList("num_mem_objects", count, "mem_objects", handles));
  std::vector<MemObject*> objects;
  for (cl_mem handle : std::span(handles, count)) {
    TRY(MemObject & object, get<MemObject>(handle));
    // Not external memory.
    if (!object.external()) return CL_INVALID_MEM_OBJECT;
    // The memory object is not for the queue's device.
    if (!object.context().hasDevice(queue.device()) || !object.external()->isFor(queue.device()))
      return CL_INVALID_COMMAND_QUEUE;
    // The memory object belongs to a different context.
    if (&object.context() != &queue.context()) return CL_INVALID_CONTEXT;
    objects.push_back(&object);
  }
  TRY(const auto waits, waitList(waitCount, waitEvents, queue.context()));
  TRY_STATUS(checkNoneFailed(waits));
  return queue.submit(makeExternalAccess(type, objects), waits, event, false);
}

}  // namespace

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return access(CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
                  mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
    cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&] {
    return access(CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, command_queue, num_mem_objects,
                  mem_objects, num_events_in_wait_list, event_wait_list, event);
  });
}
