// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in loops: trip counts from arguments and memory, nested loops, break and continue.

#include "barrier_cases.h"

#include <algorithm>

namespace kernels {
namespace {

/// The value that was `steps` places to the left in the group.
cl_int rotated(size_t item, Group group, size_t steps) {
  return static_cast<cl_int>(group.first +
                             (item - group.first + group.size * steps - steps) % group.size);
}

TEST(BarrierLoops, TreeSum) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global, 5)), out(global, -1);
    run("barriers/loops", "treeSum", range1(global, local), in, out, localArray<cl_int>(local));
    expectItems(out.read(), global, local, [](size_t, Group group) {
      cl_int sum = 0;
      for (size_t i = 0; i < group.size; ++i) sum += static_cast<cl_int>(group.first + i) + 5;
      return sum;
    });
  });
}

TEST(BarrierLoops, InclusiveScan) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global, 1)), out(global, -1);
    run("barriers/loops", "inclusiveScan", range1(global, local), in, out,
        localArray<cl_int>(local));
    expectItems(out.read(), global, local, [](size_t item, Group group) {
      cl_int sum = 0;
      for (size_t i = group.first; i <= item; ++i) sum += static_cast<cl_int>(i) + 1;
      return sum;
    });
  });
}

TEST(BarrierLoops, TripCountFromAnArgument) {
  for (const cl_int times : {0, 1, 2, 5}) {
    SCOPED_TRACE(times);
    forEachGroupShape([&](size_t global, size_t local) {
      Buffer<cl_int> in(numbers(global)), out(global, -1);
      run("barriers/loops", "rotateTimes", range1(global, local), in, out,
          localArray<cl_int>(local), times);
      expectItems(out.read(), global, local,
                  [&](size_t item, Group group) { return rotated(item, group, times); });
    });
  }
}

TEST(BarrierLoops, DoWhileWithTripCountFromMemory) {
  for (const cl_int times : {1, 4}) {
    SCOPED_TRACE(times);
    forEachGroupShape([&](size_t global, size_t local) {
      Buffer<cl_int> in(numbers(global)), out(global, -1), count(1, times);
      run("barriers/loops", "rotateDoWhile", range1(global, local), in, out,
          localArray<cl_int>(local), count);
      expectItems(out.read(), global, local,
                  [&](size_t item, Group group) { return rotated(item, group, times); });
    });
  }
}

TEST(BarrierLoops, Nested) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/loops", "nestedLoops", range1(global, local), in, out, localArray<cl_int>(local),
        3);
    expectItems(out.read(), global, local,
                [](size_t item, Group group) { return rotated(item, group, 6 + 3) + 6 + 3000; });
  });
}

TEST(BarrierLoops, BreakAndContinue) {
  for (const cl_int stop : {0, 1, 5, 100}) {
    SCOPED_TRACE(stop);
    cl_int added = 0;
    size_t moved = 0;
    for (cl_int i = 0; i != stop; ++i) {
      added += 100;
      if (i % 3 == 1) continue;
      ++moved;
      if (i == 7) break;
    }
    forEachGroupShape([&](size_t global, size_t local) {
      Buffer<cl_int> in(numbers(global)), out(global, -1);
      run("barriers/loops", "breakAndContinue", range1(global, local), in, out,
          localArray<cl_int>(local), stop);
      expectItems(out.read(), global, local,
                  [&](size_t item, Group group) { return rotated(item, group, moved) + added; });
    });
  }
}

TEST(BarrierLoops, UntilAFlagInLocalMemory) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/loops", "untilFlag", range1(global, local), in, out,
        localArray<cl_int>(local + 1), 6);
    expectItems(out.read(), global, local,
                [](size_t item, Group group) { return rotated(item, group, 6) + 6000; });
  });
}

TEST(BarrierLoops, RoundsWithoutBarriersThatSomeSkip) {
  forEachGroupShape([](size_t global, size_t local) {
    constexpr cl_uint kRounds = 6, kFirst = 3;
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/loops", "skippedRounds", range1(global, local), in, out,
        localArray<cl_int>(local), kRounds, kFirst);
    std::vector<cl_int> expected = numbers(global);
    for (size_t first = 0; first < global; first += local) {
      const size_t size = groupOf(first, global, local).size;
      const auto group = expected.begin() + static_cast<ptrdiff_t>(first);
      for (cl_uint round = 0; round < kRounds; ++round) {
        for (size_t id = 0; id < size; ++id)
          if (round >= kFirst || id * 4 / size <= round)
            for (size_t i = 0; i < id % 4; ++i)
              group[id] = static_cast<cl_int>(static_cast<cl_uint>(group[id]) * 3 + round);
        for (cl_uint i = kFirst; i <= round; ++i) {
          std::reverse(group, group + static_cast<ptrdiff_t>(size));
          for (size_t id = 0; id < size; ++id)
            group[id] = static_cast<cl_int>(static_cast<cl_uint>(group[id]) + 1);
        }
      }
    }
    ASSERT_EQ(out.read(), expected);
  });
}

TEST(BarrierLoops, UnevenLoopsBetweenBarriers) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/loops", "unevenBetween", range1(global, local), in, out,
        localArray<cl_int>(local));
    expectItems(out.read(), global, local, [](size_t item, Group group) {
      cl_int sum = 0;
      for (size_t other = item; other < group.first + group.size; ++other)
        for (size_t i = 0; i <= other - group.first; ++i) sum += static_cast<cl_int>(other + i);
      return sum;
    });
  });
}

}  // namespace
}  // namespace kernels
