// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue: submission, wait lists, and when the workers are told that there is work.
#include "runtime/queue/queue.h"

#include "runtime/base/fork.h"
#include "runtime/context/context.h"
#include "runtime/queue/marker.h"
#include "runtime/queue/queue_until.h"

namespace lanewise {
namespace {

// Work queued without a flush that is worth a wake-up of the pool (which costs up to 0.1 ms).
constexpr uint64_t kWakeNanoseconds = 500'000;

}  // namespace

Queue::Queue(Context& context, Device& device, cl_command_queue_properties properties,
             std::vector<cl_queue_properties> propertyList)
    : context_(context),
      device_(device),
      properties_(properties),
      propertyList_(std::move(propertyList)),
      generation_(forkGeneration()),
      boundToPart_(device.parent() != nullptr),
      workers_(device.workers()) {
  watchForks();
  std::unique_ptr<CommandSegment> segment(outOfOrder() ? new CommandSegment : nullptr);
  firstSegment_ = openSegment_ = segment.get();
  // Last: from here on another thread may wait for this queue.
  context.enter(*this);
  (void)segment.release();
}

Queue::~Queue() {
  context_->leave(*this);
  delete openSegment_;
}

// A queue of the parent is of no use in a forked child: another thread may have held its lock or
// been running one of its commands.
Status Queue::usable() const {
  if (generation_ == forkGeneration()) [[likely]]
    return {};
  return {CL_OUT_OF_RESOURCES, "the command queue was made before the process forked"};
}

Status Queue::submit(std::unique_ptr<Command> command, std::span<Event* const> waitList,
                     cl_event* event, bool blocking) {
  TRY_STATUS(usable());
  if (!blocking) {
    enqueue(std::move(command), waitList, event, nullptr);
    return {};
  }
  CommandWaiter waiter;
  enqueue(std::move(command), waitList, event, &waiter);
  help({.host = true, .waiter = &waiter, .only = &waiter.command});
  return waiter.status;
}

Status Queue::submitMarker(cl_command_type type, std::span<Event* const> waitList,
                           cl_event* event) {
  TRY_STATUS(usable());
  auto marker = std::make_unique<Marker>(type);
  marker->waitsForAll_ = waitList.empty();
  marker->holdsBack_ = type == CL_COMMAND_BARRIER;
  enqueue(std::move(marker), waitList, event, nullptr);
  return {};
}

void Queue::enqueue(std::unique_ptr<Command> owned, std::span<Event* const> waitList,
                    cl_event* event, CommandWaiter* waiter) {
  // Whatever may run out of memory comes before the command is registered anywhere.
  std::unique_ptr<CommandSegment> spare(owned->waitsForAll_ && outOfOrder() ? new CommandSegment
                                                                            : nullptr);
  Event* made = event ? new Event(context(), this, owned->type()) : nullptr;
  Command& command = *owned.release();
  command.estimate_ = command.estimateNanoseconds();
  command.queue_ = this;
  command.event_ = Ref<Event>(made);
  command.waiter_ = waiter;
  const uint32_t notPending = waitList.empty() ? 0 : registerWaits(command, waitList);
  bool post;
  {
    Lock lock(mutex_);
    command.pending_ -= notPending;
    command.sequence_ = ++submitted_;
    if (!busySelf_) busySelf_ = Ref<Queue>(this);
    if (waiter) {
      waiter->sequence = command.sequence_;
      flushed_ = submitted_;
    }
    if (outOfOrder())
      addLocked(command, std::move(spare));
    else
      appendLocked(command);
    if (waitingNanoseconds_ > kWakeNanoseconds) flushed_ = submitted_;
    // A blocking call helps; it posts a drainer itself if it has to leave something behind.
    post = !waiter && flushed_ == submitted_ && needsDrainerLocked();
  }
  if (post) postDrainer();
  if (event) *event = made->handle();
}

// Counts every event of the list and one more, for the submission itself; returns how many of them
// turned out not to be pending, which the caller takes off under the lock.
uint32_t Queue::registerWaits(Command& command, std::span<Event* const> waitList) {
  command.mayWait_ = true;
  command.pending_ = static_cast<uint32_t>(waitList.size()) + 1;
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
      event->whenDone({dependencyDone, &command});
    } catch (const std::bad_alloc&) {
      // The command can no longer be taken back from the events before: it fails instead.
      ++notPending;
      failed = true;
    }
  }
  if (failed) {
    Lock lock(mutex_);
    command.waitFailed_ = true;
  }
  return notPending;
}

