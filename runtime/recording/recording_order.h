// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RecordingOrder: which commands of a command buffer may run at the same time. A command waits for
// those of its sync points, for all before the last barrier, and for those before it in an in-order
// queue. It has the number of commands that wait for each other in front of it, at most: its level.
// The commands of a queue with the same level are independent: a step. So a run of the steps one
// after another satisfies every dependency inside of a queue, and looks nothing up.
//
// A part is as many steps of a queue as need no wait for another queue between them. Parts wait for
// each other, and only for those that begin at a lower level. So they cannot wait in a circle.
#pragma once

#include <CL/cl_ext.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// The next `count` elements need no memory.
template <class T>
void makeRoomIn(std::vector<T>& list, size_t count = 1) {
  constexpr size_t kLeast = 16;
  if (list.capacity() - list.size() >= count) return;
  list.reserve(std::max({kLeast, 2 * list.size(), list.size() + count}));
}

class RecordingOrder {
 public:
  /// The indices of the commands of a step, in the order of recording.
  using Step = std::span<const uint32_t>;
  struct Part {
    uint32_t queue;
    uint32_t firstStep, endStep;
    std::vector<uint32_t> waits;  // the indices of earlier parts
  };

  /// Whether each queue is in-order.
  explicit RecordingOrder(std::vector<bool> inOrder);

  cl_sync_point_khr lastSyncPoint() const { return cl_sync_point_khr(points_.size() / width()); }

  /// The next addition needs no memory. finish() of one queue needs none then.
  void makeRoom();
  /// Appends the command of the next index, and its sync point. \pre makeRoom()
  void addCommand(uint32_t queue, std::span<const cl_sync_point_khr> waits);
  /// Appends a sync point for which all later commands of all queues wait. It waits for `waits`, or
  /// for all before it if there are none. \pre makeRoom()
  void addBarrier(uint32_t queue, std::span<const cl_sync_point_khr> waits);

  /// Sorts the commands that were added. Nothing is added afterwards.
  void finish();
  /// \pre finish(). At least one, each behind those that it waits for.
  std::span<const Part> parts() const { return parts_; }
  /// \pre finish()
  Step step(size_t index) const {
    const uint32_t begin = index ? ends_[index - 1] : 0;
    return std::span(sorted_).subspan(begin, ends_[index] - begin);
  }

 private:
  /// The level behind the last command that something waits for, in each queue.
  using Clock = std::span<uint32_t>;
  struct Place {
    uint32_t queue, level;
    auto operator<=>(const Place&) const = default;
  };
  class PartMaker;

  size_t width() const { return inOrder_.size(); }
  /// Appends what waits for `waits` to `clocks`.
  Clock append(std::vector<uint32_t>& clocks, uint32_t queue,
               std::span<const cl_sync_point_khr> waits);
  std::span<const uint32_t> needsOf(uint32_t command) const {
    return std::span(needs_).subspan(command * width(), width());
  }

  std::vector<bool> inOrder_;
  std::vector<uint32_t> first_;   // clock: the last barrier
  std::vector<uint32_t> end_;     // clock: all commands
  std::vector<uint32_t> points_;  // the clock of each sync point
  std::vector<uint32_t> needs_;   // the clock of what each command waits for
  std::vector<Place> places_;     // of each command
  // When it is finished: the commands by queue and level, where each step ends, and the parts.
  std::vector<uint32_t> sorted_, ends_;
  std::vector<Part> parts_;
};

}  // namespace lanewise
