// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of one command, and what the application sees of it.
#include "runtime/queue/execute.h"

#include "runtime/base/constant_names.h"
#include "runtime/base/log.h"
#include "runtime/context/context.h"

#include <cstdio>
#include <exception>

namespace lanewise {
namespace {

/// One report, however many things failed in the command.
void report(Context& context, const Command& command, const Status& status) {
  if (!status.message().empty()) {
    log(LogGroup::Api, "%s", status.message().data());
    return context.report(status.message());
  }
  char text[160];  // memory may be what failed
  std::snprintf(text, sizeof text, "a command of type %s (%#x) failed with error %d (%s)",
                commandName(command.type()).data(), unsigned(command.type()), status.code,
                errorName(status.code).data());
  context.report(text);
}

}  // namespace

Status runGuarded(Command& command) {
  try {
    return command.run();
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return CL_OUT_OF_RESOURCES;
  }
}

Completion execute(Command& command, Context& context) {
  QueueEntry& entry = command.entry;
  if (entry.waitFailed)
    return {std::move(entry.event), entry.waiter, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  // By way of CL_SUBMITTED, at the same time.
  if (entry.event) entry.event->advance(CL_RUNNING);
  const Status status = runGuarded(command);
  if (!status.ok()) [[unlikely]]
    report(context, command, status);
  return {std::move(entry.event), entry.waiter, status.code};
}

}  // namespace lanewise
