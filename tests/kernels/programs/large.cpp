// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions out of line that need more of their work-item than arguments.

#include "device.h"

#include <bit>

namespace kernels {
namespace {

constexpr cl_uint kItems = 96, kLocalSize = 32;

/// What large.cl computes, for one work-group after another.
class Reference {
 public:
  std::vector<cl_uint> out, counters;

  void run(const char* kernel) {
    const bool mixed = std::string(kernel) == "mixed";
    for (cl_uint group = 0; group < kItems / kLocalSize; ++group) {
      sum_ = 0;
      std::vector<cl_uint> results;
      for (cl_uint g = group * kLocalSize; g < (group + 1) * kLocalSize; ++g)
        results.push_back(mixed ? item(g, {1, g, 3, 4}, g % 5, 0) : item(g, {4, 3, 2, g}, 0, 5));
      for (cl_uint i = 0; i < kLocalSize; ++i) out[group * kLocalSize + i] = results[i] ^ sum_;
    }
  }

 private:
  using Words = std::array<cl_uint, 4>;

  cl_uint item(cl_uint g, Words s, cl_uint before, cl_uint first) {
    cl_uint x = out[g] + before;
    for (cl_uint n = first; n < first + 5; ++n) {
      x += round(g, s, x + n);
      x ^= round(g, s, x * 3);
      if (x & 1) x += round(g, s, x + 7);
      s[n & 3] += round(g, s, x ^ n);
    }
    return x ^ s[1];
  }

  cl_uint round(cl_uint g, Words s, cl_uint x) {
    s[x & 3] ^= x;
    for (cl_uint n = 0; n < 128; ++n)
      x = std::rotl(x ^ (n * 40503), static_cast<int>(n % 31 + 1)) * (2 * n + 1) + s[n & 3];
    sum_ += x & 15;
    ++counters[g % kLocalSize & 3];
    const cl_uint index = x % 2500;
    return index * index + x + g * 3;
  }

  cl_uint sum_ = 0;
};

void expectResults(const char* kernel) {
  Reference reference;
  for (cl_uint i = 0; i < kItems; ++i) reference.out.push_back(i * 2654435761u);
  reference.counters.assign(4, 0);
  Buffer<cl_uint> out(reference.out), counters(reference.counters);
  run("programs/large", kernel, range1(kItems, kLocalSize), out, counters);
  reference.run(kernel);
  EXPECT_EQ(out.read(), reference.out);
  EXPECT_EQ(counters.read(), reference.counters);
}

TEST(LargePrograms, FunctionsUseTheirWorkItem) { expectResults("mixed"); }

TEST(LargePrograms, FunctionsAreSharedByKernels) { expectResults("again"); }

}  // namespace
}  // namespace kernels
