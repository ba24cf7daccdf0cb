// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events: waiting, info, profiling, user events, callbacks.
#include "runtime/queue/event.h"
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/context/context.h"
#include "runtime/queue/queue.h"

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// An application may poll the state without waiting. The command must make progress even if the
/// application has not called clFlush, which the specification requires.
void letProgress(Event& event) {
  if (Queue* queue = event.queue(); queue && !event.done()) (void)queue->flush();
}

}  // namespace

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return entry(__func__, [&]() -> Status {
    // The list is empty.
    TRY_STATUS(checkNotEmpty("num_events", num_events, "event_list", event_list));
    for (cl_event handle : std::span(event_list, num_events)) {
      TRY(Event & event, get<Event>(handle));
      // The events belong to different contexts.
      if (&event.context() != &toObject<Event>(event_list[0])->context()) return CL_INVALID_CONTEXT;
    }
    // A handle is the object's address, so the list can be read in place.
    return Queue::wait({reinterpret_cast<Event* const*>(event_list), num_events});
  });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Event & self, get<Event>(event));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_EVENT_COMMAND_QUEUE:
        return info.write<cl_command_queue>(self.queue() ? self.queue()->handle() : nullptr);
      case CL_EVENT_CONTEXT: return info.write<cl_context>(self.context().handle());
      case CL_EVENT_COMMAND_TYPE: return info.write<cl_command_type>(self.type());
      case CL_EVENT_COMMAND_EXECUTION_STATUS:
        letProgress(self);
        return info.write<cl_int>(self.status());
      case CL_EVENT_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Event & self, get<Event>(event));
    // The queue does not profile, the command is not complete, or it is a user event; or the name
    // is unknown.
    TRY(const cl_ulong stamp, self.profilingStamp(param_name));
    return InfoWriter(param_value_size, param_value, param_value_size_ret).write<cl_ulong>(stamp);
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) { return retain<Event>(__func__, event); }

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return shortEntry(__func__, [&]() -> Status {
    TRY(Event & self, get<Event>(event));
    return released(self);
  });
}

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Event*> {
    TRY(Context & owner, get<Context>(context));
    return Event::createUser(owner);
  });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return entry(__func__, [&]() -> Status {
    TRY(Event & self, get<Event>(event));
    // The event belongs to a command.
    if (!self.isUser()) return CL_INVALID_EVENT;
    // Neither complete nor an error.
    if (execution_status > CL_COMPLETE)
      return {CL_INVALID_VALUE, "execution_status " + std::to_string(execution_status) +
                                    " is neither CL_COMPLETE nor negative"};
    // The status was set before (CL_INVALID_OPERATION).
    return self.setUserStatus(execution_status);
  });
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                      void(CL_CALLBACK* pfn_notify)(cl_event, cl_int, void*),
                                      void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(Event & self, get<Event>(event));
    // No function, or a state without callbacks.
    TRY_STATUS(checkGiven("pfn_notify", pfn_notify));
    if (command_exec_callback_type < CL_COMPLETE || command_exec_callback_type > CL_SUBMITTED)
      return {CL_INVALID_VALUE, "command_exec_callback_type " +
                                    std::to_string(command_exec_callback_type) +
                                    " is not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE"};
    // The callback may release the event before letProgress() is over.
    const Ref<Event> held(self);
    TRY_STATUS(self.addCallback(command_exec_callback_type, pfn_notify, user_data));
    letProgress(self);
    return {};
  });
}
