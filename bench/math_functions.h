// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The group Math, whose cases are rows of builtins/math/functions.def.
#pragma once

namespace bench {

/// Registers the cases with Google Benchmark.
void registerMathFunctions();

}  // namespace bench
