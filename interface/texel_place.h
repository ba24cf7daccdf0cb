// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The coordinates of a texel in one number, for the reports of check-images: x in the lowest 32
// bits, then y and z in 16 each, signed. What does not fit is the nearest number that does.
#pragma once

#include <cstdint>

namespace lanewise::abi {

inline constexpr unsigned kTexelShift[3] = {0, 32, 48};
inline constexpr int kLeastTexelYZ = INT16_MIN, kMostTexelYZ = INT16_MAX;

constexpr int64_t texelCoordinate(uint64_t place, unsigned coordinate) {
  if (coordinate == 0) return static_cast<int32_t>(place);
  return static_cast<int16_t>(place >> kTexelShift[coordinate]);
}

}  // namespace lanewise::abi
