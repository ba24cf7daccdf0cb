// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of a function's tests: special values in every combination, random bit
// patterns, and the ranges of its SWEEP lines.
#pragma once
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "builtins/math/gamma_zeros.h"
#include "tests/builtins/claims.h"
#include "tests/builtins/functions.h"
#include "tests/split_mix64.h"

namespace lanewise::test {

struct Random : test::SplitMix64 {
  explicit Random(std::uint64_t seed = 0) : SplitMix64(seed << 40 | 1) {}
  double unit() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
};

// Arguments as a claim names them.
template <class T>
std::string textOf(Signature signature, const Args<T>& args) {
  char text[128];
  const double x = static_cast<double>(args.x), y = static_cast<double>(args.y),
               z = static_cast<double>(args.z);
  switch (signature) {
    case Signature::X: std::snprintf(text, sizeof text, "%a", x); break;
    case Signature::XY: std::snprintf(text, sizeof text, "%a, %a", x, y); break;
    case Signature::XYZ: std::snprintf(text, sizeof text, "%a, %a, %a", x, y, z); break;
    case Signature::XN: std::snprintf(text, sizeof text, "%a, %d", x, args.n); break;
  }
  return text;
}

// The arguments that a claim names.
template <class T>
Args<T> argumentsOf(const Claim& claim, Signature signature) {
  const double x = claim.at[0], y = claim.at[1], z = claim.at[2];
  if (signature == Signature::XN) return {static_cast<T>(x), T(0), T(0), static_cast<int>(y)};
  return {static_cast<T>(x), static_cast<T>(y), static_cast<T>(z), 0};
}

// Zeros, subnormals, the borders of every range that matters, infinities, NaN; both signs.
template <class T>
std::vector<T> specialValues() {
  using Bits = typename Format<T>::Bits;
  const T infinity = static_cast<T>(INFINITY);
  std::vector<T> values = {T(0),           fromBits<T>(1),
                           fromBits<T>(2), static_cast<T>(NAN),
                           infinity,       fromBits<T>(Bits(std::bit_cast<Bits>(infinity) - 1))};
  const T smallest = static_cast<T>(std::ldexp(1.0, Format<T>::emin));
  for (double x : {0.5,
                   1.0,
                   1.5,
                   2.0,
                   2.5,
                   3.0,
                   4.0,
                   5.0,
                   7.0,
                   0.25,
                   0.75,
                   3.1415926535897931,
                   1.5707963267948966,
                   0.69314718055994531,
                   10.0,
                   100.0,
                   1000.0,
                   std::ldexp(1.0, Format<T>::precision - 1),
                   std::ldexp(1.0, Format<T>::precision),
                   std::ldexp(1.0, Format<T>::precision + 1),
                   std::ldexp(1.0, Format<T>::emax)})
    for (int step : {-1, 0, 1})
      values.push_back(fromBits<T>(Bits(std::bit_cast<Bits>(static_cast<T>(x)) + step)));
  for (int step : {-1, 0, 1})
    values.push_back(fromBits<T>(Bits(std::bit_cast<Bits>(smallest) + step)));
  const auto count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  return values;
}

// Calls `check` with the special values in every combination that the signature has.
template <class T, class Check>
void forEachSpecial(Signature signature, const Check& check) {
  static constexpr int kInts[] = {
      0,   1,   -1,  2,    -2,   3,     -3,   4,     5,    10,    -10,        24,
      -24, 100, 149, -149, 1000, -1000, 1074, -1074, 3000, -3000, 2147483647, -2147483647 - 1};
  const std::vector<T> values = specialValues<T>(), one = {T(0)};
  const bool hasZ = signature == Signature::XYZ, hasY = hasZ || signature == Signature::XY;
  for (T x : values) {
    if (signature == Signature::XN)
      for (int n : kInts) check(Args<T>{x, 0, 0, n});
    else
      for (T y : hasY ? values : one)
        for (T z : hasZ ? values : one) check(Args<T>{x, y, z, 0});
  }
}

// Where log |Gamma| is near zero, and both ends of the range of the series for it.
template <class T>
std::vector<T> nearGammaZeros() {
  using Bits = typename Format<T>::Bits;
  std::vector<T> values;
  for (const GammaZero& zero : kGammaZeros)
    for (double at : {zero.high, zero.high - zero.width, zero.high + zero.width})
      for (int step = -8; step <= 8; ++step)
        values.push_back(fromBits<T>(Bits(std::bit_cast<Bits>(static_cast<T>(at)) + step)));
  return values;
}

}  // namespace lanewise::test
