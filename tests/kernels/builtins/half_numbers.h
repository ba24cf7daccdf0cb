// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of half precision on the host.
#pragma once

#include <CL/cl.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace kernels {

constexpr size_t kAllHalves = 1 << 16;

inline double toDouble(cl_half bits) { return static_cast<double>(std::bit_cast<_Float16>(bits)); }

/// The nearest half. Rounds to odd first, then to half: one rounding in effect. The 80-bit format
/// holds every sum and product of halves exactly, except those whose lowest bits do not matter.
inline cl_half rounded(long double exact) {
  const auto wide = static_cast<double>(exact);
  uint64_t bits = std::bit_cast<uint64_t>(wide);
  if (static_cast<long double>(wide) != exact && std::isfinite(wide)) {
    if (std::fabs(static_cast<long double>(wide)) > std::fabs(exact)) --bits;
    bits |= 1;
  }
  return std::bit_cast<cl_half>(static_cast<_Float16>(std::bit_cast<double>(bits)));
}

/// Any NaN is the same as any other.
inline bool same(cl_half a, cl_half b) {
  const auto isNan = [](cl_half x) { return (x & 0x7fff) > 0x7c00; };
  return a == b || (isNan(a) && isNan(b));
}

}  // namespace kernels
