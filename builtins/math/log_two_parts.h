// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A logarithm with 12 more bits than f64 has, for pow and the gamma functions.
#pragma once
#include "builtins/math/pow_table.h"
#include "builtins/math/two_parts.h"

// log x for positive finite x, error 2^-66 relative: x = 2^k z, r = z / c - 1 in two parts, the
// upper one exact, log x = k ln 2 + log c + r - r^2/2 + r^3 P(r). k ln 2 + log c is zero or above
// r.
INLINE Double2 logTwoParts(f64 x) {
  constexpr u64 start = 0x3fe6955500000000;
  const f64 normal = x < 0x1p-1022 ? x * 0x1p54 : x;
  const u64 bits = bitsOf(normal), above = bits - start;
  const PowEntry& entry = kPowTable[above >> 45 & 127];
  const f64 k = exponentIn(above) - (normal != x ? 54.0 : 0.0);
  const f64 z = bitsAs<f64>(bits - (above & 0xfff0000000000000));
  const Double2 near = twoProduct(z, entry.inverse);
  const f64 r = near.high - 1.0, low = near.low;

  // approx/polynomials.sollya: logTwoParts
  const f64 p = twoChains(r, 0x1.5555555555555p-2, -0x1.0000000000012p-2, 0x1.99999999cad2p-3,
                          -0x1.5555554d9b2d1p-3, 0x1.24921004d3622p-3, -0x1.0005ba17447b8p-3,
                          0x1.ed3baeb5c4b9fp-4);
  const Double2 square = twoProduct(r, -0.5 * r);
  const Double2 a = fastTwoSum(mad(k, kLn2High, entry.logHigh), r);
  const Double2 b = fastTwoSum(a.high, square.high);
  const f64 known = mad(k, kLn2Low, entry.logLow) + a.low + b.low + square.low;
  const f64 rr = r * r, rest = mad(mad(r, r, -r), low, low) + r * rr * p;
  return fastTwoSum(b.high, known + rest);
}
