// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each command knows which of those before it come first.
#include "runtime/checks/launch_order.h"

#include "interface/access_word.h"
#include "runtime/checks/shadow_memory.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lanewise {
namespace {

/// Launches may run while many later commands are enqueued.
constexpr size_t kMostCommands = 1024;

}  // namespace

LaunchOrder& LaunchOrder::get() {
  static LaunchOrder& order = *new LaunchOrder;  // used while the process ends
  return order;
}

void LaunchOrder::Before::add(const Before& other) {
  assert(other.place <= place);
  const Place distance = place - other.place;
  if (distance < kBits) bits |= other.bits << distance;
  isKnown &= other.isKnown;
}

// What has ended may be known to the host, which orders by that what it enqueues.
LaunchOrder::Before LaunchOrder::beforeLocked(const Enqueued& command) const {
  const Place next = nextLocked();
  Before before{.place = next};
  for (size_t k = 0; k < kBits; ++k) {
    const Command* const earlier = k < commands_.size() ? &atLocked(next - 1 - k) : nullptr;
    if (!earlier || earlier->hasEnded) before.bits.set(k);
    if (!earlier || !command.waitsForAll || earlier->queue != command.queue) continue;
    before.add(earlier->before);
    before.bits.set(k);
  }
  if (const auto found = ofQueues_.find(command.queue); found != ofQueues_.end()) {
    before.add(found->second.before);
    before.isKnown &= found->second.lastUnknown == 0;
  }
  for (const Place wait : command.waits) {
    if (wait == kUnknown) before.isKnown = false;
    if (wait < first_ || next - wait > kBits) continue;  // long ago
    before.add(atLocked(wait).before);
    before.bits.set(next - 1 - wait);
  }
  return before;
}

void LaunchOrder::noteForLaterLocked(const Enqueued& command, const Before& before) {
  QueueState& state = ofQueues_[command.queue];
  if (!before.isKnown) state.lastUnknown = before.place;
  Before later{.place = before.place + 1};
  if (state.before.place != 0) later.add(state.before);
  if (command.isInOrder || command.isBarrier) {
    later.add(before);
    later.bits.set(0);
  }
  later.isKnown = true;  // lastUnknown tells
  state.before = later;
}

LaunchOrder::Added LaunchOrder::add(const Enqueued& command, std::optional<Kernel> kernel) {
  Lock lock(mutex_);
  const Before before = beforeLocked(command);
  (void)ofQueues_[command.queue];  // what may run out of memory comes first
  commands_.push_back({.before = before, .queue = command.queue, .kernel = std::move(kernel)});
  noteForLaterLocked(command, before);
  if (commands_.size() > kMostCommands) {
    commands_.pop_front();
    ++first_;
  }
  return {before.place, before.isKnown};
}

// The earlier one of the two is not among those before the later one.
bool LaunchOrder::areUnordered(const Command& one, const Command& other) {
  const Before &first = one.before, &second = other.before;
  if (!first.isKnown || !second.isKnown || first.place == second.place) return false;
  return first.place < second.place ? !second.has(first.place) : !first.has(second.place);
}

uint64_t LaunchOrder::begin(Place place) {
  Lock lock(mutex_);
  const uint64_t number = ShadowMemory::get().nextLaunch(), own = abi::numberOf(number);
  if (place < first_) return abi::launchWord(number, own);
  Command& launch = atLocked(place);
  launch.number = own;
  uint64_t least = own;
  for (const Command& other : commands_)
    if (other.number != 0 && other.number < least && areUnordered(launch, other))
      least = other.number;
  return abi::launchWord(number, least);
}

uint64_t LaunchOrder::beginUnordered() {
  const uint64_t number = ShadowMemory::get().nextLaunch();
  return abi::launchWord(number, abi::numberOf(number));
}

void LaunchOrder::noteEnd(Place place) {
  Lock lock(mutex_);
  if (place >= first_) atLocked(place).hasEnded = true;
}

void LaunchOrder::noteUnknown(const void* queue) {
  Lock lock(mutex_);
  ofQueues_[queue].lastUnknown = nextLocked();
}

LaunchOrder::Place LaunchOrder::next() const {
  Lock lock(mutex_);
  return nextLocked();
}

void LaunchOrder::noteFinish(const void* queue, Place place) {
  Lock lock(mutex_);
  const auto found = ofQueues_.find(queue);
  if (found != ofQueues_.end() && found->second.lastUnknown < place) found->second.lastUnknown = 0;
}

void LaunchOrder::forget(const void* queue) {
  Lock lock(mutex_);
  ofQueues_.erase(queue);
}

const LaunchOrder::Command* LaunchOrder::findLocked(uint64_t number) const {
  const auto found =
      std::ranges::find(commands_.rbegin(), commands_.rend(), number, &Command::number);
  return number == 0 || found == commands_.rend() ? nullptr : &*found;
}

std::optional<LaunchOrder::Kernel> LaunchOrder::unorderedKernel(uint64_t other,
                                                                uint64_t own) const {
  Lock lock(mutex_);
  const Command *const found = findLocked(other), *const ownLaunch = findLocked(own);
  if (!found || !ownLaunch || !areUnordered(*found, *ownLaunch)) return std::nullopt;
  return found->kernel;
}

}  // namespace lanewise
