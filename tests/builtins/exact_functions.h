// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without rounding, which MPFR does not have, with a reference that has the same bits.
#pragma once
#include <vector>

#include "tests/builtins/functions.h"

namespace lanewise::test {

template <class T>
struct ExactFunction {
  const char* name;
  const char* symbol;
  const char* part;
  Signature signature;
  T (*call)(T x, T y);
  T (*reference)(T x, T y);
};

template <class T>
std::vector<ExactFunction<T>> exactFunctions();

}  // namespace lanewise::test
