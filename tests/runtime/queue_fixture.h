// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of queues: a context of the CPU device, and commands made of lambdas.
#pragma once

#include "runtime/context/context.h"
#include "runtime/device/platform.h"
#include "runtime/queue/queue.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace lanewise {

class CallCommand final : public Command {
 public:
  explicit CallCommand(std::function<cl_int()> body, bool hostMayHelp = true)
      : Command(CL_COMMAND_NDRANGE_KERNEL), body_(std::move(body)), hostMayHelp_(hostMayHelp) {}
  Status run() override { return body_(); }
  bool hostMayHelp() const override { return hostMayHelp_; }

 private:
  std::function<cl_int()> body_;
  bool hostMayHelp_;
};

/// A command that runs `body` and succeeds.
template <class Body>
std::unique_ptr<Command> call(Body body, bool hostMayHelp = true) {
  return std::make_unique<CallCommand>(
      [body]() -> cl_int {
        body();
        return CL_COMPLETE;
      },
      hostMayHelp);
}
inline std::unique_ptr<Command> failing(cl_int status) {
  return std::make_unique<CallCommand>([status] { return status; });
}

inline Event& eventOf(cl_event handle) { return *reinterpret_cast<Event*>(handle); }

class QueueFixture : public testing::Test {
 protected:
  static constexpr cl_command_queue_properties kInOrder = 0;
  static constexpr cl_command_queue_properties kOutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  ~QueueFixture() override {
    for (Event* event : events_) event->release();
    for (Queue* queue : queues_) queue->release();
    context_->release();
  }
  Queue& makeQueue(cl_command_queue_properties properties) {
    queues_.push_back(new Queue(*context_, device_, properties, {}));
    return *queues_.back();
  }
  Event& userEvent() {
    events_.push_back(Event::createUser(*context_));
    return *events_.back();
  }
  /// Submits and keeps the event.
  Event& submit(Queue& queue, std::unique_ptr<Command> command, std::vector<Event*> waitList = {}) {
    cl_event event = nullptr;
    EXPECT_TRUE(queue.submit(std::move(command), waitList, &event, false).ok());
    events_.push_back(&eventOf(event));
    return *events_.back();
  }
  Event& marker(Queue& queue, cl_command_type type, std::vector<Event*> waitList = {}) {
    cl_event event = nullptr;
    EXPECT_TRUE(queue.submitMarker(type, waitList, &event).ok());
    events_.push_back(&eventOf(event));
    return *events_.back();
  }
  static cl_int wait(Event& event) {
    Event* list[] = {&event};
    return Queue::wait(list).code;
  }

  Device& device_ = Platform::get().device();
  Context* context_ = new Context({Ref<Device>(device_)}, {}, nullptr, nullptr);
  std::vector<Queue*> queues_;
  std::vector<Event*> events_;
};

}  // namespace lanewise
