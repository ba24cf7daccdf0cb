// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that exchange values through local memory at distances which are powers of two: lanes
// of a vector do so by shuffles. Each group size, also those that fill no vector, against the host.

#include "device.h"

#include <algorithm>
#include <random>

namespace kernels {
namespace {

constexpr size_t kSizes[] = {1, 2, 3, 7, 8, 16, 33, 64, 100, 256};

template <typename T>
constexpr const char* kName = "";
template <>
constexpr const char* kName<cl_uchar> = "uchar";
template <>
constexpr const char* kName<cl_short> = "short";
template <>
constexpr const char* kName<cl_int> = "int";
template <>
constexpr const char* kName<cl_long> = "long";

template <typename T>
std::vector<T> randomNumbers(size_t count) {
  std::mt19937 random(static_cast<unsigned>(count));
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(random());
  return numbers;
}

template <typename T>
void runExchange(const std::string& kernel, const Range& range, const Buffer<T>& in,
                 const Buffer<T>& out) {
  run("barriers/exchanges", kernel + "_" + kName<T>, range, in, out);
}

template <typename T>
class Exchanges : public testing::Test {};
using Types = testing::Types<cl_uchar, cl_short, cl_int, cl_long>;
TYPED_TEST_SUITE(Exchanges, Types);

TYPED_TEST(Exchanges, SortsGroups) {
  constexpr size_t kGroups = 3;
  for (const size_t size : kSizes) {
    if ((size & (size - 1)) != 0) continue;
    std::vector<TypeParam> numbers = randomNumbers<TypeParam>(kGroups * 2 * size);
    Buffer<TypeParam> in(numbers), out(numbers.size());
    runExchange("sort", range1(kGroups * size, size), in, out);
    for (size_t group = 0; group < kGroups; ++group)
      std::sort(numbers.begin() + static_cast<ptrdiff_t>(group * 2 * size),
                numbers.begin() + static_cast<ptrdiff_t>((group + 1) * 2 * size));
    EXPECT_EQ(out.read(), numbers) << "groups of " << size;
  }
}

TYPED_TEST(Exchanges, SpreadByFour) {
  constexpr size_t kRoom = 4 * 256 + 256, kSteps = 4;
  for (const size_t size : kSizes) {
    const std::vector<TypeParam> numbers = randomNumbers<TypeParam>(4 * size);
    Buffer<TypeParam> in(numbers), out(kSteps * kRoom);
    runExchange("spread", range1(size, size), in, out);
    std::vector<TypeParam> expected(kSteps * kRoom, 1);
    for (size_t step = 1, first = 0; step < 128; step *= 4, first += kRoom)
      for (size_t i = 0; i < size; ++i)
        for (size_t r = 0; r < 4; ++r)
          expected[first + 4 * (i - i % step) + i % step + r * step] = numbers[4 * i + r];
    EXPECT_EQ(out.read(), expected) << "groups of " << size;
  }
}

TYPED_TEST(Exchanges, ReadsByPartsOfIds) {
  const std::vector<TypeParam> numbers = randomNumbers<TypeParam>(256);
  for (const size_t size : kSizes) {
    Buffer<TypeParam> in(numbers), out(8 * 2 * size);
    runExchange("parts", range1(2 * size, size), in, out);
    std::vector<TypeParam> expected;
    for (size_t row = 0; row < 8; ++row)
      for (size_t id = 0; id < 2 * size; ++id) {
        const size_t i = id % size;
        const size_t from[] = {i ^ 1,
                               i ^ 5,
                               i & 3,
                               i >> 2,
                               (i & 3) * 16 + (i >> 2 & 15),
                               (i & ~size_t{1}) | 2,
                               ((i & 1) << 4) + (i >> 1 & 7) + 7,
                               (i / 8 * 4 + i % 4) & 255};
        expected.push_back(numbers[from[row]]);
      }
    EXPECT_EQ(out.read(), expected) << "groups of " << size;
  }
}

TEST(ExchangesOfVectors, SpreadByFour) {
  constexpr size_t kRoom = 4 * 256, kSteps = 4;
  for (const size_t size : {64, 128, 256}) {
    const std::vector<cl_int> numbers = randomNumbers<cl_int>(8 * size);
    Buffer<cl_int> in(numbers), out(2 * kSteps * kRoom);
    run("barriers/exchanges", "spread_int2", range1(size, size), in, out);
    std::vector<cl_int> expected(2 * kSteps * kRoom);
    for (size_t step = 1, first = 0; step < 128; step *= 4, first += kRoom)
      for (size_t i = 0; i < 4 * size; ++i)
        for (size_t component = 0; component < 2; ++component) {
          const size_t k = i / 4 % step, to = i / 4 * 4 - 4 * k + k + i % 4 * step;
          expected[2 * (first + to) + component] = numbers[2 * i + component];
        }
    EXPECT_EQ(out.read(), expected) << "groups of " << size;
  }
}

}  // namespace
}  // namespace kernels
