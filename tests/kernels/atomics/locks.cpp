// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In vectors, work-items gave up a lock behind the loop in which others tried to get it, so that
// most of them never did.

#include "device.h"

namespace kernels {
namespace {

TEST(Locks, EachWorkItemGetsItWithFewTries) {
  constexpr size_t kItems = 256, kLocal = 64;
  Buffer<cl_int> sums(kItems / kLocal), missed(kItems, 1);
  run("atomics/locks", "sum_under_lock", range1(kItems, kLocal), sums, missed);
  EXPECT_EQ(missed.read(), std::vector<cl_int>(kItems));
  EXPECT_EQ(sums.read(), std::vector<cl_int>(kItems / kLocal, kLocal * (kLocal - 1) / 2));
}

}  // namespace
}  // namespace kernels
