// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems of work-items that exchange values: the same sums and scans by functions of sub-groups,
// of work-groups and by local memory; ballots, shuffles and atomics.

#include "limits/limits.h"
#include "problems.h"

#include <algorithm>
#include <numeric>

namespace bench {

std::vector<cl_int> smallIntegers(size_t size) {
  std::vector<cl_int> values(size);
  for (size_t i = 0; i < size; ++i) values[i] = static_cast<cl_int>(i % 1000) - 400;
  return values;
}

Problem groupSums(const char* kernel, size_t size, const Sizes& local) {
  const size_t each = local[0], groups = size / each;
  const auto values = smallIntegers(size);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<cl_int>(groups);
  problem.launch(kernel, {size}, local, in, out, Local{each * sizeof(cl_int)});
  problem.limit(LIMIT(reduction), in, out, static_cast<int>(groups), static_cast<int>(each));
  problem.check([=](const Memory& memory) {
    for (size_t group = 0; group < groups; ++group) {
      const auto first = values.begin() + static_cast<ptrdiff_t>(group * each);
      expectNear("sum", group, memory[out][group],
                 std::accumulate(first, first + static_cast<ptrdiff_t>(each), 0), 0);
    }
  });
  problem.work(4.0 * size, "B");
  return problem;
}

namespace {

Problem groupScans(const char* kernel, size_t size, const Sizes& local) {
  const size_t each = local[0];
  const auto values = smallIntegers(size);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<cl_int>(size);
  problem.launch(kernel, {size}, local, in, out, Local{each * sizeof(cl_int)});
  problem.limit(LIMIT(group_scans), in, out, static_cast<int>(size / each), static_cast<int>(each));
  problem.check([=](const Memory& memory) {
    cl_int sum = 0;
    for (size_t i = 0; i < size; ++i) {
      if (i % each == 0) sum = 0;
      expectNear("scan", i, memory[out][i], sum += values[i], 0);
    }
  });
  problem.work(8.0 * size, "B");
  return problem;
}

Problem reduceSteps(const char* kernel, size_t size, const Sizes& local) {
  const auto values = randomFloats(size, 1);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<float>(size);
  problem.launch(kernel, {size}, local, in, out);
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; ++i) {
      const auto first = values.begin() + static_cast<ptrdiff_t>(i / 16 * 16);
      expectNear("mean", i, memory[out][i], std::accumulate(first, first + 16, 0.0) / 16, 1e-4);
    }
  });
  problem.work(64.0 * size / 16, "reductions");
  return problem;
}

}  // namespace

void checkBins(Problem& problem, Array<cl_uint> bins, const std::vector<cl_uint>& values) {
  problem.check([=](const Memory& memory) {
    std::vector<cl_uint> expected(256);
    for (cl_uint value : values) ++expected[value >> 24];
    for (size_t bin = 0; bin < 256; ++bin)
      expectNear("bin", bin, memory[bins][bin], expected[bin], 0);
  });
}

Problem transposed(const char* kernel, size_t size, const Sizes& global, const Sizes& local) {
  Problem problem;
  const auto values = randomFloats(size * size, 1);
  const auto in = problem.array(values), out = problem.zeros<float>(size * size);
  const int n = static_cast<int>(size);
  problem.launch(kernel, global, local, in, out, n);
  problem.limit(LIMIT(transpose), in, out, n);
  problem.check([=](const Memory& memory) {
    for (size_t row = 0; row < size; ++row)
      for (size_t column = 0; column < size; ++column)
        expectNear("transpose", row * size + column, memory[out][row * size + column],
                   values[column * size + row], 0);
  });
  problem.work(8.0 * size * size, "B");
  return problem;
}

