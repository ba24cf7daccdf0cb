// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of commands, as they are recorded.
#include "runtime/recording/recording_order.h"

#include <algorithm>
#include <numeric>

namespace lanewise {

uint32_t RecordingOrder::stepBehind(std::span<const cl_sync_point_khr> waits) const {
  uint32_t step = firstStep_;
  for (const cl_sync_point_khr point : waits) step = std::max(step, steps_[point - 1]);
  return step;
}

void RecordingOrder::makeRoom() {
  makeRoomIn(steps_);
  makeRoomIn(commands_);
  sorted_.reserve(commands_.capacity());
  ends_.reserve(commands_.capacity());
}

void RecordingOrder::addCommand(std::span<const cl_sync_point_khr> waits) {
  const uint32_t step = inOrder_ ? endStep_ : stepBehind(waits);
  endStep_ = std::max(endStep_, step + 1);
  commands_.push_back(step);
  steps_.push_back(step + 1);
}

void RecordingOrder::addBarrier(std::span<const cl_sync_point_khr> waits) {
  firstStep_ = waits.empty() ? endStep_ : stepBehind(waits);
  steps_.push_back(firstStep_);
}

void RecordingOrder::finish() {
  ends_.resize(endStep_);
  sorted_.resize(commands_.size());
  for (const uint32_t step : commands_) ++ends_[step];
  std::inclusive_scan(ends_.begin(), ends_.end(), ends_.begin());
  // From the last command of each step: the ends move to the beginnings.
  for (auto command = uint32_t(commands_.size()); command-- > 0;)
    sorted_[--ends_[commands_[command]]] = command;
  std::shift_left(ends_.begin(), ends_.end(), 1);
  if (!ends_.empty()) ends_.back() = uint32_t(sorted_.size());
}

}  // namespace lanewise
