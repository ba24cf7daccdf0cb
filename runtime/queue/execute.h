// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execution of one command. Which command comes next is the schedule's decision.
#pragma once

#include "runtime/queue/command.h"

namespace lanewise {

class Context;

/// The rest of a command that ran. publish() completes its event and ends its blocking call.
struct Completion {
  Ref<Event> event;
  CommandWaiter* waiter;
  cl_int status;

  void publish() const {
    if (event) event->advance(status);
    if (!waiter) return;
    waiter->status = status;
    waiter->done.store(true);
  }
};

/// Command::run(), with an exception as its status.
Status runGuarded(Command& command);

/// Runs the command, unless something that it waited for failed. An error is reported to the
/// context's notify function. The caller deletes the command before it calls publish(): the
/// references of a complete command are gone.
Completion execute(Command& command, Context& context);

}  // namespace lanewise
