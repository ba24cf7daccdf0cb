// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of events.
#include "runtime/launch/device_events.h"

#include "runtime/device/device.h"

namespace lanewise {

DeviceEvent* DeviceEvents::create(bool isUser) {
  DeviceEvent* event = nullptr;
  if (!free_.empty()) {
    event = &events_[free_.back()];
    free_.pop_back();
  } else {
    if (events_.size() >= Device::kMaxDeviceEvents) return nullptr;
    if (free_.capacity() <= events_.size())
      free_.reserve(2 * events_.size() + 16);  // for collect()
    event = &events_.emplace_back();
    event->index = static_cast<uint32_t>(events_.size() - 1);
  }
  event->isFree = false;
  event->isUser = isUser;
  event->references = 1;
  event->open = isUser ? 0 : 1;
  event->outer = nullptr;
  event->result = CL_COMPLETE;
  event->status = CL_SUBMITTED;
  event->start = event->end = event->complete = 0;
  return event;
}

DeviceEvent* DeviceEvents::find(uint64_t handle) {
  const uint64_t index = (handle & 0xffffffff) - 1;
  if (index >= events_.size()) return nullptr;
  DeviceEvent& event = events_[index];
  return event.isFree || event.handle() != handle ? nullptr : &event;
}

void DeviceEvents::collect(DeviceEvent& event) {
  if (event.references != 0 || event.isFree) return;
  // Complete by force, before its commands have ended.
  if (event.open != 0) return;
  // What waits for a user event that no kernel has any more waits for ever.
  if (!event.isDone() && !(event.isUser && event.waiting.empty())) return;
  ++event.generation;
  event.isFree = true;
  event.waiting.clear();
  event.captures.clear();
  free_.push_back(event.index);
}

}  // namespace lanewise
