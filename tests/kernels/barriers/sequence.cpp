// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consecutive barriers: values written before one are read after it.

#include "barrier_cases.h"

namespace kernels {
namespace {

cl_int reversed(size_t item, Group group) {
  return static_cast<cl_int>(2 * group.first + group.size - 1 - item);
}

void expectReversed(const char* kernel) {
  forEachGroupShape([&](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/sequence", kernel, range1(global, local), in, out, localArray<cl_int>(local));
    expectItems(out.read(), global, local, reversed);
  });
}

TEST(BarrierSequence, One) { expectReversed("reverse"); }
TEST(BarrierSequence, FirstAndLastThingOfAKernel) { expectReversed("atTheBorders"); }
TEST(BarrierSequence, WithScope) { expectReversed("withScope"); }

TEST(BarrierSequence, NothingElse) { run("barriers/sequence", "nothingElse", range1(128, 32)); }

TEST(BarrierSequence, ThroughGlobalMemory) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1), between(global, -2);
    run("barriers/sequence", "throughGlobalMemory", range1(global, local), in, out, between);
    expectItems(out.read(), global, local, reversed);
  });
}

TEST(BarrierSequence, Four) {
  forEachGroupShape([](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global, 3)), out(global, -1);
    run("barriers/sequence", "fourInSequence", range1(global, local), in, out,
        localArray<cl_int>(local));
    expectItems(out.read(), global, local, [](size_t item, Group group) {
      const auto at = [&](size_t step) {
        return static_cast<cl_int>(group.first + (item - group.first + step) % group.size + 3);
      };
      return at(0) + 10 * at(1) + 100 * (at(2) + 10 * at(3));
    });
  });
}

TEST(BarrierSequence, InThreeDimensions) {
  constexpr size_t kGlobal = 8 * 6 * 4, kLocal = 4 * 3 * 2;
  Buffer<cl_int> in(numbers(kGlobal)), out(kGlobal, -1);
  run("barriers/sequence", "transposeGroup", range3({8, 6, 4}, {4, 3, 2}), in, out,
      localArray<cl_int>(kLocal));
  expectItems(out.read(), kGlobal, kLocal, reversed);
}

}  // namespace
}  // namespace kernels
