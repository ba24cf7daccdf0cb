// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts.
#include "runtime/context.h"

#include "runtime/queue.h"

#include <algorithm>
#include <ranges>

namespace lanewise {

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties,
                 Notify notify, void* user)
    : devices_(std::move(devices)),
      properties_(std::move(properties)),
      notify_(notify),
      user_(user) {}

Context::~Context() {
  // Last registered first. No lock is held: nobody else has the context any more.
  std::vector<Callback> callbacks;
  {
    Lock lock(mutex_);
    callbacks.swap(callbacks_);
  }
  for (const Callback& callback : std::views::reverse(callbacks))
    callback.notify(handle(), callback.user);
}

bool Context::hasDevice(const Device& device) const {
  return std::ranges::any_of(devices_, [&](const auto& member) { return member.get() == &device; });
}

void Context::notify(const char* message) const {
  if (notify_) notify_(message, nullptr, 0, user_);
}

void Context::addDestructorCallback(void(CL_CALLBACK* notify)(cl_context, void*), void* user) {
  Lock lock(mutex_);
  callbacks_.push_back({notify, user});
}

void Context::enter(Queue& queue) {
  Lock lock(mutex_);
  queues_.insert(&queue);
}

void Context::leave(Queue& queue) {
  Lock lock(mutex_);
  queues_.erase(&queue);
}

void Context::finishQueues() {
  std::vector<Ref<Queue>> queues;
  {
    Lock lock(mutex_);
    for (Queue* queue : queues_)
      if (Ref<Queue> alive = Ref<Queue>::unlessGone(*queue)) queues.push_back(std::move(alive));
  }
  // A queue of before a fork has nothing that could be waited for; that is all these can say.
  for (const auto& queue : queues) (void)queue->flush();
  for (const auto& queue : queues) (void)queue->finish();
}

}  // namespace lanewise
