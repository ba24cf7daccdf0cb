// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups that read memory row by row, where each work-item reads a column
// (group/exchange_loops.cpp).

#include "barrier_cases.h"

namespace kernels {
namespace {

constexpr size_t kBins = 64;

/// `rows` rows of `width` numbers.
std::vector<cl_uint> rowsOf(size_t rows, size_t width) {
  std::vector<cl_uint> values(rows * width);
  cl_uint state = 1;
  for (cl_uint& value : values) value = (state = state * 1664525u + 1013904223u) >> 11;
  return values;
}

/// The bins of each group, to which `add(values, item, group, bins)` adds.
template <class Add>
std::vector<cl_uint> binsOf(const std::vector<cl_uint>& values, size_t global, size_t local,
                            Add&& add) {
  std::vector<cl_uint> all;
  for (size_t first = 0; first < global; first += local) {
    std::vector<cl_uint> bins(kBins);
    const Group group{first, std::min(local, global - first)};
    for (size_t item = first; item < first + group.size; ++item) add(values, item, group, bins);
    all.insert(all.end(), bins.begin(), bins.end());
  }
  return all;
}

TEST(BarrierRows, CountedByAllWorkItems) {
  for (const size_t rows : {0, 1, 9}) {
    SCOPED_TRACE(rows);
    forEachGroupShape([&](size_t global, size_t local) {
      const std::vector<cl_uint> values = rowsOf(std::max<size_t>(rows, 1), global);
      Buffer<cl_uint> in(values), out((global + local - 1) / local * kBins);
      run("barriers/rows", "countRows", range1(global, local), in, out, static_cast<cl_int>(rows),
          static_cast<cl_int>(global));
      EXPECT_EQ(out.read(), binsOf(values, global, local,
                                   [&](const auto& from, size_t item, Group, auto& bins) {
                                     for (size_t row = 0; row < rows; ++row)
                                       ++bins[from[row * global + item] % kBins];
                                   }));
    });
  }
}

TEST(BarrierRows, AsManyAsTheGroupHas) {
  forEachGroupShape([](size_t global, size_t local) {
    constexpr cl_int kRows = 5, kTurns = 2;
    const std::vector<cl_uint> values = rowsOf(kRows, global);
    Buffer<cl_uint> in(values), out((global + local - 1) / local * kBins);
    run("barriers/rows", "weighRows", range1(global, local), in, out, kRows, kTurns,
        static_cast<cl_int>(global));
    const auto add = [&](const auto& from, size_t item, Group group, auto& bins) {
      const size_t lid = item - group.first;
      for (cl_uint turn = 0; turn < kTurns; ++turn) {
        for (size_t row = 0; row < kRows - group.first / local % 4; ++row) {
          const cl_uint value = from[row * global + item];
          if (value & 64)
            bins[value % kBins] += 2 + turn;
          else
            bins[(value + lid) % kBins] += from[item] & 3;
        }
        if (lid == 0) bins[turn] += 100;
      }
    };
    EXPECT_EQ(out.read(), binsOf(values, global, local, add));
  });
}

TEST(BarrierRows, CountedBySomeWorkItems) {
  forEachGroupShape([](size_t global, size_t local) {
    constexpr size_t kRows = 7;
    const std::vector<cl_uint> values = rowsOf(kRows, global);
    Buffer<cl_uint> in(values), out((global + local - 1) / local * kBins);
    run("barriers/rows", "someRows", range1(global, local), in, out, cl_int{kRows},
        static_cast<cl_int>(global));
    const auto add = [&](const auto& from, size_t item, Group group, auto& bins) {
      cl_uint sum = 0;
      for (size_t row = 0; row < kRows; ++row) {
        const cl_uint value = from[row * global + item];
        if ((item - group.first) % 3 != 1) ++bins[value % kBins];
        sum = sum * 3 + value;
        ++bins[value / 7 % kBins];
      }
      ++bins[sum % kBins];
    };
    EXPECT_EQ(out.read(), binsOf(values, global, local, add));
  });
}

}  // namespace
}  // namespace kernels
