// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems whose time is that of their memory accesses.

#include "limits/limits.h"
#include "problems.h"

#include <cmath>

namespace bench {

Problem saxpy(size_t size, const Sizes& local) {
  Problem problem;
  const auto xValues = randomFloats(size, 1), yValues = randomFloats(size, 2);
  const auto x = problem.array(xValues), y = problem.array(yValues);
  const float a = 2.0f;
  problem.launch("saxpy", {size}, local, a, x, y);
  problem.limit(LIMIT(saxpy), a, x, y, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; ++i)
      expectNear("saxpy", i, memory[y][i], a * xValues[i] + yValues[i], 1e-6);
  });
  problem.work(12.0 * size, "B");
  return problem;
}

Problem triad(size_t size, const Sizes& local) {
  Problem problem;
  const auto bValues = randomFloats(size, 1), cValues = randomFloats(size, 2);
  const auto a = problem.zeros<float>(size), b = problem.array(bValues), c = problem.array(cValues);
  const float factor = 3.0f;
  problem.launch("triad", {size}, local, a, b, c, factor);
  problem.limit(LIMIT(triad), a, b, c, factor, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; ++i)
      expectNear("triad", i, memory[a][i], bValues[i] + factor * cValues[i], 1e-6);
  });
  problem.work(12.0 * size, "B");
  return problem;
}

// Rows of 4 to 28 values, in columns that are at most 4,096 from the diagonal.
Problem spmv(size_t size, const Sizes& local) {
  const auto bits = randomBits(size, 1);
  std::vector<cl_int> starts(size + 1);
  for (size_t row = 0; row < size; ++row)
    starts[row + 1] = starts[row] + 4 + static_cast<cl_int>(bits[row] % 25);
  const auto count = static_cast<size_t>(starts.back());
  const auto places = randomBits(count, 2);
  std::vector<cl_int> columns(count);
  for (size_t row = 0; row < size; ++row)
    for (cl_int i = starts[row]; i < starts[row + 1]; ++i)
      columns[i] = static_cast<cl_int>((row + size + places[i] % 8192 - 4096) % size);
  const auto values = randomFloats(count, 3), xValues = randomFloats(size, 4);

  Problem problem;
  const auto rowStarts = problem.array(starts), columnsOf = problem.array(columns);
  const auto valuesOf = problem.array(values), x = problem.array(xValues);
  const auto y = problem.zeros<float>(size);
  problem.launch("spmv", {size}, local, rowStarts, columnsOf, valuesOf, x, y);
  problem.limit(LIMIT(spmv), rowStarts, columnsOf, valuesOf, x, y, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t row = 0; row < size; ++row) {
      double sum = 0;
      for (cl_int i = starts[row]; i < starts[row + 1]; ++i)
        sum += double{values[i]} * xValues[columns[i]];
      expectNear("spmv", row, memory[y][row], sum, 1e-5);
    }
  });
  problem.work(2.0 * count, "FLOP");
  return problem;
}

// A cube with sides of `size`, of which the border is not written.
Problem stencil(size_t size, const Sizes& local) {
  Problem problem;
  const auto values = randomFloats(size * size * size, 1);
  const auto in = problem.array(values), out = problem.zeros<float>(values.size());
  const int n = static_cast<int>(size);
  problem.launch("stencil", {size, size, size}, local, in, out, n);
  problem.limit(LIMIT(stencil), in, out, n);
  problem.check([=](const Memory& memory) {
    const size_t row = size, plane = size * size;
    for (size_t z = 1; z + 1 < size; ++z)
      for (size_t y = 1; y + 1 < size; ++y)
        for (size_t x = 1; x + 1 < size; ++x) {
          const size_t at = z * plane + y * row + x;
          const double sum = double{values[at - 1]} + values[at + 1] + values[at - row] +
                             values[at + row] + values[at - plane] + values[at + plane];
          expectNear("stencil", at, memory[out][at], 0.1 * sum + 0.4 * values[at], 1e-6);
        }
  });
  problem.work(8.0 * std::pow(size - 2, 3), "FLOP");
  return problem;
}

// Arrays of f16, arithmetic in f32.
Problem halfAxpy(size_t size, const Sizes& local) {
  Problem problem;
  const auto bits = randomBits(2 * size, 1);
  // Exponents of 2^-8 to 2^-1.
  const auto half = [](cl_uint value) {
    return static_cast<cl_half>((value & 0x1fff) + (7 << 10));
  };
  std::vector<cl_half> xValues(size), yValues(size);
  for (size_t i = 0; i < size; ++i) {
    xValues[i] = half(bits[2 * i]);
    yValues[i] = half(bits[2 * i + 1]);
  }
  const auto x = problem.array(xValues), y = problem.array(yValues),
             out = problem.zeros<cl_half>(size);
  const float a = 0.75f;
  problem.launch("axpy_f16", {size}, local, a, x, y, out);
  problem.limit(LIMIT(axpy_f16), a, x, y, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    const auto wide = [](cl_half value) {
      return std::ldexp(1024.0 + (value & 0x3ff), (value >> 10) - 25);
    };
    for (size_t i = 0; i < size; ++i)
      expectNear("axpy_f16", i, wide(memory[out][i]), a * wide(xValues[i]) + wide(yValues[i]),
                 0x1p-11);
  });
  problem.work(6.0 * size, "B");
  return problem;
}

}  // namespace bench
