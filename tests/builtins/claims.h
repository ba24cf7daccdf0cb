// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CLAIM and SWEEP lines of the library and the limits of functions.def.
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

namespace lanewise::test {

struct Sweep {
  double low, high;
  int count;
};

// The error is at most `ulp`. The worst known one is at the arguments `at`: x, y, z or x, n, or the
// elements of vectors.
struct Claim {
  double ulp;
  int arguments = 0;  // how many the source names
  double at[8] = {};

  // Whether another argument with this error contradicts the choice of `at`.
  bool isExceeded(double error, double errorThere) const {
    return arguments > 0 && error > errorThere + std::max(0.01, 0.01 * errorThere);
  }
};

// The claim of the source for a result, 0 or 1, or `otherwise`. `symbol` is without lw_.
Claim claimOf(std::string_view symbol, double otherwise, int result = 0);
std::vector<Sweep> sweepsOf(std::string_view symbol);

// The specification's limit in ulp for a type of that many bits, infinity if there is none. `name`
// is that of a row of functions.def or of a core instruction there.
double limitOf(std::string_view name, int bits);
// The same for vectors of that many elements; absolute if the limit is absolute.
double limitOf(std::string_view name, int bits, int width);

}  // namespace lanewise::test
