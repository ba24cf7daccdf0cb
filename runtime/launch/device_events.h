// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The events that kernels have of commands on device queues, and user events of kernels. Handles
// are an index and a number that differs for each event, so that kernels may pass anything. Not
// thread-safe: ChildLaunches, the only user, has the lock.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <deque>
#include <vector>

namespace lanewise {

struct ChildCommand;

/// An event of a kernel. That of a command is also its scope: it is complete when the command and
/// the commands that it has enqueued are.
struct DeviceEvent {
  uint32_t index = 0;       // in the table
  uint32_t generation = 1;  // differs for each event of that index
  bool isFree = false;
  bool isUser = false;
  uint32_t references = 0;  // those of kernels
  /// Commands that are not complete: its own until that has ended, and those enqueued from there.
  uint32_t open = 0;
  /// That of the command from which this one was enqueued, or of one before.
  DeviceEvent* outer = nullptr;
  cl_int result = CL_COMPLETE;  // of the command
  cl_int status = CL_SUBMITTED;
  /// Nanoseconds of the device timer: of the command, and when the event became complete.
  uint64_t start = 0, end = 0, complete = 0;
  DeviceEvent* nextDone = nullptr;  // while what waits for it is not told
  std::vector<ChildCommand*> waiting;
  /// Where kernels want the two times of capture_event_profiling_info.
  std::vector<uint64_t*> captures;

  bool isDone() const { return status <= CL_COMPLETE; }
  uint64_t handle() const { return uint64_t{generation} << 32 | (index + 1); }
};

class DeviceEvents {
 public:
  /// A new event with one reference; null if there are Device::kMaxDeviceEvents.
  DeviceEvent* create(bool isUser);
  /// Null if it is none, or gone.
  DeviceEvent* find(uint64_t handle);
  /// Frees the event if no kernel has it, and it is done.
  void collect(DeviceEvent& event);
  std::deque<DeviceEvent>& all() { return events_; }

 private:
  std::deque<DeviceEvent> events_;  // addresses stay
  std::vector<uint32_t> free_;
};

}  // namespace lanewise
