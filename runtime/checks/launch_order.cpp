// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each command knows which of those before it come first.
#include "runtime/checks/launch_order.h"

#include "interface/access_word.h"
#include "runtime/checks/shadow_memory.h"

#include <algorithm>
#include <utility>

namespace lanewise {
namespace {

/// A kernel finds accesses of launches long before it in memory that it reads for the first time.
constexpr size_t kMostCommands = 1024;

}  // namespace

LaunchOrder& LaunchOrder::get() {
  static LaunchOrder& order = *new LaunchOrder;  // used while the process ends
  return order;
}

void LaunchOrder::Before::add(const Before& other) {
  const Place distance = place - other.place;
  if (distance < kBits) bits |= other.bits << distance;
  isKnown &= other.isKnown;
}

// What has ended may be known to the host, which orders by that what it enqueues.
LaunchOrder::Before LaunchOrder::beforeLocked(const Enqueued& command) const {
  const Place next = nextLocked();
  Before before{next, {}};
  for (size_t k = 0; k < kBits; ++k)
    before.bits[k] = k + 1 > commands_.size() || atLocked(next - 1 - k).hasEnded;
  if (const auto found = ofQueues_.find(command.queue); found != ofQueues_.end())
    before.add(found->second);
  if (command.waitsForAll) before.bits.set();
  for (const Place wait : command.waits) {
    if (wait == kUnknown) before.isKnown = false;
    if (wait < first_ || next - wait > kBits) continue;  // long ago
    before.add(atLocked(wait).before);
    before.bits.set(next - 1 - wait);
  }
  return before;
}

LaunchOrder::Place LaunchOrder::addLocked(const Enqueued& command, Command added) {
  const Place place = added.before.place;
  Before& later = ofQueues_.try_emplace(command.queue, Before{place + 1, {}}).first->second;
  Before behind{place + 1, {}, added.before.isKnown};
  behind.add(later);
  if (command.isInOrder || command.isBarrier) {
    behind.add(added.before);
    behind.bits.set(0);
  }
  later = behind;
  commands_.push_back(std::move(added));
  if (commands_.size() > kMostCommands) {
    commands_.pop_front();
    ++first_;
  }
  return place;
}

LaunchOrder::Place LaunchOrder::add(const Enqueued& command) {
  Lock lock(mutex_);
  Before before = beforeLocked(command);
  const bool isKnown = before.isKnown;
  const Place place = addLocked(command, {.before = std::move(before)});
  return isKnown ? place : kUnknown;
}

uint64_t LaunchOrder::leastNumberLocked(const Before& before, uint64_t own) const {
  uint64_t least = own;
  for (size_t k = 0; before.isKnown && k < kBits; ++k)
    if (!before.bits[k])
      if (const Command& other = atLocked(before.place - 1 - k); other.number != 0)
        least = std::min(least, other.number);
  return least;
}

LaunchOrder::Launch LaunchOrder::addLaunch(const Enqueued& command, std::string kernel) {
  Lock lock(mutex_);
  Before before = beforeLocked(command);
  const uint64_t number = ShadowMemory::get().nextLaunch(), own = abi::numberOf(number);
  const uint64_t word = abi::launchWord(number, leastNumberLocked(before, own));
  const Place place =
      addLocked(command, {.before = std::move(before), .number = own, .kernel = std::move(kernel)});
  return {place, word};
}

void LaunchOrder::noteEnd(Place place) {
  Lock lock(mutex_);
  if (place >= first_) commands_[place - first_].hasEnded = true;
}

void LaunchOrder::noteUnknown(const void* queue) {
  Lock lock(mutex_);
  ofQueues_.try_emplace(queue, Before{nextLocked(), {}}).first->second.isKnown = false;
}

void LaunchOrder::noteFinish(const void* queue) {
  Lock lock(mutex_);
  ofQueues_.erase(queue);
}

const LaunchOrder::Command* LaunchOrder::findLocked(uint64_t number) const {
  const auto found =
      std::ranges::find(commands_.rbegin(), commands_.rend(), number, &Command::number);
  return number == 0 || found == commands_.rend() ? nullptr : &*found;
}

std::optional<std::string> LaunchOrder::unorderedKernel(uint64_t other, uint64_t own) const {
  Lock lock(mutex_);
  const Command *first = findLocked(other), *second = findLocked(own);
  if (!first || !second || !first->before.isKnown || !second->before.isKnown) return std::nullopt;
  const Command* const found = first;
  if (first->before.place > second->before.place) std::swap(first, second);
  const size_t distance = second->before.place - first->before.place;
  if (distance > kBits || second->before.bits[distance - 1]) return std::nullopt;
  return found->kernel;
}

}  // namespace lanewise
