// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CLAIM and SWEEP lines of the library and the limits of opencl_std.def say of a function.
#pragma once
#include <string_view>
#include <vector>

namespace lanewise::testing {

struct Sweep {
  double low, high;
  int count;
};

// The error is at most `ulp`, or no more than `absolute` (of functions that lose relative accuracy
// near zeros of theirs).
struct Claim {
  double ulp, absolute;
};

// `symbol` is without lw_. The claim of the source, or `otherwise`.
Claim claimOf(std::string_view symbol, double otherwise);
std::vector<Sweep> sweepsOf(std::string_view symbol);

// The specification's limit in ulp for a type of so many bits, infinity where it has none. `name`
// is that of a row of opencl_std.def or of a core instruction there.
double limitOf(std::string_view name, int bits);
// The same for vectors of so many elements; absolute where the limit is.
double limitOf(std::string_view name, int bits, int width);

}  // namespace lanewise::testing
