// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call runs its command.
#include "runtime/queue/immediate_commands.h"

#include "runtime/queue/execute.h"
#include "runtime/queue/queue.h"
#include "runtime/workers/this_thread_only.h"

#include <mutex>

namespace lanewise {

Status ImmediateCommands::run(std::unique_ptr<Command>&& owned, std::span<Event* const> waitList,
                              cl_event* event) {
  std::unique_ptr<Command> command = std::move(owned);
  auto made = Ref<Event>::adopt(event ? new Event(queue_, command->type()) : nullptr);
  command->entry.event = made;
  if (!waitList.empty()) command->entry.waitFailed = !Queue::wait(waitList).ok();
  std::unique_lock alone(running_, std::defer_lock);
  std::shared_lock together(running_, std::defer_lock);
  if (queue_.outOfOrder() && !command->entry.waitsForAll)
    together.lock();
  else
    alone.lock();
  const ThisThreadOnly noHelpers;
  const Completion completion = execute(*command, queue_.context());
  command.reset();
  completion.publish();
  if (event) *event = made.detach()->handle();
  return completion.status;
}

void ImmediateCommands::finish() { const std::unique_lock all(running_); }

}  // namespace lanewise
