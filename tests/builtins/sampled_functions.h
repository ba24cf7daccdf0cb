// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose error is not that of one number in ulp of its own: those of vectors, those with
// an absolute limit, the instructions of the SPIR-V core, and what serves under unsafe math.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tests/builtins/samples.h"

namespace lanewise::testing {

struct SampledFunction {
  const char* name;  // of opencl_std.def
  std::string symbol, part;
  int bits;
  /// The error for arguments that are drawn from random, in the unit of the limit; their text where
  /// it is asked for.
  std::function<double(Random&, std::string*)> error;
};

std::vector<SampledFunction> sampledFunctions();

}  // namespace lanewise::testing
