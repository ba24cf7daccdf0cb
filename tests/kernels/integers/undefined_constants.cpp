// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A branch on the result of a constant division by zero, or of an out-of-range conversion, once
// removed the code that leads to it.

#include "device.h"

namespace kernels {
namespace {

class UndefinedConstants : public testing::TestWithParam<std::string> {};

TEST_P(UndefinedConstants, LeaveTheCodeAroundThem) {
  Buffer<cl_int> in(std::vector<cl_int>(64, 9)), out(std::vector<cl_int>(128, 0));
  run("integers/undefined_constants", GetParam(), range1(64), in, out);
  const std::vector<cl_int> got = out.read();
  for (size_t i = 0; i < 64; ++i) ASSERT_EQ(got[i], 7) << i;
}
INSTANTIATE_TEST_SUITE_P(Operations, UndefinedConstants,
                         testing::Values("by_zero", "constant_by_zero", "lowest_by_minus_one",
                                         "remainder_by_zero", "vector_remainder", "too_large",
                                         "infinite", "negative", "loops"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace kernels
