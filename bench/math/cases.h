// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cases.def as constants: the arguments that a function is timed on.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace lanewise::bench {

struct MathCase {
  std::string_view name;
  double low, high, low2, high2;
};
inline constexpr auto kMathCases = std::to_array<MathCase>({
#define MATH_CASE(name, low, high, low2, high2, sleef, accuracy) {#name, low, high, low2, high2},
#include "bench/math/cases.def"
});

/// Null if the function has no row.
constexpr const MathCase* findMathCase(std::string_view name) {
  const auto* const found = std::ranges::find(kMathCases, name, &MathCase::name);
  return found == kMathCases.end() ? nullptr : found;
}

}  // namespace lanewise::bench
