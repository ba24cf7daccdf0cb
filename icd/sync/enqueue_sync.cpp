// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers and barriers, with a wait list, and the deprecated functions without.
#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/queue/queue.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

Status enqueue(cl_command_queue handle, cl_command_type type, cl_uint count, const cl_event* events,
               cl_event* event) {
  TRY(Queue & queue, get<Queue>(handle));
  TRY(const auto waits, waitList(count, events, queue.context()));
  return queue.submitMarker(type, waits, event);
}

}  // namespace

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    return enqueue(command_queue, CL_COMMAND_MARKER, num_events_in_wait_list, event_wait_list,
                   event);
  });
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    return enqueue(command_queue, CL_COMMAND_BARRIER, num_events_in_wait_list, event_wait_list,
                   event);
  });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    // `event` is null.
    TRY_STATUS(checkGiven("event", event));
    return queue.submitMarker(CL_COMMAND_MARKER, {}, event);
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return entry(__func__, [&]() -> Status {
    return enqueue(command_queue, CL_COMMAND_BARRIER, 0, nullptr, nullptr);
  });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                          const cl_event* event_list) {
  return entry(__func__, [&]() -> Status {
    TRY(Queue & queue, get<Queue>(command_queue));
    // The list is empty.
    TRY_STATUS(checkNotEmpty("num_events", num_events, "event_list", event_list));
    const auto waits = waitList(num_events, event_list, queue.context());
    // An element is not a valid event: this call has an error code of its own for it.
    if (!waits && waits.error().code == CL_INVALID_EVENT_WAIT_LIST) return CL_INVALID_EVENT;
    if (!waits) return waits.error();
    return queue.submitMarker(CL_COMMAND_BARRIER, *waits, nullptr);
  });
}
