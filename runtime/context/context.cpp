// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The devices of a context, errors that go to the application's callback, and the list of the
// context's queues.
#include "runtime/context/context.h"

#include "runtime/base/mutex.h"
#include "runtime/context/callbacks.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <string>

namespace lanewise {
namespace {

/// A callback that takes longer, or waits for the command that failed, does not stop the queue.
constexpr std::chrono::milliseconds kDeliveryTime{500};

}  // namespace

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 Notify notify, void* user, const ContextOptions& options)
    : devices_(std::move(devices)),
      properties_(std::move(properties)),
      initialized_(options.initialized),
      notify_(notify),
      user_(user),
      printf_(options.printf, user, options.printfBytes) {}

void Context::onLastUse() { destructorCallbacks_.deleteAfterCallbacks(this); }

bool Context::hasDevice(const Device& device) const {
  return std::ranges::any_of(devices_, [&](const auto& member) { return member.get() == &device; });
}

// The event of the command is complete afterwards, and the application may end the process at once.
// Therefore the report is delivered before, unless the notify function, or a callback before it,
// waits for this thread.
void Context::report(std::string_view error, std::string_view more) noexcept {
  struct Delivery {
    Mutex mutex;
    Condition changed;
    bool done GUARDED_BY(mutex) = false;
  };
  struct Report : CallbackTask {
    Ref<Context> context;
    std::string error;
    std::shared_ptr<Delivery> delivery = std::make_shared<Delivery>();
  };
  if (!notify_) return;
  try {
    auto report = std::make_unique<Report>();
    report->context = Ref<Context>(*this);
    report->error.append(error).append(more);
    report->run = [](CallbackTask& self) {
      const std::unique_ptr<Report> report(static_cast<Report*>(&self));
      const Context& context = *report->context;
      context.notify_(report->error.c_str(), nullptr, 0, context.user_);
      Delivery& delivery = *report->delivery;
      Lock lock(delivery.mutex);
      delivery.done = true;
      delivery.changed.notify_all();
    };
    const std::shared_ptr<Delivery> delivery = report->delivery;
    postCallback(*report.release());
    if (isCallbackThread()) return;
    const auto end = std::chrono::steady_clock::now() + kDeliveryTime;
    Lock lock(delivery->mutex);
    while (!delivery->done &&
           delivery->changed.wait_until(delivery->mutex, end) != std::cv_status::timeout) {
    }
  } catch (const std::bad_alloc&) {
    // The call or the event that failed has its error code in any case.
  }
}

void Context::enter(Queue& queue) {
  LiveQueues& live = liveQueues_.get([] { return LiveQueues(); });
  Lock lock(live.mutex);
  live.queues.insert(&queue);
}

void Context::leave(Queue& queue) {
  LiveQueues* live = liveQueues();
  if (!live) return;  // a queue of the parent
  Lock lock(live->mutex);
  live->queues.erase(&queue);
  std::erase_if(live->onDevice, [&](const auto& entry) { return entry.second == &queue; });
}

}  // namespace lanewise
