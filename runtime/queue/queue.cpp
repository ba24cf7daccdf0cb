// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: submission, wait lists and waiting.
#include "runtime/queue/queue.h"

#include "runtime/base/fork.h"
#include "runtime/checks/check_mode.h"
#include "runtime/queue/immediate_commands.h"
#include "runtime/queue/in_order_schedule.h"
#include "runtime/queue/marker.h"
#include "runtime/queue/out_of_order_schedule.h"

namespace lanewise {
namespace {

std::unique_ptr<Schedule> makeSchedule(Queue& queue) {
  if (queue.onDevice()) return nullptr;
  if (queue.outOfOrder()) return std::make_unique<OutOfOrderSchedule>(queue);
  return std::make_unique<InOrderSchedule>(queue);
}

std::unique_ptr<ImmediateCommands> makeImmediate(Queue& queue) {
  const bool wanted = queue.properties() & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  return wanted ? std::make_unique<ImmediateCommands>(queue) : nullptr;
}

}  // namespace

Queue::Queue(Context& context, Device& device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> propertyList, cl_uint deviceBytes)
    : context_(context),
      device_(device),
      properties_(properties),
      propertyList_(std::move(propertyList)),
      generation_(onDevice() ? kOnDevice : forkGeneration()),
      schedule_(makeSchedule(*this)),
      immediate_(makeImmediate(*this)),
      keepsOrder_(schedule_ && !immediate_ && checksRaces()),
      isUnusual_(immediate_ || keepsOrder_),
      deviceBytes_(deviceBytes) {
  watchForks();
  if (keepsOrder_) LaunchOrder::noteQueue(!outOfOrder());
  // Last: from here on another thread may wait for this queue.
  context.enter(*this);
}

Queue::~Queue() {
  if (keepsOrder_) LaunchOrder::get().forget(this);
  serial_.cut();
  context_->leave(*this);
}

void Queue::onLastRelease() {
  (void)flush();
  LiveQueues* const live = onDevice() ? context_->liveQueues() : nullptr;
  if (!live) return;
  Lock lock(live->mutex);
  std::erase_if(live->onDevice, [this](const auto& entry) { return entry.second == this; });
}

bool Queue::reserveOnDevice(uint64_t sizeBytes) {
  if (usedBytes_.fetch_add(sizeBytes, std::memory_order_relaxed) + sizeBytes <= deviceBytes_)
    return true;
  returnOnDevice(sizeBytes);
  return false;
}

Ref<Queue> Queue::defaultOnDevice(const Context& context, const Device& device) {
  LiveQueues* const live = context.liveQueues();
  if (!live) return nullptr;
  Lock lock(live->mutex);
  const auto found = live->onDevice.find(&device);
  return found == live->onDevice.end() ? nullptr : Ref<Queue>::unlessGone(*found->second);
}

void Queue::becomeDefault() {
  LiveQueues* const live = context_->liveQueues();  // there since the constructor
  if (!live) return;
  Lock lock(live->mutex);
  live->onDevice[device_.get()] = this;
}

[[gnu::cold]] Status Queue::unusable() const {
  if (onDevice())
    return {CL_INVALID_COMMAND_QUEUE, "the command queue is on the device, for kernels only"};
  return {CL_OUT_OF_RESOURCES, "the command queue was made before the process forked"};
}

[[gnu::always_inline]] inline void Queue::enqueue(std::unique_ptr<Command>&& owned,
                                                  std::span<Event* const> waitList, cl_event* event,
                                                  CommandWaiter* waiter) {
  // Whatever may run out of memory comes before the command is registered anywhere.
  auto made = Ref<Event>::adopt(event ? new Event(*this, owned->type()) : nullptr);
  if (owned->entry.waitsForAll) schedule_->prepare(*owned);
  Command& command = *owned.release();
  QueueEntry& entry = command.entry;
  entry.estimateNanoseconds = command.estimateNanoseconds();
  entry.schedule = schedule_.get();
  if (event) entry.event = made;
  entry.waiter = waiter;
  const uint32_t notPending = waitList.empty() ? 0 : registerWaits(command, waitList);
  schedule_->append(command, notPending);
  if (event) *event = made.detach()->handle();
}

Status Queue::submit(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                     cl_event* event, bool blocking) {
  TRY_STATUS(usable());
  if (isUnusual_) [[unlikely]]
    return submitUnusual(std::move(command), waitList, event, blocking);
  if (blocking) return submitAndWait(std::move(command), waitList, event);
  enqueue(std::move(command), waitList, event, nullptr);
  return {};
}

[[gnu::cold]] Status Queue::submitUnusual(std::unique_ptr<Command>&& command,
                                          std::span<Event* const> waitList, cl_event* event,
                                          bool blocking) {
  if (immediate_) return runHere(std::move(command), waitList, event, blocking);
  std::vector<LaunchOrder::Place> waits;
  for (const Event* wait : waitList)
    if (!wait->done()) waits.push_back(wait->place());
  CommandWaiter waiter;
  {
    Lock lock(orderMutex_);
    const QueueEntry& entry = command->entry;
    const LaunchOrder::Place place = command->addTo(
        LaunchOrder::get(), {this, !outOfOrder(), entry.waitsForAll, entry.isBarrier, waits});
    enqueue(std::move(command), waitList, event, blocking ? &waiter : nullptr);
    if (event) reinterpret_cast<Event*>(*event)->setPlace(place);
  }
  return blocking ? waitFor(waiter) : Status();
}

Status Queue::runHere(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                      cl_event* event, bool blocking) {
  const Status status = immediate_->run(std::move(command), waitList, event);
  // As in any queue, the event has the error of a command that the call does not wait for.
  return blocking ? status.code : CL_SUCCESS;
}

Status Queue::submitAndWait(std::unique_ptr<Command>&& command, std::span<Event* const> waitList,
                            cl_event* event) {
  CommandWaiter waiter;
  enqueue(std::move(command), waitList, event, &waiter);
  return waitFor(waiter);
}

Status Queue::waitFor(CommandWaiter& waiter) {
  schedule_->help(
      {.host = true, .sequence = waiter.sequence, .waiter = &waiter, .only = &waiter.command});
  return waiter.status;
}

Status Queue::submitMarker(cl_command_type type, std::span<Event* const> waitList,
                           cl_event* event) {
  TRY_STATUS(usable());
  auto marker = std::make_unique<Marker>(type);
  marker->entry.waitsForAll = waitList.empty();
  marker->entry.isBarrier = type == CL_COMMAND_BARRIER;
  return submit(std::move(marker), waitList, event, false);
}

// Counts every event of the list and one more, for the submission itself; returns how many of them
// turned out not to be pending, which the schedule subtracts under its lock.
uint32_t Queue::registerWaits(Command& command, std::span<Event* const> waitList) {
  command.entry.mayWait = true;
  command.entry.pending = static_cast<uint32_t>(waitList.size()) + 1;
  uint32_t notPending = 1;
  bool failed = false;
  for (Event* event : waitList) {
    if (event->done()) {
      ++notPending;
      failed |= event->status() < 0;
      continue;
    }
    // The application ought to have flushed that queue; it costs little to be sure.
    if (Queue* other = event->queue(); other && other != this) (void)other->flush();
    try {
      event->whenDone({Schedule::dependencyDone, &command});
    } catch (const std::bad_alloc&) {
      // The command can no longer be taken back from the events before: it fails instead.
      ++notPending;
      failed = true;
    }
  }
  if (failed) schedule_->dependencyFailed(command);
  return notPending;
}

std::vector<Ref<Queue>> Queue::queuesOf(Context& context) {
  std::vector<Ref<Queue>> queues;
  if (LiveQueues* const live = context.liveQueues()) {
    Lock lock(live->mutex);
    // No push_back may throw with a last reference in hand: releasing it takes the lock.
    queues.reserve(live->queues.size());
    for (Queue* queue : live->queues)
      if (Ref<Queue> alive = Ref<Queue>::unlessGone(*queue)) queues.push_back(std::move(alive));
  }
  return queues;
}

Status Queue::flush() {
  TRY_STATUS(usable());
  schedule_->flush();
  return {};
}

Status Queue::finish() {
  TRY_STATUS(usable());
  if (immediate_) {
    immediate_->finish();
    return {};
  }
  // Out of memory is an error before the flush, which relies on help().
  auto marker = outOfOrder() ? std::make_unique<Marker>(CL_COMMAND_MARKER) : nullptr;
  LaunchOrder::Place end = 0;
  if (keepsOrder_) [[unlikely]] {
    Lock lock(orderMutex_);
    end = LaunchOrder::get().next();
  }
  const uint64_t last = schedule_->flushToHelp();
  if (last && marker) {
    CommandWaiter waiter;
    marker->entry.waitsForAll = true;
    enqueue(std::move(marker), {}, nullptr, &waiter);
    schedule_->help({.host = true, .sequence = waiter.sequence, .waiter = &waiter});
  } else if (last) {
    schedule_->help({.host = true, .sequence = last});
  }
  if (keepsOrder_) [[unlikely]]
    LaunchOrder::get().noteFinish(this, end);
  return {};
}

Status Queue::wait(std::span<Event* const> events) {
  const Queue* helpedFirst = events.empty() ? nullptr : events.back()->queue();
  for (Event* event : events)
    if (Queue* queue = event->queue(); queue && queue != helpedFirst && !event->done())
      TRY_STATUS(queue->flush());
  bool failed = false;
  // From the last: in an in-order queue its event comes after the others', which are then done.
  for (size_t i = events.size(); i-- > 0;) {
    // A callback may release the application's last reference.
    const Ref<Event> held(*events[i]);
    Event& event = *held;
    Queue* const queue = event.queue();
    if (event.done()) {
      // clWaitForEvents flushes, whatever the state of its events. A queue of the parent process
      // has nothing to flush.
      if (queue) (void)queue->flush();
    } else if (queue) {
      TRY_STATUS(queue->usable());
      // A blocking wait flushes. If this thread leaves commands behind, the schedule sends another
      // one.
      if (queue->schedule_->flushToHelp())
        queue->schedule_->help({.host = true,
                                .sequence = event.sequence(),
                                .event = &event,
                                .only = event.readyCommand()});
    } else {
      event.waitWithoutQueue();
    }
    failed |= event.status() < 0;
  }
  return failed ? Status(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) : Status();
}

void Queue::flushAll(Context& context) {
  for (const auto& queue : queuesOf(context)) (void)queue->flush();
}

void Queue::finishAll(Context& context) {
  const auto queues = queuesOf(context);
  for (const auto& queue : queues) (void)queue->flush();
  for (const auto& queue : queues) (void)queue->finish();
}

}  // namespace lanewise
