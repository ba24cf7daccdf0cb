// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The group Math: functions of floating point of builtins/functions.def.
#pragma once

namespace bench {

/// Registers the cases with Google Benchmark.
void registerMathFunctions();

}  // namespace bench
