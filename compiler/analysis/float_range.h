// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which numbers a floating-point value can be, from what it is computed from: conversions of
// integers with known bits, constants, arithmetic, minimum and maximum, choices.
#pragma once

#include <limits>

namespace llvm {
class DataLayout;
class Value;
}  // namespace llvm

namespace lanewise {

/// All numbers from `low` to `high`, infinities included, and NaN if `mayBeNan`.
struct FloatRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool mayBeNan = true;
};

/// The range of a float or double, or of all elements of a vector of these; everything for other
/// types. Holds with contracted operations, and where subnormal numbers are taken for zero.
FloatRange floatRangeOf(const llvm::Value& value, const llvm::DataLayout& layout);

}  // namespace lanewise
