// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on global and local memory: returned and stored values.

#include "device.h"

#include <algorithm>
#include <climits>
#include <map>
#include <numeric>

namespace kernels {
namespace {

constexpr int kOperations = 12;

/// The new value of a cell with the value `old`, by the number of the operation in operations.cl.
template <typename T>
T after(int operation, T old, T operand) {
  using U = std::make_unsigned_t<T>;
  const U a = static_cast<U>(old), b = static_cast<U>(operand);
  switch (operation) {
    case 0: return static_cast<T>(a + b);
    case 1: return static_cast<T>(a - b);
    case 2: return operand;
    case 3: return static_cast<T>(a + 1);
    case 4: return static_cast<T>(a - 1);
    case 5: return old == 100 ? operand : old;
    case 6: return old == 101 ? operand : old;
    case 7: return std::min(old, operand);
    case 8: return std::max(old, operand);
    case 9: return static_cast<T>(a & b);
    case 10: return static_cast<T>(a | b);
    default: return static_cast<T>(a ^ b);
  }
}

template <typename T>
void expectOperations(const std::string& kernel, bool local) {
  const T olds[] = {100, 0, static_cast<T>(-5), std::numeric_limits<T>::max(),
                    std::numeric_limits<T>::min()};
  const T operands[] = {7, static_cast<T>(-3), std::numeric_limits<T>::max()};
  for (const T old : olds)
    for (const T operand : operands) {
      Buffer<T> cells(kOperations, old), out(kOperations, 55);
      if (local) {
        run("atomics/operations", kernel, range1(kOperations, kOperations), cells, out, operand,
            localArray<T>(kOperations));
      } else {
        run("atomics/operations", kernel, range1(kOperations), cells, out, operand);
      }
      const std::vector<T> left = cells.read(), returned = out.read();
      for (int i = 0; i < kOperations; ++i) {
        EXPECT_EQ(returned[i], old) << "operation " << i;
        EXPECT_EQ(left[i], after(i, old, operand)) << "operation " << i << " of " << operand;
      }
      if (testing::Test::HasFailure()) return;
    }
}

TEST(Atomics, GlobalInt) { expectOperations<cl_int>("global_int", false); }
TEST(Atomics, GlobalUnsignedInt) { expectOperations<cl_uint>("global_uint", false); }
TEST(Atomics, LocalInt) { expectOperations<cl_int>("local_int", true); }
TEST(Atomics, LocalUnsignedInt) { expectOperations<cl_uint>("local_uint", true); }
TEST(Atomics, C11GlobalInt) { expectOperations<cl_int>("c11_global_int", false); }
TEST(Atomics, C11GlobalUnsignedInt) { expectOperations<cl_uint>("c11_global_uint", false); }
TEST(Atomics, C11GlobalLong) { expectOperations<cl_long>("c11_global_long", false); }
TEST(Atomics, C11GlobalUnsignedLong) { expectOperations<cl_ulong>("c11_global_ulong", false); }
TEST(Atomics, C11LocalInt) { expectOperations<cl_int>("c11_local_int", true); }
TEST(Atomics, C11LocalUnsignedInt) { expectOperations<cl_uint>("c11_local_uint", true); }
TEST(Atomics, C11LocalLong) { expectOperations<cl_long>("c11_local_long", true); }
TEST(Atomics, C11LocalUnsignedLong) { expectOperations<cl_ulong>("c11_local_ulong", true); }

TEST(Atomics, Contended) {
  constexpr int kCount = 1 << 16;
  std::vector<cl_int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<cl_int>(i * 2654435761u) >> 16;
  Buffer<cl_int> in(values), sums(std::vector<cl_int>{0, INT_MIN, INT_MAX, 0});
  run("atomics/operations", "contended", range1(kCount, 64), sums, in, localArray<cl_int>(1));
  const cl_int sum = std::accumulate(values.begin(), values.end(), 0);
  EXPECT_EQ(sums.read(), (std::vector<cl_int>{sum, *std::ranges::max_element(values),
                                              *std::ranges::min_element(values), sum}));
}

// What work-items found and left are the steps of a path from the first value to the last one: each
// value is found as often as it was left before.
template <typename T>
void expectSequence(const std::string& kernel) {
  constexpr int kCount = 700;
  constexpr T kFirst = 12345;
  std::vector<T> values(kCount);
  for (int i = 0; i < kCount; ++i)
    values[i] = static_cast<T>((cl_ulong(i) + 1) * 0x9e3779b97f4a7c15 >> 20);
  for (int which : {0, 1, 2, 3, 7, 8, 9, 10, 11}) {
    Buffer<T> cell(1, kFirst), in(values), out(kCount);
    run("atomics/operations", kernel, range1(kCount, kCount), cell, in, out, cl_int{which});
    const std::vector<T> found = out.read();
    std::map<T, int> balance;
    ++balance[kFirst];
    --balance[cell.read()[0]];
    for (int i = 0; i < kCount; ++i)
      if (i % 7 != 3) {
        --balance[found[i]];
        ++balance[after(which, found[i], values[i])];
      }
    for (const auto& [value, count] : balance)
      ASSERT_EQ(count, 0) << kernel << ", operation " << which << ": value " << value;
  }
}

TEST(Atomics, ResultsAtOneAddressAreASequence) {
  expectSequence<cl_int>("one_global_int");
  expectSequence<cl_uint>("one_global_uint");
  expectSequence<cl_ulong>("one_global_ulong");
}
TEST(Atomics, ResultsAtOneLocalAddressAreASequence) {
  expectSequence<cl_int>("one_local_int");
  expectSequence<cl_uint>("one_local_uint");
  expectSequence<cl_ulong>("one_local_ulong");
}

TEST(Atomics, EveryTicketOnce) {
  constexpr int kCount = 50000;
  Buffer<cl_int> next(1), owner(kCount);
  run("atomics/operations", "tickets", range1(kCount), next, owner);
  EXPECT_EQ(next.read()[0], kCount);
  EXPECT_EQ(owner.read(), std::vector<cl_int>(kCount, 1));
}

TEST(Atomics, SumByCompareAndExchange) {
  Buffer<cl_float> sum(1);
  run("atomics/operations", "sumByExchange", range1(10000), sum, 0.5f);
  EXPECT_EQ(sum.read()[0], 5000.0f);
}

TEST(Atomics, FlagsAndFloats) {
  Buffer<cl_int> flag(1), out(6, -1);
  Buffer<cl_float> real(1, 1.5f);
  run("atomics/operations", "flagsAndFloats", range1(1), flag, real, out);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{0, 1, 0, 15, 25, 45}));
}

}  // namespace
}  // namespace kernels
