// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RecordingOrder: which commands of a command buffer may run at the same time. A command waits for
// those of its sync points, and for all before the last barrier. It has the number of commands that
// wait for each other in front of it, at most: its step. Commands of one step are independent. So a
// run of the steps one after another satisfies every dependency, and looks nothing up.
#pragma once

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// One more element needs no memory.
template <class T>
void makeRoomIn(std::vector<T>& list) {
  constexpr size_t kLeast = 16;
  if (list.size() == list.capacity()) list.reserve(std::max(kLeast, 2 * list.size()));
}

class RecordingOrder {
 public:
  /// The indices of the commands of a step, in the order of recording.
  using Step = std::span<const uint32_t>;

  /// In order, each command waits for all before it.
  explicit RecordingOrder(bool inOrder) : inOrder_(inOrder) {}

  cl_sync_point_khr lastSyncPoint() const { return cl_sync_point_khr(steps_.size()); }

  /// The next addition needs no memory, and finish() needs none.
  void makeRoom();
  /// Appends the command of the next index, and its sync point. \pre makeRoom()
  void addCommand(std::span<const cl_sync_point_khr> waits);
  /// Appends a sync point for which all later commands wait. It waits for `waits`, or for all
  /// before it if there are none. \pre makeRoom()
  void addBarrier(std::span<const cl_sync_point_khr> waits);

  /// Sorts the commands that were added. Nothing is added afterwards.
  void finish();
  size_t stepCount() const { return ends_.size(); }
  /// \pre finish()
  Step step(size_t index) const {
    const uint32_t begin = index ? ends_[index - 1] : 0;
    return std::span(sorted_).subspan(begin, ends_[index] - begin);
  }

 private:
  uint32_t stepBehind(std::span<const cl_sync_point_khr> waits) const;

  bool inOrder_;
  uint32_t firstStep_ = 0;          // of the next command without sync points
  uint32_t endStep_ = 0;            // behind those of all commands
  std::vector<uint32_t> steps_;     // behind each sync point
  std::vector<uint32_t> commands_;  // the step of each command
  // When it is finished: the commands by their steps, and where each step ends.
  std::vector<uint32_t> sorted_, ends_;
};

}  // namespace lanewise
