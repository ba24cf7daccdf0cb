// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the time of a stage.
#pragma once

#include "interface/compile_reply.h"

#include <string_view>

#include <time.h>

namespace lanewise {

class StageClock {
 public:
  /// The time since the construction of this clock.
  StageTime read(std::string_view name) const {
    return {std::string(name), microseconds(CLOCK_MONOTONIC) - wall_,
            microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_};
  }

 private:
  static uint32_t microseconds(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return uint32_t(uint64_t(now.tv_sec) * 1'000'000 + uint64_t(now.tv_nsec) / 1000);
  }

  uint32_t wall_ = microseconds(CLOCK_MONOTONIC);
  uint32_t cpu_ = microseconds(CLOCK_PROCESS_CPUTIME_ID);
};

}  // namespace lanewise
