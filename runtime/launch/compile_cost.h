// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompileCost: what compiling a kernel for launches of one kind is estimated to cost, and when that
// pays. LaunchKinds asks. docs/design/launch-kinds.md has the measurements.
#pragma once

#include <cstdint>

namespace lanewise {

/// Times are CPU time in nanoseconds.
class CompileCost {
 public:
  /// What the host knows of the code for all launches.
  struct Facts {
    uint64_t codeBytes = 0;    // of the kernel and of functions that are no kernels
    uint64_t moduleBytes = 0;  // of the SPIR-V that is read again
    bool hasImages = false;    // look-ups become code of the kernel
  };
  explicit CompileCost(const Facts& facts);

  double nanoseconds() const { return nanoseconds_; }
  /// Whether launches that have ended have taken so long that more of them are likely to repay it.
  bool isRepaid(double spent) const { return spent >= nanoseconds_; }
  /// Whether a launch ends sooner if its kernel is compiled while it runs. `left` is what the rest
  /// of it takes with the code for all launches, divided among `cores` processors, of which the
  /// compiler takes one until the code is there.
  bool endsSooner(double left, unsigned cores) const;

 private:
  double nanoseconds_;
};

}  // namespace lanewise