void Queue::dependencyDone(void* user, cl_int status) {
  Command& command = *static_cast<Command*>(user);
  // Until the count below, the command keeps its queue alive; after it, only this does.
  const Ref<Queue> self(command.queue_);
  Queue& queue = *self;
  bool post = false;
  {
    Lock lock(queue.mutex_);
    if (status < 0) command.waitFailed_ = true;
    if (queue.outOfOrder()) {
      queue.oneLessLocked(command);
    } else if (--command.pending_ == 0 && queue.stalled_ == &command) {
      queue.stalled_ = nullptr;
    }
    // A sleeper looks itself whether it can go on or has to post a drainer.
    if (queue.sleepers_.load() != 0)
      queue.changed_.notify_all();
    else
      post = queue.needsDrainerLocked();
  }
  if (post) queue.postDrainer();
}

bool Queue::needsDrainerLocked() {
  if (posted_) return false;
  if (outOfOrder()) {
    if (!flushed_ || ready_.empty() || drainers_ >= device().facts().cores) return false;
    // One drainer is a must, more are for speed.
    if (drainers_ > 0 && waitingNanoseconds_ < kWakeNanoseconds) return false;
  } else if (completed_.load(std::memory_order_relaxed) >= flushed_ || draining_ || stalled_ ||
             !frontLocked()) {
    return false;
  }
  posted_ = true;
  postedSelf_ = Ref<Queue>(this);
  return true;
}

void Queue::postDrainer() { workers_.post(drainPosted, this); }

void Queue::drainPosted(void* user) {
  Queue& queue = *static_cast<Queue*>(user);
  Ref<Queue> self;
  {
    Lock lock(queue.mutex_);
    self = std::move(queue.postedSelf_);
    queue.posted_ = false;
  }
  queue.drain({});
}

Status Queue::flush() {
  TRY_STATUS(usable());
  bool post;
  {
    Lock lock(mutex_);
    flushed_ = submitted_;
    post = needsDrainerLocked();
  }
  if (post) postDrainer();
  return {};
}

Status Queue::finish() {
  TRY_STATUS(usable());
  uint64_t last;
  {
    Lock lock(mutex_);
    last = flushed_ = submitted_;
  }
  if (completed_.load() == last) return {};
  if (!outOfOrder()) {
    help({.host = true, .completed = &completed_, .lastSequence = last});
    return {};
  }
  CommandWaiter waiter;
  auto marker = std::make_unique<Marker>(CL_COMMAND_MARKER);
  marker->waitsForAll_ = true;
  enqueue(std::move(marker), {}, nullptr, &waiter);
  help({.host = true, .waiter = &waiter, .lastSequence = waiter.sequence});
  return {};
}

// A blocking wait flushes. The thread helps the queue itself, so that posts no drainer: what is
// left when the wait ends does.
void Queue::noteFlush() {
  Lock lock(mutex_);
  flushed_ = submitted_;
}

Status Queue::wait(std::span<Event* const> events) {
  const Queue* helpedFirst = events.empty() ? nullptr : events.back()->queue();
  for (Event* event : events)
    if (Queue* queue = event->queue(); queue && queue != helpedFirst && !event->done())
      TRY_STATUS(queue->flush());
  bool failed = false;
  // From the last: in an in-order queue its event comes after the others', which are then done.
  for (size_t i = events.size(); i-- > 0;) {
    Event& event = *events[i];
    if (!event.done()) {
      if (Queue* queue = event.queue()) {
        TRY_STATUS(queue->usable());
        queue->noteFlush();
        queue->help({.host = true, .event = &event, .only = &event.command_});
      } else {
        event.waitForUser();
      }
    }
    failed |= event.status() < 0;
  }
  return failed ? Status(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) : Status();
}

void Queue::finishAll(Context& context) {
  LiveQueues* const live = context.liveQueues();
  if (!live) return;
  std::vector<Ref<Queue>> queues;
  {
    Lock lock(live->mutex);
    // No push_back may throw with a last reference in hand: releasing it takes the lock.
    queues.reserve(live->queues.size());
    for (Queue* queue : live->queues)
      if (Ref<Queue> alive = Ref<Queue>::unlessGone(*queue)) queues.push_back(std::move(alive));
  }
  for (const auto& queue : queues) (void)queue->flush();
  for (const auto& queue : queues) (void)queue->finish();
}

}  // namespace lanewise
