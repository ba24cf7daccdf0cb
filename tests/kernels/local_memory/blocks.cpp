// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local memory of kernels and of arguments.

#include "device.h"

#include <numeric>

namespace kernels {
namespace {

std::vector<cl_int> numbers(size_t count) {
  std::vector<cl_int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(LocalMemory, VariablesOfSeveralTypes) {
  constexpr int kGlobal = 128, kLocal = 32;
  Buffer<cl_int> in(numbers(kGlobal)), out(kGlobal);
  run("local_memory/blocks", "variables", range1(kGlobal, kLocal), in, out);
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < kGlobal; ++i) {
    const int first = i / kLocal * kLocal;
    const int total = kLocal * first + kLocal * (kLocal - 1) / 2;
    EXPECT_EQ(got[i], total + first + (i - first + 1) % kLocal) << i;
  }
}

TEST(LocalMemory, EachGroupItsOwn) {
  constexpr int kGlobal = 512, kLocal = 8;
  Buffer<cl_int> out(kGlobal);
  run("local_memory/blocks", "eachGroupItsOwn", range1(kGlobal, kLocal), out);
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < kGlobal; ++i) EXPECT_EQ(got[i], i / kLocal) << i;
}

// Work-items that did not find the key wrote back that nobody had found it.
TEST(LocalMemory, AFlagThatOneOfManySets) {
  constexpr int kGlobal = 256, kLocal = 64, kKey = 70;
  Buffer<cl_int> in(numbers(kGlobal)), out(kGlobal);
  run("local_memory/blocks", "flags", range1(kGlobal, kLocal), in, out, cl_int{kKey});
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < kGlobal; ++i)
    EXPECT_EQ(got[i], 2 * (i / kLocal == kKey / kLocal) + (i / 2 == kKey / 2)) << i;
}

TEST(LocalMemory, StoresOfSomeWorkItemsLeaveTheOthers) {
  constexpr int kGlobal = 208, kLocal = 52;
  std::vector<cl_int> values(kGlobal);
  for (int i = 0; i < kGlobal; ++i) values[i] = (i * 37 % 5 - 2) * (i + 3);
  Buffer<cl_int> in(values);
  Buffer<cl_uchar> out(4 * kGlobal);
  run("local_memory/blocks", "someOf", range1(kGlobal, kLocal), in, out);
  const std::vector<cl_uchar> got = out.read();
  for (int i = 0; i < kGlobal; ++i) {
    const cl_int value = values[i];
    EXPECT_EQ(got[4 * i], value > 0 ? value & 255 : 1) << i;
    EXPECT_EQ(got[4 * i + 1], 1) << i;
    EXPECT_EQ(got[4 * i + 2], 1) << i;
    EXPECT_EQ(got[4 * i + 3], value < 0 ? value & 255 : 2) << i;
  }
}

TEST(LocalMemory, AllThatTheDeviceHas) {
  cl_ulong sizeBytes = 0;
  clGetDeviceInfo(TestDevice::get().id(), CL_DEVICE_LOCAL_MEM_SIZE, sizeof sizeBytes, &sizeBytes,
                  nullptr);
  ASSERT_GE(sizeBytes, 32768u);
  const auto count = static_cast<cl_int>(sizeBytes / sizeof(cl_int));
  Buffer<cl_int> out(64, -1);
  run("local_memory/blocks", "large", range1(64, 16), out, localArray<cl_int>(count), count);
  EXPECT_EQ(out.read(), std::vector<cl_int>(64, 0));
}

TEST(LocalMemory, BlocksAreAlignedAndApart) {
  Buffer<cl_ulong> out(3);
  run("local_memory/blocks", "alignment", range1(1), out, LocalBytes{3}, localArray<cl_double16>(2),
      localArray<cl_short>(5));
  const std::vector<cl_ulong> got = out.read();
  EXPECT_EQ(got[1] % sizeof(cl_double16), 0u);
  EXPECT_EQ(got[2] % sizeof(cl_short), 0u);
  const auto apart = [&](int a, cl_ulong aBytes, int b, cl_ulong bBytes) {
    return got[a] + aBytes <= got[b] || got[b] + bBytes <= got[a];
  };
  EXPECT_TRUE(apart(0, 3, 1, 256) && apart(1, 256, 2, 10) && apart(0, 3, 2, 10))
      << got[0] << ", " << got[1] << ", " << got[2];
}

TEST(LocalMemory, GenericPointers) {
  constexpr int kCount = 16;
  Buffer<cl_int> in(numbers(kCount)), out(kCount);
  const int sum = kCount * (kCount - 1) / 2;
  run("local_memory/blocks", "genericPointers", range1(kCount, kCount), in, out,
      localArray<cl_int>(kCount), 0);
  EXPECT_EQ(out.read(), std::vector<cl_int>(kCount, sum + kCount));
  run("local_memory/blocks", "genericPointers", range1(kCount, kCount), in, out,
      localArray<cl_int>(kCount), 1);
  EXPECT_EQ(out.read(), std::vector<cl_int>(kCount, sum));
  run("local_memory/blocks", "genericPointers", range1(kCount, kCount), in, out,
      localArray<cl_int>(kCount), 2);
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(out.read()[i], i + 5);
}

}  // namespace
}  // namespace kernels
