// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in called functions.

#include "barrier_cases.h"

namespace kernels {
namespace {

cl_int ahead(size_t item, Group group, size_t distance) {
  return static_cast<cl_int>(group.first + (item - group.first + distance) % group.size);
}

template <typename Expected, typename... Arguments>
void expectValues(const char* kernel, Expected expected, const Arguments&... arguments) {
  forEachGroupShape([&](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/functions", kernel, range1(global, local), in, out, localArray<cl_int>(local),
        arguments...);
    expectItems(out.read(), global, local, expected);
  });
}

TEST(BarrierFunctions, CalledOnce) {
  expectValues("once", [](size_t item, Group group) { return ahead(item, group, 1); });
}

TEST(BarrierFunctions, CalledTwice) {
  expectValues("twice", [](size_t item, Group group) {
    return ahead(item, group, 0) + 10 * ahead(item, group, 1) + 100 * ahead(item, group, 2);
  });
}

TEST(BarrierFunctions, CalledInALoopOfAFunction) {
  for (const cl_int count : {0, 3}) {
    expectValues(
        "nested",
        [&](size_t item, Group group) {
          cl_int sum = 0;
          for (cl_int i = 0; i <= count; ++i) sum += ahead(item, group, i);
          return sum;
        },
        count);
  }
}

TEST(BarrierFunctions, NothingButABarrier) {
  expectValues("barrierAlone", [](size_t item, Group group) { return ahead(item, group, 1); });
}

TEST(BarrierFunctions, EarlyReturnOfAFunction) {
  for (const cl_int wanted : {0, 2}) {
    expectValues(
        "conditional",
        [&](size_t item, Group group) {
          const cl_int value = ahead(item, group, wanted + 1);
          return wanted ? value : -value;
        },
        wanted);
  }
}

TEST(BarrierFunctions, ResultThroughAPointerToPrivateMemory) {
  expectValues("throughPointer", [](size_t item, Group group) { return ahead(item, group, 2); });
}

TEST(BarrierFunctions, KernelCalledByAKernel) {
  expectValues("inner", [](size_t item, Group group) { return ahead(item, group, 1) + 7; });
  expectValues("outer", [](size_t item, Group group) { return ahead(item, group, 1) + 107; });
}

}  // namespace
}  // namespace kernels
