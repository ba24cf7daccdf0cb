// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CLAIM and SWEEP lines of the library and the limits of functions.def.
#pragma once
#include <string_view>
#include <vector>

namespace lanewise::testing {

struct Sweep {
  double low, high;
  int count;
};

// The error is at most `ulp`, or at most `absolute` (for functions that lose relative accuracy near
// their zeros).
struct Claim {
  double ulp, absolute;
};

// `symbol` is without lw_. The claim of the source, or `otherwise`.
Claim claimOf(std::string_view symbol, double otherwise);
std::vector<Sweep> sweepsOf(std::string_view symbol);

// The specification's limit in ulp for a type of that many bits, infinity if there is none. `name`
// is that of a row of functions.def or of a core instruction there.
double limitOf(std::string_view name, int bits);
// The same for vectors of that many elements; absolute if the limit is absolute.
double limitOf(std::string_view name, int bits, int width);

}  // namespace lanewise::testing
