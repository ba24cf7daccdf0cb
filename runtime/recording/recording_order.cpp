// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels of commands, as they are recorded, and the parts of a finished command buffer.
#include "runtime/recording/recording_order.h"

#include <numeric>
#include <ranges>
#include <utility>

namespace lanewise {

RecordingOrder::RecordingOrder(std::vector<bool> inOrder)
    : inOrder_(std::move(inOrder)), first_(width()), end_(width()) {
  parts_.reserve(1);
}

void RecordingOrder::makeRoom() {
  makeRoomIn(points_, width());
  makeRoomIn(needs_, width());
  makeRoomIn(places_);
  sorted_.reserve(places_.capacity());
  ends_.reserve(places_.capacity());
}

RecordingOrder::Clock RecordingOrder::append(std::vector<uint32_t>& clocks, uint32_t queue,
                                             std::span<const cl_sync_point_khr> waits) {
  const size_t at = clocks.size();
  clocks.insert(clocks.end(), first_.begin(), first_.end());
  const Clock clock = Clock(clocks).subspan(at);
  for (const cl_sync_point_khr point : waits)
    for (size_t other = 0; other < width(); ++other)
      clock[other] = std::max(clock[other], points_[(point - 1) * width() + other]);
  if (inOrder_[queue]) clock[queue] = end_[queue];
  return clock;
}

void RecordingOrder::addCommand(uint32_t queue, std::span<const cl_sync_point_khr> waits) {
  const uint32_t level = std::ranges::max(append(needs_, queue, waits));
  end_[queue] = std::max(end_[queue], level + 1);
  places_.push_back({queue, level});
  points_.insert(points_.end(), width(), 0);
  points_[points_.size() - width() + queue] = level + 1;
}

void RecordingOrder::addBarrier(uint32_t queue, std::span<const cl_sync_point_khr> waits) {
  if (waits.empty())
    points_.insert(points_.end(), end_.begin(), end_.end());
  else
    append(points_, queue, waits);
  std::copy(points_.end() - ptrdiff_t(width()), points_.end(), first_.begin());
}

/// Divides the steps of several queues into parts.
class RecordingOrder::PartMaker {
 public:
  explicit PartMaker(const RecordingOrder& order)
      : order_(order), begins_(order.ends_.size()), waits_(order.ends_.size()) {
    for (uint32_t step = 0; step < begins_.size(); ++step) {
      if (step == 0 || queueOf(step - 1) != queueOf(step)) {
        begins_[step] = true;
        waited_.assign(order.width(), 0);
      }
      noteWaits(step);
    }
  }

  std::vector<Part> parts() const {
    std::vector<uint32_t> firsts;
    for (uint32_t step = 0; step < begins_.size(); ++step)
      if (begins_[step]) firsts.push_back(step);
    std::ranges::sort(firsts, {},
                      [&](uint32_t step) { return std::pair(placeOf(step).level, step); });
    std::vector<uint32_t> partOf(begins_.size());
    std::vector<Part> parts;
    for (const uint32_t first : firsts) {
      Part part{queueOf(first), first, endOf(first), {}};
      // Behind the part before it in the same queue, and those of other queues.
      if (first != 0 && queueOf(first - 1) == part.queue) part.waits.push_back(partOf[first - 1]);
      for (const uint32_t last : waits_[first]) part.waits.push_back(partOf[last]);
      std::fill(partOf.begin() + part.firstStep, partOf.begin() + part.endStep,
                uint32_t(parts.size()));
      parts.push_back(std::move(part));
    }
    return parts;
  }

 private:
  const Place& placeOf(uint32_t step) const { return order_.places_[order_.step(step)[0]]; }
  uint32_t queueOf(uint32_t step) const { return placeOf(step).queue; }
  uint32_t endOf(uint32_t first) const {
    uint32_t end = first + 1;
    while (end < begins_.size() && !begins_[end]) ++end;
    return end;
  }
  /// The last step of the queue below the level.
  uint32_t lastBelow(uint32_t queue, uint32_t level) const {
    const auto steps = std::views::iota(uint32_t(0), uint32_t(begins_.size()));
    const auto behind = std::ranges::lower_bound(steps, Place{queue, level}, {},
                                                 [&](uint32_t step) { return placeOf(step); });
    return uint32_t(behind - steps.begin()) - 1;
  }
  /// A part begins where a step waits for a queue further than the steps before it, and behind each
  /// step that another queue waits for.
  void noteWaits(uint32_t step) {
    for (uint32_t other = 0; other < order_.width(); ++other) {
      if (other == queueOf(step)) continue;
      uint32_t level = waited_[other];
      for (const uint32_t command : order_.step(step))
        level = std::max(level, order_.needsOf(command)[other]);
      if (level == waited_[other]) continue;
      waited_[other] = level;
      const uint32_t last = lastBelow(other, level);
      begins_[step] = true;
      if (last + 1 < begins_.size()) begins_[last + 1] = true;
      waits_[step].push_back(last);
    }
  }

  const RecordingOrder& order_;
  std::vector<bool> begins_;                  // each step: a part
  std::vector<std::vector<uint32_t>> waits_;  // each step: steps of other queues
  std::vector<uint32_t> waited_;              // clock: what the steps of the queue have waited for
};

void RecordingOrder::finish() {
  sorted_.resize(places_.size());
  std::iota(sorted_.begin(), sorted_.end(), uint32_t(0));
  std::ranges::sort(sorted_, {},
                    [this](uint32_t command) { return std::pair(places_[command], command); });
  ends_.clear();
  for (uint32_t end = 1; end <= sorted_.size(); ++end)
    if (end == sorted_.size() || places_[sorted_[end]] != places_[sorted_[end - 1]])
      ends_.push_back(end);
  if (width() > 1 && !ends_.empty())
    parts_ = PartMaker(*this).parts();
  else
    parts_.assign(1, {0, 0, uint32_t(ends_.size()), {}});
}

}  // namespace lanewise
