// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of negative zeros are negative, extrema of nothing but NaNs are NaN, and the first work-item
// of an exclusive scan has the identity: also in the idle lanes of a work-group's last vector.
#include "work_group_functions/groups.h"

#include <cmath>

namespace kernels {
namespace {

constexpr const char* kSource = R"(
kernel void k(global TYPE* out) {
  const size_t i = get_global_id(0), n = get_global_size(0);
  const TYPE zero = -(TYPE)0, nan = NAN;
  out[i] = work_group_reduce_add(zero);
  out[i + n] = work_group_scan_inclusive_add(zero);
  out[i + 2 * n] = work_group_scan_exclusive_add(zero);
  out[i + 3 * n] = work_group_reduce_min(nan);
  out[i + 4 * n] = work_group_scan_inclusive_max(nan);
  out[i + 5 * n] = work_group_scan_exclusive_min(nan);
  out[i + 6 * n] = work_group_scan_exclusive_max(nan);
  out[i + 7 * n] = work_group_reduce_max(get_local_id(0) == 2 ? (TYPE)-1 : nan);
}
)";

template <class T>
struct WorkGroupZerosAndNans : testing::Test {};
using FloatTypes = testing::Types<Half, float, double>;
TYPED_TEST_SUITE(WorkGroupZerosAndNans, FloatTypes, TypeNames);

TYPED_TEST(WorkGroupZerosAndNans, ContributeAsTheyAre) {
  using T = TypeParam;
  const auto isZero = [](T x, bool negative) {
    return x == T(0) && std::signbit(double(x)) == negative;
  };
  for (size_t local : {3, 16, 64, 85}) {
    const size_t items = 4 * local;
    Buffer<T> out(8 * items);
    KernelCall(TestDevice::get().sourceProgram(std::string(kHead) + kSource,
                                               std::string(kOptions) + " -DTYPE=" + kTypeName<T>),
               "zeros and NaNs", "k")
        .add(out)
        .run(range1(items, local));
    const std::vector<T> told = out.read();
    for (size_t i = 0; i < items; ++i) {
      const bool isFirst = i % local == 0;
      EXPECT_TRUE(isZero(told[i], true)) << i << " of groups of " << local;
      EXPECT_TRUE(isZero(told[i + items], true)) << i << " of groups of " << local;
      EXPECT_TRUE(isZero(told[i + 2 * items], !isFirst)) << i << " of groups of " << local;
      EXPECT_TRUE(std::isnan(double(told[i + 3 * items]))) << i << " of groups of " << local;
      EXPECT_TRUE(std::isnan(double(told[i + 4 * items]))) << i << " of groups of " << local;
      const T least = told[i + 5 * items], greatest = told[i + 6 * items];
      EXPECT_TRUE(isFirst ? least == T(INFINITY) : std::isnan(double(least))) << i;
      EXPECT_TRUE(isFirst ? greatest == T(-INFINITY) : std::isnan(double(greatest))) << i;
      EXPECT_EQ(double(told[i + 7 * items]), -1) << i << " of groups of " << local;
    }
  }
}

}  // namespace
}  // namespace kernels
