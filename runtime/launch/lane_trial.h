// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaneTrial: a kernel whose estimate is close has code with another number of lanes, too, and the
// faster one stays. Launches take turns, in pairs of one with each code. docs/design/lanes-width.md
// has the reasons.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/launch/compile_cost.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace lanewise {

struct CompiledKernel;

class LaneTrial : public std::enable_shared_from_this<LaneTrial> {
 public:
  using Code = std::shared_ptr<const CompiledKernel>;
  /// Makes the other code; null if that fails. May be called on any thread.
  using Make = std::function<Code()>;
  /// Receives, in the background, whether the other code stays.
  using Settle = std::function<void(bool isOther)>;

  /// `isAtOnce`: the second launch makes the other code, and waits for it.
  LaneTrial(Code usual, const CompileCost& cost, Make make, Settle settle, bool isAtOnce = false);

  /// What a launch runs, and to whom it says how long that took: nobody if `trial` is null.
  struct Turn {
    Code code;
    std::shared_ptr<LaneTrial> trial = nullptr;
    uint32_t number = 0;
  };
  Turn next();
  /// What launches run that nobody measures.
  Code settled() const;
  /// The launch of that turn has ended, after so much wall time.
  void add(uint32_t number, double nanoseconds, double items) EXCLUDES(mutex_);

 private:
  enum State : uint8_t { Waiting, Compiling, Measuring, Usual, Other };
  /// Some launches never run, and others fail.
  static constexpr uint32_t kTurns = 64;
  /// The number of a launch before there are turns.
  static constexpr uint32_t kNoTurn = ~uint32_t{0};

  void makeOther();
  /// The time with the other code relative to that with the usual one, if enough is measured.
  std::optional<double> measuredShare() const REQUIRES(mutex_);
  void decide(double share);

  const Code usual_;
  Code other_;  // constant from Measuring on
  const CompileCost cost_;
  const Make make_;
  const Settle settle_;
  const bool isAtOnce_;
  std::atomic<State> state_{Waiting};
  std::atomic<double> waited_{0};  // nanoseconds of launches
  std::atomic<uint32_t> turns_{0};
  Mutex mutex_;
  std::array<double, kTurns> perItem_ GUARDED_BY(mutex_) = {};  // nanoseconds; 0: not measured
  double measured_ GUARDED_BY(mutex_) = 0;                      // nanoseconds
};

}  // namespace lanewise