Problem sumBySubGroups(size_t size, const Sizes& local) {
  return groupSums("by_sub_groups", size, local);
}
Problem sumByWorkGroup(size_t size, const Sizes& local) {
  return groupSums("by_work_group", size, local);
}
Problem sumByLocalMemory(size_t size, const Sizes& local) {
  return groupSums("by_local_memory", size, local);
}
Problem scanBySubGroups(size_t size, const Sizes& local) {
  return groupScans("by_sub_groups", size, local);
}
Problem scanByWorkGroup(size_t size, const Sizes& local) {
  return groupScans("by_work_group", size, local);
}
Problem scanByLocalMemory(size_t size, const Sizes& local) {
  return groupScans("by_local_memory", size, local);
}

Problem compaction(size_t size, const Sizes& local) {
  const size_t each = local[0], groups = size / each;
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<cl_uint>(size);
  const auto counts = problem.zeros<cl_uint>(groups);
  problem.launch("compaction", {size}, local, in, out, counts, Local{each * sizeof(cl_uint)});
  problem.limit(LIMIT(compaction), in, out, counts, static_cast<int>(groups),
                static_cast<int>(each));
  problem.check([=](const Memory& memory) {
    for (size_t group = 0; group < groups; ++group) {
      size_t kept = 0;
      for (size_t i = group * each; i < (group + 1) * each; ++i)
        if (values[i] & 1) expectNear("kept", i, memory[out][group * each + kept++], values[i], 0);
      expectNear("count", group, memory[counts][group], double(kept), 0);
    }
  });
  problem.work(double(size), "values");
  return problem;
}

Problem registerSort(size_t size, const Sizes& local) {
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values), out = problem.zeros<cl_uint>(size);
  problem.launch("register_sort", {size}, local, in, out);
  problem.limit(LIMIT(register_sort), in, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    auto expected = values;
    for (auto at = expected.begin(); at != expected.end(); at += 16) std::sort(at, at + 16);
    for (size_t i = 0; i < size; ++i) expectNear("sorted", i, memory[out][i], expected[i], 0);
  });
  problem.work(double(size), "keys");
  return problem;
}

Problem registerTranspose(size_t size, const Sizes& local) {
  return transposed("register_transpose", size, {size, size / 16}, local);
}

Problem countGlobal(size_t size, const Sizes& local) {
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values), bins = problem.zeros<cl_uint>(256);
  problem.launch("clear", {256}, local, bins);
  problem.launch("count_global", {size}, local, in, bins);
  problem.limit(LIMIT(histogram), in, bins, static_cast<int>(size));
  checkBins(problem, bins, values);
  problem.work(double(size), "values");
  return problem;
}

Problem countLocal(size_t size, const Sizes& local) {
  const int each = 64;
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values), bins = problem.zeros<cl_uint>(256);
  problem.launch("clear", {256}, local, bins);
  problem.launch("count_local", {size / each}, local, in, bins, each);
  problem.limit(LIMIT(histogram), in, bins, static_cast<int>(size));
  checkBins(problem, bins, values);
  problem.work(double(size), "values");
  return problem;
}

// The sums are exact: they are smaller than 2^24.
Problem addFloats(size_t size, const Sizes& local) {
  const auto values = randomBits(size, 1);
  Problem problem;
  const auto in = problem.array(values);
  const auto sums = problem.zeros<float>(256);
  problem.launch("clear", {256}, local, sums);
  problem.launch("add_floats", {size}, local, in, sums);
  problem.check([=](const Memory& memory) {
    std::vector<double> expected(256);
    for (cl_uint value : values) expected[value >> 24] += value & 7;
    for (size_t bin = 0; bin < 256; ++bin)
      expectNear("sum", bin, memory[sums][bin], expected[bin], 0);
  });
  problem.work(double(size), "values");
  return problem;
}

Problem reduceByFunction(size_t size, const Sizes& local) {
  return reduceSteps("by_function", size, local);
}
Problem reduceByShuffles(size_t size, const Sizes& local) {
  return reduceSteps("by_shuffles", size, local);
}

}  // namespace bench
