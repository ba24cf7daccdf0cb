// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems for estimates.py alone, with kernels for which it is hard to estimate whether vectors
// are faster than scalar code.

#include "problems.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace bench {

Problem kthOfTwo(size_t size, const Sizes& local) {
  const auto length = static_cast<cl_long>(size / 4);
  const std::vector<float> floats = randomFloats(size / 2, 1);
  const std::vector<double> values(floats.begin(), floats.end());
  Problem problem;
  const auto in = problem.array(values);
  const auto out = problem.zeros<cl_int>(size);
  problem.launch("kth_of_two", {size}, local, in, out);
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; ++i) {
      cl_long k = static_cast<cl_long>(i) * 13 % (2 * length), taken[2] = {};
      while (k > 0 && taken[0] < length && taken[1] < length) {
        const cl_long step = std::max<cl_long>(k / 2, 1);
        const cl_long steps[] = {std::min(step, length - taken[0]),
                                 std::min(step, length - taken[1])};
        const double first = values[taken[0] + steps[0] - 1];
        const double second = values[length + taken[1] + steps[1] - 1];
        const int from = second < first ? 1 : 0;
        taken[from] += steps[from];
        k -= steps[from];
      }
      if (taken[0] < length) taken[0] += k;
      expectNear("kth_of_two", i, memory[out][i], static_cast<double>(taken[0]), 0);
    }
  });
  problem.work(static_cast<double>(size), "items");
  return problem;
}

Problem histogramCas(size_t size, const Sizes& local) {
  constexpr size_t kBins = 1024, kSteps = 64;
  const std::vector<float> values = randomFloats(size, 1);
  Problem problem;
  const auto in = problem.array(values);
  const auto out = problem.zeros<float>(size / local[0] * kBins);
  problem.launch("histogram_cas", {size}, local, in, out, cl_int{1}, cl_int{1});
  problem.check([=, items = local[0]](const Memory& memory) {
    for (size_t group = 0; group < size / items; ++group) {
      std::array<double, kBins + kSteps> sums{};
      for (size_t i = group * items; i < (group + 1) * items; ++i)
        for (size_t step = 0; step < kSteps; ++step)
          sums[static_cast<size_t>(values[i] * 1000) + step] += values[i];
      for (size_t bin = 0; bin < kBins; ++bin)
        expectNear("histogram_cas", group * kBins + bin, memory[out][group * kBins + bin],
                   sums[bin], 1e-4);
    }
  });
  problem.work(static_cast<double>(size * kSteps), "sums");
  return problem;
}

Problem volatileScan(size_t size, const Sizes& local) {
  constexpr int kRepetitions = 8;
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values);
  const auto out = problem.zeros<cl_uint>(size);
  problem.launch("volatile_scan", {size}, local, in, out);
  problem.check([=, items = local[0]](const Memory& memory) {
    std::vector<cl_uint> sums(items), all(items);
    for (size_t group = 0; group < size; group += items) {
      std::ranges::fill(all, 0);
      for (cl_uint kind = 0; kind < 4; ++kind) {
        for (size_t i = 0; i < items; ++i) sums[i] = values[group + i] % 4 == kind ? 1 : 0;
        for (int repetition = 0; repetition < kRepetitions; ++repetition)
          std::partial_sum(sums.begin(), sums.end(), sums.begin());
        for (size_t i = 0; i < items; ++i) all[i] += sums[i] << kind;
      }
      for (size_t i = 0; i < items; ++i)
        expectNear("volatile_scan", group + i, memory[out][group + i], all[i], 0);
    }
  });
  problem.work(static_cast<double>(size), "items");
  return problem;
}

}  // namespace bench
