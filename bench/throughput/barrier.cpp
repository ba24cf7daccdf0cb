// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems whose kernels share local memory between the barriers of a work-group.

#include "limits/limits.h"
#include "problems.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace bench {

Problem gemmTiled(size_t size, const Sizes& local) {
  return matrixProduct("gemm_tiled", size, {size, size}, local);
}

Problem gemmBlocked(size_t size, const Sizes& local) {
  return matrixProduct("gemm_blocked", size, {size / 4, size / 4}, local);
}

Problem reduction(size_t size, const Sizes& local) { return groupSums("reduction", size, local); }

Problem scan(size_t size, const Sizes& local) {
  const size_t groups = size / local[0];
  const auto values = smallIntegers(size);
  Problem problem;
  const auto in = problem.array(values);
  const auto out = problem.zeros<cl_int>(size), sums = problem.zeros<cl_int>(groups);
  problem.launch("scan_groups", {size}, local, in, out, sums);
  problem.launch("scan_sums", local, local, sums, static_cast<cl_int>(groups / local[0]));
  problem.launch("add_sums", {size}, local, out, sums);
  problem.limit(LIMIT(scan), in, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    cl_int sum = 0;
    for (size_t i = 0; i < size; ++i) expectNear("scan", i, memory[out][i], sum += values[i], 0);
  });
  problem.work(8.0 * size, "B");
  return problem;
}

Problem histogram(size_t size, const Sizes& local) {
  const size_t bins = 256, each = 64, groups = size / (bins * each);
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values);
  const auto partial = problem.zeros<cl_uint>(bins * groups), out = problem.zeros<cl_uint>(bins);
  problem.launch("count_bins", {groups * bins}, local, in, partial, static_cast<cl_int>(each));
  problem.launch("sum_bins", {bins}, local, partial, out, static_cast<cl_int>(groups));
  problem.limit(LIMIT(histogram), in, out, static_cast<int>(size));
  checkBins(problem, out, values);
  problem.work(4.0 * size, "B");
  return problem;
}

Problem bitonicSort(size_t size, const Sizes& local) {
  const size_t tile = 2 * local[0];
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<cl_uint>(size);
  problem.launch("sort_groups", {size / 2}, local, in, out);
  for (size_t length = 2 * tile; length <= size; length *= 2) {
    for (size_t distance = length / 2; distance >= tile; distance /= 2)
      problem.launch("merge_far", {size / 2}, local, out, static_cast<cl_int>(length),
                     static_cast<cl_int>(distance));
    problem.launch("merge_groups", {size / 2}, local, out, static_cast<cl_int>(length));
  }
  problem.limit(LIMIT(bitonic_sort), in, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    auto expected = values;
    std::ranges::sort(expected);
    for (size_t i = 0; i < size; ++i) expectNear("bitonic_sort", i, memory[out][i], expected[i], 0);
  });
  problem.work(size, "keys");
  return problem;
}

Problem transpose(size_t size, const Sizes& local) {
  return transposed("transpose", size, {size, size / 4}, local);
}

// `size` transforms of 1,024 points.
Problem fft(size_t size, const Sizes& local) {
  using Complex = std::complex<double>;
  const size_t points = 1024;
  std::vector<Complex> unit(points);
  std::vector<float> rootValues;
  for (size_t i = 0; i < points; ++i) {
    unit[i] = std::polar(1.0, -2 * std::numbers::pi * double(i) / points);
    rootValues.push_back(static_cast<float>(unit[i].real()));
    rootValues.push_back(static_cast<float>(unit[i].imag()));
  }
  const auto values = randomFloats(2 * points * size, 1);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<float>(values.size());
  const auto roots = problem.array(rootValues);
  problem.launch("fft", {size * local[0]}, local, in, out, roots);
  problem.limit(LIMIT(fft), in, out, roots, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t transform = 0; transform < size; transform += 17)
      for (size_t k = 0; k < points; k += 31) {
        Complex sum = 0;
        for (size_t i = 0; i < points; ++i) {
          const float* value = &values[2 * (transform * points + i)];
          sum += Complex(value[0], value[1]) * unit[i * k % points];
        }
        const size_t at = 2 * (transform * points + k);
        expectNear("fft, real", at, memory[out][at], sum.real(), 1e-3);
        expectNear("fft, imaginary", at + 1, memory[out][at + 1], sum.imag(), 1e-3);
      }
  });
  problem.work(5.0 * points * std::log2(points) * size, "FLOP");
  return problem;
}

}  // namespace bench
