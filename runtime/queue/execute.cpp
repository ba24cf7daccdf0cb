// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of one command, and what the application sees of it.
#include "runtime/queue/execute.h"

#include "runtime/base/constant_names.h"
#include "runtime/context/context.h"

#include <cstdio>
#include <exception>

namespace lanewise {
namespace {

cl_int runGuarded(Command& command) {
  try {
    return command.run();
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return CL_OUT_OF_RESOURCES;
  }
}

void report(Context& context, const Command& command, cl_int status) {
  char text[160];  // memory may be what failed
  std::snprintf(text, sizeof text, "a command of type %s (%#x) failed with error %d (%s)",
                commandName(command.type()).data(), unsigned(command.type()), status,
                errorName(status).data());
  context.report(text);
}

}  // namespace

Completion execute(Command& command, Context& context) {
  Completion completion{std::move(command.entry.event), command.entry.waiter,
                        CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  if (command.entry.waitFailed) return completion;
  // By way of CL_SUBMITTED, at the same time.
  if (completion.event) completion.event->advance(CL_RUNNING);
  completion.status = runGuarded(command);
  if (completion.status < 0) [[unlikely]]
    report(context, command, completion.status);
  return completion;
}

}  // namespace lanewise
