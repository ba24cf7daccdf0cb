// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In code for one size of work-groups, work-items that divide by their local id all divided by 1,
// if those that did not divide had one that is 0.

#include "device.h"

namespace kernels {
namespace {

constexpr size_t kSizes[] = {1, 8, 16, 64, 100};
constexpr size_t kItems = 1600;

template <class T>
std::vector<T> dividends() {
  std::vector<T> values(kItems);
  for (size_t i = 0; i < kItems; ++i) values[i] = static_cast<T>(i * 7 % 251);
  return values;
}

TEST(DividedByIds, Numbers) {
  for (size_t size : kSizes) {
    SCOPED_TRACE(size);
    const std::vector<cl_uint> values = dividends<cl_uint>();
    Buffer<cl_uint> in(values), out(4 * kItems);
    run("work_items/divided_by_ids", "by_local_id", range1(kItems, size), in, out);
    std::vector<cl_uint> expected(4 * kItems);
    for (size_t i = 0; i < kItems; ++i) {
      const cl_uint x = values[i], lid = static_cast<cl_uint>(i % size);
      if (lid != 0 && x > 5) {
        expected[4 * i] = x / lid;
        expected[4 * i + 1] = x % lid;
      }
      if ((lid & 3) != 0 && x > 7) expected[4 * i + 2] = x / (lid & 3);
      if (lid != 3 && x > 9)
        expected[4 * i + 3] =
            static_cast<cl_uint>(-static_cast<cl_int>(x) / (static_cast<cl_int>(lid) - 3));
    }
    EXPECT_EQ(out.read(), expected);
  }
}

template <class T>
void expectQuotients(const char* kernel) {
  for (size_t size : kSizes) {
    SCOPED_TRACE(size);
    const std::vector<T> values = dividends<T>();
    Buffer<T> in(values), out(kItems);
    run("work_items/divided_by_ids", kernel, range1(kItems, size), in, out);
    std::vector<T> expected(kItems);
    for (size_t i = 0; i < kItems; ++i) {
      const size_t lid = i % size;
      if (lid != 0 && values[i] > 5) expected[i] = static_cast<T>(values[i] / static_cast<T>(lid));
    }
    EXPECT_EQ(out.read(), expected);
  }
}

TEST(DividedByIds, Bytes) { expectQuotients<cl_uchar>("bytes_by_local_id"); }
TEST(DividedByIds, Longs) { expectQuotients<cl_long>("longs_by_local_id"); }

}  // namespace
}  // namespace kernels
