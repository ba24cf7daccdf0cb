// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Early returns before, between and in loops around barriers.

#include "barrier_cases.h"

namespace kernels {
namespace {

TEST(BarrierEarlyReturn, BeyondTheEndOfTheData) {
  forEachGroupShape([](size_t global, size_t local) {
    for (const size_t count : {global, global - 1, global / 2, size_t{0}}) {
      SCOPED_TRACE(count);
      Buffer<cl_int> in(numbers(global)), out(global, -1);
      run("barriers/early_return", "beyondTheEnd", range1(global, local), in, out,
          localArray<cl_int>(local), static_cast<cl_int>(count));
      const std::vector<cl_int> got = out.read();
      for (size_t item = 0; item < global; ++item) {
        const Group group = groupOf(item, std::max(count, item + 1), local);
        ASSERT_EQ(got[item],
                  item < count ? static_cast<cl_int>(2 * group.first + group.size - 1 - item) : -1)
            << "work-item " << item;
      }
    }
  });
}

void expectGroupSums(const char* kernel) {
  forEachGroupShape([&](size_t global, size_t local) {
    const size_t groups = (global + local - 1) / local;
    Buffer<cl_int> in(numbers(global)), out(groups, -1);
    run("barriers/early_return", kernel, range1(global, local), in, out, localArray<cl_int>(local));
    std::vector<cl_int> expected(groups);
    for (size_t item = 0; item < global; ++item)
      expected[item / local] += static_cast<cl_int>(item);
    ASSERT_EQ(out.read(), expected);
  });
}

TEST(BarrierEarlyReturn, OneWorkItemStays) { expectGroupSums("oneStays"); }
TEST(BarrierEarlyReturn, FewerInEachTurnOfALoop) { expectGroupSums("halving"); }

TEST(BarrierEarlyReturn, InARoundBeforeThatOfTheBarrier) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/early_return", "inTheFirstRound", range1(global, local), in, out,
        localArray<cl_int>(local), cl_int{3});
    expectItems(out.read(), global, local, [](size_t item, Group group) {
      const size_t stay = (group.size + 1) / 2, id = item - group.first;
      if (id >= stay) return static_cast<cl_int>(item + 1000);
      // Round 1 exchanges values once, and round 2 twice.
      return static_cast<cl_int>(group.first + stay - 1 - id + 7000);
    });
  });
}

TEST(BarrierEarlyReturn, WholeGroups) {
  forEachGroupShape([](size_t global, size_t local) {
    const size_t count = global / 2;
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/early_return", "wholeGroups", range1(global, local), in, out,
        localArray<cl_int>(local), static_cast<cl_int>(count));
    expectItems(out.read(), global, local, [&](size_t item, Group group) {
      return group.first < count ? static_cast<cl_int>(2 * group.first + group.size - 1 - item)
                                 : -1;
    });
  });
}

}  // namespace
}  // namespace kernels
