// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The group Math, whose cases are rows of builtins/math/functions.def.
#pragma once

namespace bench {

/// Makes the cases known to Google Benchmark.
void registerMathFunctions();

}  // namespace bench
