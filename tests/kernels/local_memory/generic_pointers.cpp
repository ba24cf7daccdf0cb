// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// to_global, to_local, to_private and get_fence if the address space is known at run time only.

#include "device.h"

#include <numeric>

namespace kernels {
namespace {

// Results of the kernel for each address space: the cast that succeeds, and the fence above it.
constexpr cl_int kGlobal = 1 | 2 << 3, kLocal = 2 | 1 << 3, kPrivate = 4;

struct Large {
  cl_int words[8];
};

TEST(GenericPointers, MemoryIsFoundWhenTheKernelRuns) {
  constexpr size_t kItems = 96;
  std::vector<cl_int> choices(kItems), data(kItems);
  for (size_t i = 0; i < kItems; ++i) choices[i] = cl_int(i * 7 % 6);
  std::iota(data.begin(), data.end(), 100);
  Large structure;
  std::iota(structure.words, structure.words + 8, 40);
  Buffer<cl_int> out(2 * kItems), choice(choices), memory(data);
  run("local_memory/generic_pointers", "chosen", range1(kItems, 16), out, choice, memory,
      LocalBytes{64}, structure);
  const std::vector<cl_int> got = out.read();
  for (size_t i = 0; i < kItems; ++i) {
    const cl_int where[] = {kGlobal, kLocal, kLocal, kPrivate, kGlobal, kPrivate};
    const cl_int what[] = {cl_int(100 + i), 20, 30, cl_int(10 + i % 4), 5, cl_int(40 + i % 8)};
    EXPECT_EQ(got[2 * i], where[choices[i]]) << "work-item " << i << ", choice " << choices[i];
    EXPECT_EQ(got[2 * i + 1], what[choices[i]]) << "work-item " << i << ", choice " << choices[i];
  }
}

TEST(GenericPointers, PrivateValuesAcrossBarriers) {
  constexpr size_t kItems = 64;
  std::vector<cl_int> choices(kItems + 1);
  for (size_t i = 0; i <= kItems; ++i) choices[i] = i % 3 == 0;
  Buffer<cl_int> out(2 * kItems), choice(choices);
  run("local_memory/generic_pointers", "acrossBarriers", range1(kItems, 16), out, choice);
  const std::vector<cl_int> got = out.read();
  for (size_t i = 0; i < kItems; ++i) {
    EXPECT_EQ(got[2 * i], choices[i] ? kLocal : kPrivate) << i;
    EXPECT_EQ(got[2 * i + 1], choices[i] ? 7 : cl_int(i) + (choices[i + 1] & 3)) << i;
  }
}

TEST(GenericPointers, NullIsNoMemory) {
  const std::vector<cl_int> choices = {0, 1, 0, 1};
  Buffer<cl_int> out(4), choice(choices);
  run("local_memory/generic_pointers", "nullPointers", range1(4), out, choice);
  EXPECT_EQ(out.read(), choices);
}

}  // namespace
}  // namespace kernels
