// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of command buffers. A run on one queue is one command of the queue. A run on several queues
// is one command for each part (recording_order.h). A part waits for the events of other parts, so
// that no thread waits. What the application sees is one event without a queue.
#include "runtime/recording/command_buffer.h"

#include "runtime/context/context.h"
#include "runtime/device/device.h"
#include "runtime/queue/execute.h"
#include "runtime/workers/workers.h"

#include <algorithm>

namespace lanewise {

namespace {

// Helpers are not worth a call for less. A call costs much more if they sleep.
constexpr uint64_t kTogetherNanoseconds = 100'000, kTogetherAwakeNanoseconds = 10'000;
// What a thread takes at once.
constexpr uint64_t kChunkNanoseconds = 5'000;

/// Commands that are independent of each other.
class CommandLoop {
 public:
  using Commands = std::span<const std::shared_ptr<Command>>;
  CommandLoop(Commands commands, RecordingOrder::Step step) : commands_(commands), step_(step) {}

  Status run(Device& device) {
    Workers* workers = step_.size() > 1 && device.facts().cores > 1 ? &device.workers() : nullptr;
    if (workers) {
      const uint64_t nanoseconds = estimateNanoseconds();
      if (nanoseconds > (workers->someAwake() ? kTogetherAwakeNanoseconds : kTogetherNanoseconds)) {
        const uint64_t grain = kChunkNanoseconds * step_.size() / nanoseconds;
        workers->forEachRange(step_.size(), std::max<uint64_t>(grain, 1), body, this, &failed_);
        return failed_ ? std::move(status_) : CL_COMPLETE;
      }
    }
    for (const uint32_t index : step_) TRY_STATUS(commands_[index]->run());
    return CL_COMPLETE;
  }

 private:
  uint64_t estimateNanoseconds() const {
    uint64_t sum = 0;
    for (const uint32_t index : step_) sum += commands_[index]->estimateNanoseconds();
    return sum;
  }

  static void body(void* user, uint64_t begin, uint64_t end) {
    auto& loop = *static_cast<CommandLoop*>(user);
    for (uint64_t at = begin; at < end && !loop.failed_.load(std::memory_order_relaxed); ++at) {
      Status status = runGuarded(*loop.commands_[loop.step_[at]]);
      if (!status.ok() && !loop.failed_.exchange(true)) loop.status_ = std::move(status);
    }
  }

  const Commands commands_;
  const RecordingOrder::Step step_;
  std::atomic<bool> failed_{false};
  /// The status of the command that failed first. Read when all have ended.
  Status status_;
};

}  // namespace

/// A part of one enqueue: the commands at that time.
class CommandBuffer::Run final : public Command {
 public:
  /// The caller holds the lock of `buffer`.
  Run(CommandBuffer& buffer, std::shared_ptr<const Commands> commands, const RecordingOrder& order,
      const RecordingOrder::Part& part)
      : Command(CL_COMMAND_COMMAND_BUFFER_KHR),
        buffer_(buffer),
        commands_(std::move(commands)),
        order_(order),
        part_(part) {
    buffer.runs_.fetch_add(1, std::memory_order_relaxed);
  }
  ~Run() override { buffer_->runs_.fetch_sub(1, std::memory_order_release); }

  Status run() override {
    const uint64_t start = Device::timerNanoseconds();
    Device& device = buffer_->queues_[part_.queue]->device();
    for (uint32_t step = part_.firstStep; step < part_.endStep; ++step)
      TRY_STATUS(CommandLoop(*commands_, order_.step(step)).run(device));
    if (order_.parts().size() == 1)
      buffer_->nanoseconds_.store(Device::timerNanoseconds() - start, std::memory_order_relaxed);
    return CL_COMPLETE;
  }
  uint64_t estimateNanoseconds() const override {
    return buffer_->nanoseconds_.load(std::memory_order_relaxed) / order_.parts().size();
  }

 private:
  const Ref<CommandBuffer> buffer_;
  const std::shared_ptr<const Commands> commands_;
  const RecordingOrder& order_;  // of the buffer
  const RecordingOrder::Part& part_;
};

/// What the parts of an enqueue to several queues have in common. The last of them completes it,
/// whether they ran or not.
class CommandBuffer::JointRun {
 public:
  /// Without `event`, nobody asks.
  explicit JointRun(Ref<Event> event) : event_(std::move(event)) {}
  JointRun(const JointRun&) = delete;
  JointRun& operator=(const JointRun&) = delete;
  ~JointRun() {
    if (event_) event_->completeWithoutQueue(status_.load(std::memory_order_relaxed));
  }

