// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose error is not that of one number in ulp: functions of vectors, functions with an
// absolute limit, core instructions of SPIR-V, and functions for unsafe math. The reference is the
// 80-bit format: exact for f16 and f32, to 2^-11 ulp or better for f64.
#pragma once
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::test {

struct SampledFunction {
  const char* name;  // of functions.def
  std::string symbol, part;
  int bits;
  /// The error for random arguments, in the unit of the limit, and on request their text.
  std::function<double(Random&, std::string*)> error;
  /// The bits of a result, if the error depends on the machine: its reference is the C library's.
  std::function<std::uint64_t(Random&)> result = nullptr;
  /// The error for the elements of given arguments, for functions whose claims name some.
  std::function<double(const double*)> errorAt = nullptr;
};

void addCoreAndCommon(std::vector<SampledFunction>& list);
void addGeometric(std::vector<SampledFunction>& list);
void addRelaxed(std::vector<SampledFunction>& list);

using Real = long double;

// The unit in the last place of `reference`; subnormal numbers have the smallest.
template <class T>
Real ulpOf(Real reference) {
  const int e = reference == 0 ? Format<T>::emin : std::ilogb(reference);
  return std::ldexp(Real(1),
                    std::clamp(e, Format<T>::emin, Format<T>::emax) - Format<T>::precision + 1);
}
template <class T>
double ulps(T got, Real reference) {
  return static_cast<double>(std::fabs(static_cast<Real>(got) - reference) / ulpOf<T>(reference));
}
template <class T>
void say(std::string* text, std::initializer_list<T> numbers) {
  for (const T x : numbers) {
    char one[40];
    std::snprintf(one, sizeof one, "%s%a", text->empty() ? "" : ", ", static_cast<double>(x));
    *text += one;
  }
}
template <class T>
T signedPower(Random& random, int exponent) {
  const double x = std::ldexp(1 + random.unit(), exponent);
  return static_cast<T>(random() & 1 ? -x : x);
}
template <class T>
T between(Random& random, double low, double high) {
  return static_cast<T>(low + (high - low) * random.unit());
}
inline int exponentBetween(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

}  // namespace lanewise::test
