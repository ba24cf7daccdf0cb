// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose addresses have indices of 32 bits. The compiler takes it that an index does not wrap
// between two accesses which all iterations make, as the object is small. Elsewhere it may.

#include "device.h"

#include <functional>

namespace kernels {
namespace {

constexpr cl_uint kWidth = 48, kHeight = 5, kCount = 37;

std::vector<cl_int> numbers(size_t count) {
  std::vector<cl_int> result(count);
  for (size_t i = 0; i < count; ++i) result[i] = static_cast<cl_int>(i * 40503 % 10007);
  return result;
}

struct Walk {
  cl_uint from, step;  // modulo 2^32
};
constexpr Walk kWalks[] = {{0, 1}, {3, 1}, {kCount - 1, ~0U}, {kCount + 4, ~0U}, {7, 0}};

std::vector<cl_int> ofEachItem(const std::function<cl_int(cl_uint, cl_uint)>& value) {
  std::vector<cl_int> result;
  for (cl_uint y = 0; y < kHeight; ++y)
    for (cl_uint x = 0; x < kWidth; ++x) result.push_back(value(x, y));
  return result;
}

TEST(WrappingIndices, RowsAndColumnsForwardsAndBackwards) {
  const std::vector<cl_int> in = numbers(kWidth * (kWidth + 1));
  Buffer<cl_int> inBuffer(in);
  for (const auto [from, step] : kWalks) {
    Buffer<cl_int> out(kWidth * kHeight);
    run("work_items/wrapping_indices", "rows", range2({kWidth, kHeight}), inBuffer, out, kWidth,
        from, step, kCount);
    EXPECT_EQ(out.read(), ofEachItem([&, from = from, step = step](cl_uint x, cl_uint y) {
                cl_int sum = 0;
                for (cl_uint k = 0; k < kCount; ++k) {
                  const cl_uint at = from + k * step;
                  sum += in[y * kWidth + at] * in[at * kWidth + x] + in[y * kWidth + at + x];
                }
                return sum;
              }))
        << from << ", " << step;
  }
}

TEST(WrappingIndices, SignedRowsAndColumns) {
  const std::vector<cl_int> in = numbers(kWidth * (kWidth + 1));
  Buffer<cl_int> inBuffer(in);
  for (const auto [from, step] : kWalks) {
    Buffer<cl_int> out(kWidth * kHeight);
    run("work_items/wrapping_indices", "signed_rows", range2({kWidth, kHeight}), inBuffer, out,
        kWidth, from, step, kCount);
    EXPECT_EQ(out.read(), ofEachItem([&, from = from, step = step](cl_uint x, cl_uint y) {
                cl_int sum = 0;
                for (cl_uint k = 0; k < kCount; ++k) {
                  const cl_uint at = from + k * step;
                  sum += in[y * kWidth + at] * in[at * kWidth + x];
                }
                return sum;
              }))
        << from << ", " << step;
  }
}

TEST(WrappingIndices, WrapWhereNothingIsAccessed) {
  const std::vector<cl_int> in = numbers(kWidth + kCount);
  Buffer<cl_int> inBuffer(in);
  for (const cl_uint skip : {0U, 1U, 9U, kCount}) {
    Buffer<cl_int> out(kWidth);
    run("work_items/wrapping_indices", "skipped", range1(kWidth), inBuffer, out, -skip, skip,
        kCount);
    std::vector<cl_int> expected(kWidth);
    for (cl_uint x = 0; x < kWidth; ++x)
      for (cl_uint k = skip; k < kCount; ++k) expected[x] += in[k - skip] + in[k - skip + x];
    EXPECT_EQ(out.read(), expected) << skip;
  }
}

TEST(WrappingIndices, WrapBetweenTwoAccesses) {
  const std::vector<cl_int> in = numbers(kWidth + 2 * kCount);
  Buffer<cl_int> inBuffer(in);
  for (const cl_uint step : {1U, 1U << 31, (1U << 31) + 1}) {
    Buffer<cl_int> out(kWidth);
    run("work_items/wrapping_indices", "every_other", range1(kWidth), inBuffer, out, step, kCount);
    std::vector<cl_int> expected(kWidth);
    for (cl_uint x = 0; x < kWidth; ++x)
      for (cl_uint k = 0; k < kCount; k += 2) expected[x] += in[k * step + x] + in[k * step];
    EXPECT_EQ(out.read(), expected) << step;
  }
}

TEST(WrappingIndices, TwoOfOneAddress) {
  const std::vector<cl_int> in = numbers(kWidth);
  Buffer<cl_int> inBuffer(in), out(kWidth);
  run("work_items/wrapping_indices", "balanced", range1(kWidth), inBuffer, out, kCount);
  std::vector<cl_int> expected(kWidth);
  for (cl_uint x = 0; x < kWidth; ++x) expected[x] = static_cast<cl_int>(kCount) * (in[x] + in[0]);
  EXPECT_EQ(out.read(), expected);
}

TEST(WrappingIndices, OneIndexTwiceInAnAddress) {
  constexpr cl_uint kFrom = 2, kRows = 7, kColumn = 5;
  std::vector<cl_int> in = numbers(16 * 16);
  for (cl_int& number : in) number %= 100;
  Buffer<cl_int> inBuffer(in), out(kWidth);
  run("work_items/wrapping_indices", "diagonal", range1(kWidth), inBuffer, out, kFrom, kRows,
      kColumn);
  std::vector<cl_int> expected;
  for (cl_uint x = 0; x < kWidth; ++x) {
    cl_uint sum = 0;
    for (cl_uint k = 0; k < kRows; ++k) {
      const auto product = [&](cl_uint row) {
        return static_cast<cl_uint>(in[row * 16 + row] * in[row * 16 + kColumn] *
                                    in[row * 16 + kColumn + k]);
      };
      sum = sum * 3 + static_cast<cl_uint>(in[kFrom + k + x]) + product(kFrom + k) -
            product(kFrom + k + 1);
    }
    expected.push_back(static_cast<cl_int>(sum));
  }
  EXPECT_EQ(out.read(), expected);
}

TEST(WrappingIndices, BytesWrapWithinAVariable) {
  std::vector<cl_uchar> in(256);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<cl_uchar>(255 - i);
  Buffer<cl_uchar> inBuffer(in);
  Buffer<cl_int> out(in.size());
  run("work_items/wrapping_indices", "bytes", range1(in.size(), 64), inBuffer, out);
  std::vector<cl_int> expected;
  for (const cl_int at : in) {
    const cl_int next = (at + 1) % 256;
    expected.push_back((at * at + 7) * 3 - (next * next + 7));
  }
  EXPECT_EQ(out.read(), expected);
}

// The indices of the first lanes, which are inactive, lie on the other side of the wrap.
template <typename T>
void expectWrapInsideOfAVector(const std::string& kernel, size_t components) {
  constexpr cl_uint kFirst = 21, kItems = 64;
  std::vector<T> in(components * (kItems - kFirst) + 3), expected = in;
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<T>(i * 37 % 101);
  for (size_t i = 0; i + 3 < in.size(); ++i) expected[i] = static_cast<T>(in[i] + T(1 + i % 3));
  Buffer<T> inBuffer(in), out(in.size());
  run("work_items/wrapping_indices", kernel, range1(kItems), inBuffer, out, -kFirst, kFirst);
  EXPECT_EQ(out.read(), expected) << kernel;
}

TEST(WrappingIndices, TheThreeBytesOfALaneAreAPieceOfMemory) {
  expectWrapInsideOfAVector<cl_uchar>("triples_uchar", 3);
}
TEST(WrappingIndices, WrapInsideOfAVector) {
  expectWrapInsideOfAVector<cl_uchar>("singles", 1);
  expectWrapInsideOfAVector<cl_ushort>("triples_ushort", 3);
  expectWrapInsideOfAVector<cl_float>("triples_float", 3);
}

}  // namespace
}  // namespace kernels