  void begin() {
    if (event_) event_->advance(CL_RUNNING);
  }
  /// The first status remains.
  void fail(cl_int status) {
    cl_int none = CL_COMPLETE;
    status_.compare_exchange_strong(none, status, std::memory_order_relaxed);
  }

 private:
  const Ref<Event> event_;
  std::atomic<cl_int> status_{CL_COMPLETE};
};

/// A part of an enqueue to several queues.
class CommandBuffer::PartRun final : public Command {
 public:
  PartRun(std::shared_ptr<JointRun> joint, std::unique_ptr<Run> run)
      : Command(CL_COMMAND_COMMAND_BUFFER_KHR), joint_(std::move(joint)), run_(std::move(run)) {}
  ~PartRun() override {
    if (!ran_) joint_->fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }

  Status run() override {
    ran_ = true;
    joint_->begin();
    Status status = runGuarded(*run_);
    if (!status.ok()) joint_->fail(status.code);
    return status;
  }
  uint64_t estimateNanoseconds() const override { return run_->estimateNanoseconds(); }

 private:
  bool ran_ = false;
  const std::shared_ptr<JointRun> joint_;  // outlives `run_`
  const std::unique_ptr<Run> run_;
};

namespace {

/// A user event for which the parts wait until all of them are submitted, or fail.
class Gate {
 public:
  explicit Gate(Context& context) : event_(Ref<Event>::adopt(Event::createUser(context))) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  ~Gate() {
    if (!isOpen_) event_->completeWithoutQueue(CL_OUT_OF_RESOURCES);
  }

  Event& event() const { return *event_; }
  void open() {
    isOpen_ = true;
    event_->completeWithoutQueue(CL_COMPLETE);
  }

 private:
  bool isOpen_ = false;
  const Ref<Event> event_;
};

}  // namespace

Status CommandBuffer::checkExecutableLocked() const {
  if (stateLocked() == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR) return {};
  return {CL_INVALID_OPERATION,
          recording_ ? "the command buffer is not finalized" : "a launch lacks arguments"};
}

Status CommandBuffer::enqueue(std::span<Queue* const> queues, std::span<Event* const> waitList,
                              cl_event* event) {
  if (queues.size() > 1) return enqueueJointly(queues, waitList, event);
  std::unique_ptr<Command> run;
  {
    Lock lock(mutex_);
    TRY_STATUS(checkExecutableLocked());
    run = std::make_unique<Run>(*this, commands_, order_, order_.parts()[0]);
  }
  return queues[0]->submit(std::move(run), waitList, event, false);
}

// Nothing waits for a queue that got its part later: parts are submitted behind those that they
// wait for, and no thread waits between two submissions.
Status CommandBuffer::enqueueJointly(std::span<Queue* const> queues,
                                     std::span<Event* const> waitList, cl_event* event) {
  const bool profiling =
      std::ranges::any_of(queues, [](Queue* queue) { return queue->profiling(); });
  auto seen = Ref<Event>::adopt(
      event ? new Event(context(), CL_COMMAND_COMMAND_BUFFER_KHR, profiling) : nullptr);
  std::vector<std::unique_ptr<Command>> runs;
  std::span<const RecordingOrder::Part> parts;
  {
    const auto joint = std::make_shared<JointRun>(seen);
    Lock lock(mutex_);
    TRY_STATUS(checkExecutableLocked());
    parts = order_.parts();
    for (const RecordingOrder::Part& part : parts)
      runs.push_back(
          std::make_unique<PartRun>(joint, std::make_unique<Run>(*this, commands_, order_, part)));
  }
  Gate gate(context());
  std::vector<Event*> firstWaits(waitList.begin(), waitList.end()), waits;
  firstWaits.push_back(&gate.event());
  std::vector<Ref<Event>> done(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    waits.clear();
    for (const uint32_t before : parts[i].waits) waits.push_back(done[before].get());
    cl_event handle = nullptr;
    TRY_STATUS(queues[parts[i].queue]->submit(std::move(runs[i]),
                                              waits.empty() ? firstWaits : waits, &handle, false));
    // A handle is the object's address.
    done[i] = Ref<Event>::adopt(reinterpret_cast<Event*>(handle));
  }
  gate.open();
  // Who waits for the event does not help the queues.
  for (Queue* queue : queues) (void)queue->flush();
  if (event) *event = seen.detach()->handle();
  return {};
}

}  // namespace lanewise
