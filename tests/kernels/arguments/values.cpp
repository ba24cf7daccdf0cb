// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments by value in all types and widths, structures, buffers and local memory.

#include "device.h"

namespace kernels {
namespace {

template <typename Vector, typename Element>
void expectEcho(const std::string& type) {
  constexpr size_t kCount = sizeof(Vector) / sizeof(Element);
  Vector value;
  for (size_t i = 0; i < kCount; ++i) {
    const auto element = static_cast<Element>(i * 7 + 3) * static_cast<Element>(i % 2 ? -1 : 1);
    reinterpret_cast<Element*>(&value)[i] = static_cast<Element>(element);
  }
  Buffer<Element> out(2 * kCount);
  run("arguments/values", "echo_" + type, range1(1), out, value, cl_uchar{201});
  const std::vector<Element> got = out.read();
  EXPECT_EQ(std::memcmp(got.data(), &value, sizeof value), 0) << type;
  for (size_t i = 0; i < kCount; ++i) EXPECT_EQ(got[kCount + i], static_cast<Element>(201)) << type;
}

#define ECHO_TEST(Name, type)                         \
  TEST(Arguments, Name) {                             \
    expectEcho<cl_##type, cl_##type>(#type);          \
    expectEcho<cl_##type##2, cl_##type>(#type "2");   \
    expectEcho<cl_##type##4, cl_##type>(#type "4");   \
    expectEcho<cl_##type##8, cl_##type>(#type "8");   \
    expectEcho<cl_##type##16, cl_##type>(#type "16"); \
  }
ECHO_TEST(Char, char)
ECHO_TEST(UnsignedChar, uchar)
ECHO_TEST(Short, short)
ECHO_TEST(UnsignedShort, ushort)
ECHO_TEST(Int, int)
ECHO_TEST(UnsignedInt, uint)
ECHO_TEST(Long, long)
ECHO_TEST(UnsignedLong, ulong)
ECHO_TEST(Float, float)
ECHO_TEST(Double, double)

TEST(Arguments, ThreeComponentsTakeTheRoomOfFour) {
  Buffer<cl_int> out(4);
  run("arguments/values", "echo_int3", range1(1), out, cl_int3{{1, -2, 3, 99}}, cl_uchar{5});
  EXPECT_EQ(out.read(), (std::vector<cl_int>{1, -2, 3, 5}));
}

struct Inner {
  cl_char a;
  cl_double b;
  cl_short c;
};
struct Outer {
  Inner inner[2];
  cl_float4 vector;
  cl_uchar tail[5];
};

TEST(Arguments, Structure) {
  Outer value = {{{1, 2.5, 3}, {-4, -5.25, -6}}, {{7, 8, 9, 10}}, {11, 12, 13, 14, 15}};
  Buffer<Outer> out(1);
  run("arguments/values", "structure", range1(1), out, value, cl_char{100});
  const Outer got = out.read()[0];
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(got.inner[i].a, value.inner[i].a);
    EXPECT_EQ(got.inner[i].b, value.inner[i].b);
    EXPECT_EQ(got.inner[i].c, value.inner[i].c);
  }
  for (int i = 0; i < 4; ++i) EXPECT_EQ(got.vector.s[i], value.vector.s[i]);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(got.tail[i], value.tail[i]);
  EXPECT_EQ(got.tail[4], 115);
}

TEST(Arguments, StructureByValueIsEachWorkItemsOwn) {
  Buffer<cl_int> out(64);
  run("arguments/values", "changedByValue", range1(64, 16), out, Inner{0, 0, 1000});
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.read()[i], 1000 + i);
}

TEST(Arguments, MixedWithTwoLocalBlocks) {
  constexpr int kLocal = 16;
  std::vector<cl_int> table(kLocal);
  for (int i = 0; i < kLocal; ++i) table[i] = 1000 * i;
  Buffer<cl_int> out(64), constants(table);
  run("arguments/values", "mixed", range1(64, kLocal), cl_char{-1}, out, cl_double{10.75},
      localArray<cl_int>(kLocal), cl_short3{{1, 2, 3, 0}}, constants, cl_long{100},
      localArray<cl_float4>(kLocal));
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < 64; ++i) {
    const int other = (i + 1) % kLocal;
    EXPECT_EQ(got[i], -1 + 10 + 6 + 1000 * other + 100 + other) << i;
  }
}

TEST(Arguments, NullBuffer) {
  Buffer<cl_int> out(1);
  const cl_mem null = nullptr;
  run("arguments/values", "nullPointer", range1(1), out, null);
  EXPECT_EQ(out.read()[0], 2);
  run("arguments/values", "nullPointer", range1(1), out, out);
  EXPECT_EQ(out.read()[0], 1);
}

TEST(Arguments, TheSameBufferTwice) {
  Buffer<cl_int> both(std::vector<cl_int>{0, 41});
  run("arguments/values", "sameBufferTwice", range1(1), both, both);
  EXPECT_EQ(both.read()[0], 42);
}

TEST(Arguments, Many) {
  cl_int16 e0 = {};
  cl_long16 e1 = {};
  cl_double16 e2 = {};
  e0.s[15] = 1, e1.s[15] = 20, e2.s[15] = 300;
  Buffer<cl_int> out(3);
  run("arguments/values", "manyArguments", range1(1), out, 1, 2, 3, 4, 5, 6, 7, 8, cl_long{10},
      cl_long{20}, cl_long{30}, cl_long{40}, cl_char{1}, cl_short{2}, cl_char{3}, 4000.5, 50000.5f,
      e0, e1, e2);
  EXPECT_EQ(out.read(), (std::vector<cl_int>{36, 106, 54322}));
}

TEST(Arguments, ChangedBetweenLaunches) {
  auto& device = TestDevice::get();
  Buffer<cl_int> out(100);
  cl_int error;
  const cl_program program = device.program("programs/several");
  ASSERT_NE(program, nullptr);
  const cl_kernel kernel = clCreateKernel(program, "setElement", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_mem memory = out.memory();
  const size_t one = 1;
  clSetKernelArg(kernel, 0, sizeof memory, &memory);
  for (cl_int i = 0; i < 100; ++i) {  // each launch keeps the values it was enqueued with
    clSetKernelArg(kernel, 1, sizeof i, &i);
    EXPECT_EQ(clEnqueueNDRangeKernel(device.queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
  }
  clReleaseKernel(kernel);
  const std::vector<cl_int> got = out.read();
  for (cl_int i = 0; i < 100; ++i) EXPECT_EQ(got[i], i * i);
}

}  // namespace
}  // namespace kernels
