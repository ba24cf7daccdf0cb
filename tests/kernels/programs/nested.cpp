// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions out of line that neighbors run differently, so that vectors call them for some lanes.

#include "device.h"

#include <bit>

namespace kernels {
namespace {

/// What nested.cl computes for one work-item.
class Reference {
 public:
  explicit Reference(const std::vector<cl_uint>& words) : words_(words) {}

  cl_uint item(cl_uint x, cl_uint g) {
    rest_ = g;
    for (cl_uint n = 0; n < 24; ++n)
      if (x % (n + 2) != 0) {
        const auto [sum, count] = twice(x + n);
        x ^= sum + count;
      }
    return x + rest_;
  }

 private:
  using Pair = std::pair<cl_uint, cl_uint>;

  Pair twice(cl_uint x) {
    Pair sum = {x, 1};
    for (cl_uint i = 0; i < (x & 3) + 1; ++i) {
      const auto [value, count] = mix(x + i);
      sum.first += value;
      sum.second += count;
    }
    if (sum.first & 1) sum.second += mix(sum.first).second;
    return sum;
  }

  Pair mix(cl_uint x) {
    if ((x & 7) == 3) return {x, 0};
    cl_uint count = 0;
    for (cl_uint n = 0; n < 128; ++n)
      x = std::rotl(x ^ (n * 40503), static_cast<int>(n % 31 + 1)) * (2 * n + 1) + words_[n & 3];
    while (x % 5 != 0) {
      x = x / 2 + words_[x & 3];
      if (++count == 9) break;
    }
    rest_ += x & 255;
    return {x, count};
  }

  const std::vector<cl_uint>& words_;
  cl_uint rest_ = 0;
};

TEST(LargePrograms, LanesCallFunctionsBehindConditions) {
  constexpr cl_uint kItems = 203;
  const std::vector<cl_uint> words = {7, 11, 13, 17};
  std::vector<cl_uint> values, expected;
  Reference reference(words);
  for (cl_uint g = 0; g < kItems; ++g) {
    values.push_back(g * 2654435761u);
    expected.push_back(reference.item(values.back(), g));
  }
  Buffer<cl_uint> out(values), constants(words);
  run("programs/nested", "nested", range1(kItems), out, constants);
  EXPECT_EQ(out.read(), expected);
}

}  // namespace
}  // namespace kernels
