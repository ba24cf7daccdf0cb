// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private values and arrays that live across barriers.

#include "barrier_cases.h"

namespace kernels {
namespace {

/// expected(value, local id, next) where next(k) is the input k places ahead in the group.
template <typename Expected, typename... Arguments>
void expectValues(const char* kernel, Expected expected, const Arguments&... arguments) {
  forEachGroupShape([&](size_t global, size_t local) {
    Buffer<cl_int> in(numbers(global)), out(global, -1);
    run("barriers/private_values", kernel, range1(global, local), in, out,
        localArray<cl_int>(local), arguments...);
    expectItems(out.read(), global, local, [&](size_t item, Group group) {
      return expected(
          static_cast<cl_int>(item), static_cast<cl_int>(item - group.first), [&](size_t ahead) {
            return static_cast<cl_int>(group.first + (item - group.first + ahead) % group.size);
          });
    });
  });
}

TEST(BarrierPrivateValues, Array) {
  for (const cl_int shift : {0, 5, 7}) {
    expectValues(
        "array",
        [&](cl_int value, cl_int, auto next) {
          cl_int kept[8], sum = 0;
          for (int i = 0; i < 8; ++i) kept[i] = value * (i + 1);
          kept[(shift + 1) & 7] = next(1) * ((shift & 7) + 1);
          for (int i = 0; i < 8; ++i) sum += kept[i] << (i & 3);
          return sum;
        },
        shift);
  }
}

TEST(BarrierPrivateValues, ArrayFilledInALoop) {
  expectValues("arrayFilledInALoop", [](cl_int, cl_int lid, auto next) {
    cl_uint seen[16], sum = 0;
    for (int i = 0; i < 16; ++i) seen[(i + lid) & 15] = static_cast<cl_uint>(next(i) + i);
    for (int i = 0; i < 16; ++i) sum = sum * 3 + seen[i];
    return static_cast<cl_int>(sum);
  });
}

TEST(BarrierPrivateValues, LargeArray) {
  expectValues(
      "largeArray",
      [](cl_int value, cl_int, auto next) {
        return value + (next(1) + 7) * 7 % 1000 + value + 999;
      },
      7);
}

TEST(BarrierPrivateValues, Structure) {
  expectValues("structure", [](cl_int value, cl_int, auto next) {
    return (value & 127) + value + 2 * (value + next(1)) + 3 * value + 3 + value;
  });
}

TEST(BarrierPrivateValues, Vectors) {
  expectValues("vectors", [](cl_int value, cl_int, auto next) {
    return 3 * value + 3 + value + (value & 63) + 1 + value + next(1);
  });
}

TEST(BarrierPrivateValues, TruthValues) {
  expectValues("truthValues", [](cl_int value, cl_int, auto next) {
    return (value & 1 ? 1 : 2) + (value % 3 == 0 ? 10 : 20) + (next(1) > value ? 100 : 200);
  });
}

TEST(BarrierPrivateValues, Addresses) {
  for (const cl_int choice : {0, 1}) {
    forEachGroupShape([&](size_t global, size_t local) {
      Buffer<cl_int> in(numbers(global)), out(global, -1);
      run("barriers/private_values", "addresses", range1(global, local), in, out,
          localArray<cl_int>(local), choice);
      expectItems(out.read(), global, local, [&](size_t item, Group group) {
        const auto chosen = [&](size_t lid) {
          const auto value = static_cast<cl_int>(group.first + lid);
          return (lid + choice) % 2 ? value : 3 * value;
        };
        const size_t lid = item - group.first;
        const auto value = static_cast<cl_int>(item);
        const cl_int added = chosen((lid + 1) % group.size);
        return (lid + choice) % 2 ? 10 * (value + added) + 3 * value
                                  : 10 * value + 3 * value + added;
      });
    });
  }
}

}  // namespace
}  // namespace kernels
