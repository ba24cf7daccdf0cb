// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and rearrangements of vectors.

#include "device.h"

#include <numeric>

namespace kernels {
namespace {

template <typename T>
void expectCopies(const std::string& type) {
  constexpr int kItems = 12, kLocal = 4;
  for (const int width : {2, 3, 4, 8, 16}) {
    SCOPED_TRACE(type + std::to_string(width));
    const size_t count = kItems * width + 2;
    std::vector<T> in(count), table(16);
    std::iota(in.begin(), in.end(), T{1});
    std::iota(table.begin(), table.end(), T{3});
    Buffer<T> inBuffer(in), tableBuffer(table), out(count);
    run("vector_data/access", "copy_" + type + std::to_string(width), range1(kItems, kLocal),
        inBuffer, out, localArray<T>(kLocal * width), tableBuffer);
    std::vector<T> expected(count);
    for (int i = 0; i < kItems * width; ++i)
      expected[i + 1] = static_cast<T>(in[i + 1] + table[i % width]);
    EXPECT_EQ(out.read(), expected);
  }
}

TEST(VectorData, CopiesOfChar) { expectCopies<cl_char>("char"); }
TEST(VectorData, CopiesOfUnsignedShort) { expectCopies<cl_ushort>("ushort"); }
TEST(VectorData, CopiesOfInt) { expectCopies<cl_int>("int"); }
TEST(VectorData, CopiesOfUnsignedLong) { expectCopies<cl_ulong>("ulong"); }
TEST(VectorData, CopiesOfFloat) { expectCopies<cl_float>("float"); }
TEST(VectorData, CopiesOfDouble) { expectCopies<cl_double>("double"); }

TEST(VectorData, Shuffles) {
  std::vector<cl_int> in(16);
  std::iota(in.begin(), in.end(), 100);
  // Only the low bits of a mask element count.
  const std::vector<cl_uint> mask = {3, 5, 0xfffffff2, 0, 14, 7, 8, 1, 2, 3, 15, 9, 31, 4, 6, 10};
  Buffer<cl_int> inBuffer(in), out(34);
  Buffer<cl_uint> maskBuffer(mask);
  run("vector_data/access", "shuffles", range1(1), inBuffer, maskBuffer, out);
  std::vector<cl_int> expected;
  const auto add = [&](int count, cl_uint bits) {
    for (int i = 0; i < count; ++i) expected.push_back(100 + static_cast<cl_int>(mask[i] & bits));
  };
  add(4, 3), add(8, 3), add(2, 15), add(4, 7), add(16, 15);
  EXPECT_EQ(out.read(), expected);
}

TEST(VectorData, Components) {
  std::vector<cl_int> in(16);
  std::iota(in.begin(), in.end(), 10);
  Buffer<cl_int> inBuffer(in), out(27);
  run("vector_data/access", "components", range1(1), inBuffer, out);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{11, 11, 12, 12, 13, 17, 21, 25, 10, 12, 12, 10, 23, 25,
                                             11, 5,  3,  22, 1,  10, 11, 12, 13, 77, 15, 16, 17}));
}

TEST(VectorData, Halves) {
  // 0.0, -0.0, 1, -2, the largest, the smallest, a denormal, infinity and numbers between.
  const std::vector<cl_half> in = {0x0000, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x0400, 0x0003, 0x7c00,
                                   0x3555, 0xb555, 0x4248, 0x5640, 0xfc00, 0x0001, 0x3c01, 0x6400};
  Buffer<cl_half> inBuffer(in), back(80);
  Buffer<cl_float> out(16);
  run("vector_data/access", "halves", range1(16), inBuffer, out, back);
  const std::vector<cl_float> wide = out.read();
  EXPECT_EQ(wide[2], 1.0f);
  EXPECT_EQ(wide[3], -2.0f);
  EXPECT_EQ(wide[4], 65504.0f);
  EXPECT_EQ(wide[5], 0x1p-14f);
  EXPECT_EQ(wide[6], 0x3p-24f);
  EXPECT_EQ(wide[7], std::numeric_limits<float>::infinity());
  const std::vector<cl_half> got = back.read();
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(got[i], in[i]) << "element " << i;
    EXPECT_EQ(got[32 + i], in[i]) << "element " << i;
    if (i % 4 < 3) EXPECT_EQ(got[48 + i], in[i]) << "element " << i;
  }
  EXPECT_EQ(got[16 + 2], 0x3c00);  // 1.0004 toward zero
  EXPECT_EQ(got[64 + 2], 0x3c01);  // 1.0004 upward
  EXPECT_EQ(got[64 + 4], 0x7c00);  // beyond the largest, upward
}

TEST(VectorData, AsynchronousCopies) {
  constexpr int kCount = 64, kLocal = 16;
  std::vector<cl_int> in(kCount), expected(kCount);
  std::iota(in.begin(), in.end(), 0);
  for (int i = 0; i < kCount; ++i) expected[i] = i / kLocal * kLocal + kLocal - 1 - i % kLocal;
  Buffer<cl_int> inBuffer(in), out(kCount);
  run("vector_data/access", "asynchronousCopies", range1(kCount, kLocal), inBuffer, out,
      localArray<cl_int>(kLocal));
  EXPECT_EQ(out.read(), expected);
}

TEST(VectorData, StridedCopies) {
  constexpr int kLocal = 8;
  std::vector<cl_int> in(3 * kLocal);
  std::iota(in.begin(), in.end(), 0);
  Buffer<cl_int> inBuffer(in), out(2 * kLocal, -1);
  run("vector_data/access", "stridedCopies", range1(kLocal, kLocal), inBuffer, out,
      localArray<cl_int>(kLocal));
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < 2 * kLocal; ++i) EXPECT_EQ(got[i], i % 2 ? -1 : i / 2 * 3);
}

}  // namespace
}  // namespace kernels
