// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that problems begin with, and the comparison of results.

#include "problem.h"

#include "peer.h"

#include <algorithm>
#include <cmath>

namespace bench {

void expectNear(const char* what, size_t index, double got, double expected, double tolerance) {
  if (std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected))) return;
  stop(std::string(what) + ": element " + std::to_string(index) + " is " + std::to_string(got) +
       ", the host computes " + std::to_string(expected));
}

std::vector<cl_uint> randomBits(size_t count, unsigned seed) {
  std::vector<cl_uint> values(count);
  for (cl_uint& value : values) {
    seed = seed * 1664525 + 1013904223;
    value =
        seed ^ seed >> 16;  // the low bits of a linear congruential generator have short periods
  }
  return values;
}

std::vector<float> randomFloats(size_t count, unsigned seed) {
  const std::vector<cl_uint> bits = randomBits(count, seed);
  std::vector<float> values(count);
  std::ranges::transform(bits, values.begin(),
                         [](cl_uint value) { return static_cast<float>(value >> 8) * 0x1p-24f; });
  return values;
}

}  // namespace bench
