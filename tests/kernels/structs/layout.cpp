// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structures, unions and packed layouts shared between host and kernel.

#include "device.h"

#include <bit>

namespace kernels {
namespace {

TEST(Structs, SizesAndOffsets) {
  Buffer<cl_int> out(13);
  run("structs/layout", "layout", range1(1), out);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{6, 4, 24, 16, 48, 16, 32, 96, 68, 15, 11, 32, 8}));
}

struct Small {
  cl_char a;
  cl_short b;
  cl_char c;
};
struct alignas(32) Nested {
  cl_char a;
  alignas(32) cl_double b[4];
  cl_char c[3];
  Small d[2];
};
static_assert(sizeof(Nested) == 96);

TEST(Structs, NestedThroughPrivateMemory) {
  std::vector<Nested> in(3);
  for (int i = 0; i < 3; ++i)
    in[i] = {static_cast<cl_char>(i),
             {1.0 * i, 2.0 * i, 3.0 * i, 4.0 * i},
             {5, 6, 7},
             {{1, 2, 3}, {4, static_cast<cl_short>(50 + i), 6}}};
  Buffer<Nested> inBuffer(in), out(3);
  run("structs/layout", "copyNested", range1(3), inBuffer, out);
  const std::vector<Nested> got = out.read();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(got[i].a, in[i].a);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(got[i].b[k], in[i].b[k] + 1.0);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(got[i].c[k], in[i].c[k]);
    EXPECT_EQ(got[i].d[0].b, 2);
    EXPECT_EQ(got[i].d[1].b, 2 * (50 + i));
    EXPECT_EQ(got[i].d[1].c, 6);
  }
}

struct [[gnu::packed]] Packed {
  cl_char a;
  cl_long b;
  cl_short c;
  cl_int d;
};

TEST(Structs, Packed) {
  std::vector<Packed> values(5);
  for (int i = 0; i < 5; ++i)
    values[i] = {static_cast<cl_char>(-i), cl_long{1} << 40, static_cast<cl_short>(i), 1000};
  Buffer<Packed> buffer(values);
  run("structs/layout", "packedElements", range1(5), buffer);
  const std::vector<Packed> got = buffer.read();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(cl_long{got[i].b}, (cl_long{1} << 40) - i);
    EXPECT_EQ(cl_int{got[i].d}, 1000 + i);
  }
}

TEST(Structs, UnionViews) {
  Buffer<cl_uint> out(3);
  run("structs/layout", "unionViews", range1(1), out, 1.5f);
  const auto bits = std::bit_cast<cl_uint>(1.5f);
  EXPECT_EQ(out.read(), (std::vector<cl_uint>{bits, (bits & ~0xffu) | 1, bits >> 16}));
}

TEST(Structs, PassedAndReturned) {
  Buffer<cl_int> blocks(std::vector<cl_int>{1, 2, 3, 4, 5, 6, 7, 8});
  run("structs/layout", "passedAndReturned", range1(2), blocks);
  EXPECT_EQ(blocks.read(), (std::vector<cl_int>{4, 3, 2, 1, 8, 7, 6, 5}));
}

}  // namespace
}  // namespace kernels
