// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The turns, and what their times say.
#include "runtime/launch/lane_trial.h"

#include "runtime/base/log.h"
#include "runtime/compiler_process/background_builds.h"
#include "runtime/launch/compiled_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <exception>
#include <vector>

namespace lanewise {
namespace {

/// The other code is compiled when launches have taken this many times as long as the compiler
/// will: a trial costs at most a tenth of their time.
constexpr double kPatience = 10;
/// Pairs in each order that decide; fewer of them if launches are long.
constexpr size_t kPairs = 4, kLeastPairs = 2;
constexpr double kLongTrialNanoseconds = 100e6;
/// The other code takes less than this share of the time, or the usual one stays.
constexpr double kGain = 0.95;

/// Whether the other code comes first in a pair. It changes as in the sequence of Thue and Morse,
/// so that launches which differ in turns favor neither.
bool isOtherFirst(uint32_t pair) { return std::popcount(pair) % 2 != 0; }

bool isOthers(uint32_t turn) { return ((turn & 1) != 0) != isOtherFirst(turn / 2); }

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return std::sqrt(numbers[(numbers.size() - 1) / 2] * numbers[numbers.size() / 2]);
}

}  // namespace

LaneTrial::LaneTrial(Code usual, const CompileCost& cost, Make make, Settle settle, bool isAtOnce)
    : usual_(std::move(usual)),
      cost_(cost),
      make_(std::move(make)),
      settle_(std::move(settle)),
      isAtOnce_(isAtOnce) {}

LaneTrial::Turn LaneTrial::next() {
  State state = state_.load(std::memory_order_acquire);
  if (state == Waiting) {
    const double waited = waited_.load(std::memory_order_relaxed);
    const bool isTime = isAtOnce_ ? waited > 0 : cost_.isRepaid(waited / kPatience);
    if (!isTime) return {usual_, shared_from_this(), kNoTurn};
    if (state_.compare_exchange_strong(state, Compiling)) makeOther();
    state = state_.load(std::memory_order_acquire);
  }
  if (state != Measuring) return {state == Other ? other_ : usual_};
  const uint32_t turn = turns_.load(std::memory_order_relaxed) < kTurns
                            ? turns_.fetch_add(1, std::memory_order_relaxed)
                            : kTurns;
  if (turn >= kTurns) return {usual_};
  return {isOthers(turn) ? other_ : usual_, shared_from_this(), turn};
}

LaneTrial::Code LaneTrial::settled() const {
  return state_.load(std::memory_order_acquire) == Other ? other_ : usual_;
}

void LaneTrial::makeOther() {
  const auto make = [trial = shared_from_this()] {
    try {
      trial->other_ = trial->make_();
    } catch (const std::exception&) {
      trial->other_ = nullptr;  // out of memory: launches go on as before
    }
    trial->state_.store(trial->other_ ? Measuring : Usual, std::memory_order_release);
  };
  if (isAtOnce_) return make();
  try {
    runInBackground(make);
  } catch (const std::exception&) {
    state_.store(Usual, std::memory_order_release);
  }
}

void LaneTrial::add(uint32_t number, double nanoseconds, double items) {
  if (number == kNoTurn) {
    // One of two launches at once may be lost, which is harmless.
    waited_.store(waited_.load(std::memory_order_relaxed) + nanoseconds, std::memory_order_relaxed);
    return;
  }
  std::optional<double> share;
  {
    const Lock lock(mutex_);
    perItem_[number] = nanoseconds / items;
    measured_ += nanoseconds;
    share = measuredShare();
  }
  if (share) decide(*share);
}

std::optional<double> LaneTrial::measuredShare() const {
  std::vector<double> usualFirst, otherFirst;
  for (uint32_t pair = 0; pair < kTurns / 2; ++pair) {
    const double first = perItem_[2 * pair], second = perItem_[2 * pair + 1];
    if (first <= 0 || second <= 0) continue;
    if (isOtherFirst(pair))
      otherFirst.push_back(first / second);
    else
      usualFirst.push_back(second / first);
  }
  const size_t needed = measured_ >= kLongTrialNanoseconds ? kLeastPairs : kPairs;
  if (std::min(usualFirst.size(), otherFirst.size()) < needed) return std::nullopt;
  // Launches that get shorter or longer favor the one in one order, and the other in the other.
  return std::sqrt(median(std::move(usualFirst)) * median(std::move(otherFirst)));
}

void LaneTrial::decide(double share) {
  const bool isOther = share < kGain;
  auto measuring = Measuring;
  if (!state_.compare_exchange_strong(measuring, isOther ? Other : Usual)) return;
  const KernelMetadata& usual = usual_->metadata;
  log(LogGroup::Build, "kernel '%s' %s: %u instead of %u take %.2f of the time", usual.name.c_str(),
      isOther ? "has another number of lanes" : "keeps its number of lanes", other_->metadata.lanes,
      usual.lanes, share);
  try {
    runInBackground([trial = shared_from_this(), isOther] { trial->settle_(isOther); });
  } catch (const std::exception&) {
    // Other processes measure again.
  }
}

}  // namespace lanewise
