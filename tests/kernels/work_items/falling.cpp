// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over vectors end where a number that falls from id to id has passed its bound, but not
// where it wraps and is above the bound again.

#include "device.h"

#include <limits>

namespace kernels {
namespace {

constexpr size_t kItems = 1000;
constexpr cl_int kUntouched = -77;
constexpr cl_int kLeast = std::numeric_limits<cl_int>::min();
constexpr cl_int kMost = std::numeric_limits<cl_int>::max();

constexpr cl_int kFrom[] = {0,    5,      100,          999,   2000,       -1,
                            -500, kLeast, kLeast + 900, kMost, kMost - 100};
constexpr size_t kFirstIds[] = {0, 7, (size_t{1} << 31) - 500, size_t{1} << 31,
                                (size_t{1} << 32) - 1500};

std::vector<cl_int> expected(cl_int from, size_t first, auto&& isActive) {
  std::vector<cl_int> result(kItems, kUntouched);
  for (size_t i = 0; i < kItems; ++i) {
    const auto number =
        static_cast<cl_int>(static_cast<cl_uint>(from) - static_cast<cl_uint>(first + i));
    if (isActive(number)) result[i] = number;
  }
  return result;
}

std::vector<cl_int> runKernel(const char* name, cl_int from, cl_int bound, size_t first) {
  Buffer<cl_int> out(std::vector<cl_int>(kItems, kUntouched));
  run("work_items/falling", name, range1(kItems, 250, first), out, from, bound,
      static_cast<cl_uint>(first));
  return out.read();
}

TEST(FallingNumbers, AboveABound) {
  for (const cl_int from : kFrom)
    for (const cl_int bound : {-1, 3, -500, kLeast, kLeast + 100, kMost})
      for (const size_t first : kFirstIds)
        EXPECT_EQ(runKernel("falling", from, bound, first),
                  expected(from, first, [&](cl_int number) { return number > bound; }))
            << from << ", " << bound << ", " << first;
}

TEST(FallingNumbers, BetweenBounds) {
  for (const cl_int from : kFrom)
    for (const cl_int bound : {0, 3, 500, kMost})
      for (const size_t first : kFirstIds)
        EXPECT_EQ(
            runKernel("between", from, bound, first),
            expected(from, first, [&](cl_int number) { return number >= 0 && number < bound; }))
            << from << ", " << bound << ", " << first;
}

}  // namespace
}  // namespace kernels
