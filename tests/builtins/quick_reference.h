// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References that are fast enough for 2^32 arguments: the C library in a wider format than the
// result (f64 for f16 and f32, the 80-bit format for f64). They only select candidates, which MPFR
// computes.
#pragma once
#include <string_view>

#include "tests/builtins/error.h"

namespace lanewise::test {

template <class T>
struct Wider {
  using Type = double;
};
template <>
struct Wider<f64> {
  using Type = long double;
};

// The largest error of a quick reference in ulp of T: the C library claims a few of its own units,
// libmvec four, and the functions of pi add two operations.
template <class T>
inline constexpr double kQuickDoubt = sizeof(T) == 8 ? 0.008 : 1e-6;

template <class F>
using QuickReference = F (*)(F x, F y, F z, int n);

// `name` without half_ or native_; null if there is no reference.
template <class F>
QuickReference<F> quickReference(std::string_view name);

// results[i] = f(x[i]) with libmvec; null if the C library or the processor does not have it.
using VectorReference = void (*)(void* function, const double* x, double* results, int count);
struct VectorFunction {
  VectorReference run = nullptr;
  void* function = nullptr;
};
VectorFunction vectorReference(std::string_view name);

}  // namespace lanewise::test
