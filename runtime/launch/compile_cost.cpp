// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model, with costs measured on the kernels of bench/ (Zen 5, CPU time of the compiler
// process). Estimates are 0.4 to 2 times what was measured.
#include "runtime/launch/compile_cost.h"

#include <algorithm>

namespace lanewise {
namespace {

/// A request, and the stages of an empty kernel.
constexpr double kRequest = 5e6;
/// Code of 1,001 to 5,462 bytes takes 9 to 33 us per byte; the most where loops are unrolled.
constexpr double kCodeByte = 12e3;
/// The module is read as a whole, of which one kernel stays: 10 ms for 433,068 bytes.
constexpr double kModuleByte = 25;
/// Look-ups of known formats: 100 to 155 ms more in three kernels of 1 to 25 look-ups.
constexpr double kLookUps = 120e6;
/// Code for all launches takes 1.0 to 2.5 times as long as that for one kind, 1.4 in the median of
/// the kernels of `First` (bench/README.md).
constexpr double kSpeedUp = 1.4;

}  // namespace

CompileCost::CompileCost(const Facts& facts)
    : nanoseconds_(kRequest + kCodeByte * static_cast<double>(facts.codeBytes) +
                   kModuleByte * static_cast<double>(facts.moduleBytes) +
                   (facts.hasImages ? kLookUps : 0)) {}

bool CompileCost::endsSooner(double left, unsigned cores) const {
  // Without: left / n. With, for a cost c and code that is k times as fast:
  // c + (left - c (n - 1)) / (n k). On one processor, the launch waits for the compiler.
  const double n = std::max(1u, cores);
  return left / n * (1 - 1 / kSpeedUp) > nanoseconds_ * (1 - (n - 1) / (n * kSpeedUp));
}

}  // namespace lanewise
