// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What inactive and missing work-items contribute to reductions and scans of floating-point
// numbers: nothing, not even to zeros that are negative or to extrema of nothing but NaNs.
#include "sub_groups/sub_groups.h"

#include <cmath>

namespace kernels {
namespace {

constexpr const char* kSource = R"(
#define RESULTS 8
#define KERNEL(name, prefix, condition)                                              \
  kernel void name(global const TYPE* in, global TYPE* out) {                        \
    const size_t i = get_global_id(0), n = get_global_size(0);                       \
    const TYPE zero = -(TYPE)0, x = in[i];                                           \
    if (condition) {                                                                 \
      out[i] = prefix##reduce_add(zero);                                             \
      out[i + n] = prefix##scan_inclusive_add(zero);                                 \
      out[i + 2 * n] = prefix##scan_exclusive_add(zero);                             \
      out[i + 3 * n] = prefix##reduce_min(x);                                        \
      out[i + 4 * n] = prefix##reduce_max(x);                                        \
      out[i + 5 * n] = prefix##scan_inclusive_min(x);                                \
      out[i + 6 * n] = prefix##scan_exclusive_min(x);                                \
      out[i + 7 * n] = prefix##scan_exclusive_max(x);                                \
    }                                                                                \
  }
KERNEL(everyone, sub_group_, true)
KERNEL(some, sub_group_non_uniform_, i % 5 != 0)
kernel void clusters(global TYPE* out) {
  const size_t i = get_global_id(0), n = get_global_size(0);
  if (i % 5 != 0) {
    out[i] = sub_group_clustered_reduce_add(-(TYPE)0, 4);
    out[i + n] = sub_group_clustered_reduce_max((TYPE)NAN, 4);
  }
}
)";

template <class T>
struct SubGroupZerosAndNans : testing::Test {
  static constexpr size_t kGroups = 3, kLocal = 53, kItems = kGroups * kLocal;

  static cl_program program() {
    return TestDevice::get().sourceProgram(std::string(kHead) + kSource,
                                           std::string(kOptions) + " -DTYPE=" + kTypeName<T>);
  }
  static bool isNegativeZero(T x) { return x == T(0) && std::signbit(double(x)); }
  static bool isPositiveZero(T x) { return x == T(0) && !std::signbit(double(x)); }

  /// `number`: of the work-item `where` of each sub-group; the others have NaN.
  static void expect(const std::string& kernel, size_t where, T number) {
    const bool everyone = kernel == "everyone";
    const Launch launch = launchOf(kGroups, kLocal);
    std::vector<T> in(kItems, T(NAN));
    std::vector<std::vector<uint32_t>> active;
    for (const auto& members : launch.subGroups) {
      auto& list = active.emplace_back();
      for (uint32_t item : members)
        if (everyone || item % 5 != 0) list.push_back(item);
      if (where < list.size()) in[list[where]] = number;
    }
    Buffer<T> values(in), out(8 * kItems);
    KernelCall(program(), kernel, kernel).add(values).add(out).run(launch.range);
    const std::vector<T> told = out.read();
    const auto is = [](T x, bool isNumber, T wanted) {
      return isNumber ? x == wanted : std::isnan(double(x));
    };
    for (const auto& list : active)
      for (size_t lane = 0; lane < list.size(); ++lane) {
        const size_t i = list[lane];
        const bool isFirst = lane == 0, isAny = where < list.size();
        EXPECT_TRUE(isNegativeZero(told[i])) << kernel << " sum " << i;
        EXPECT_TRUE(isNegativeZero(told[i + kItems])) << kernel << " scan " << i;
        EXPECT_TRUE(isFirst ? isPositiveZero(told[i + 2 * kItems])
                            : isNegativeZero(told[i + 2 * kItems]))
            << kernel << " scan " << i;
        EXPECT_TRUE(is(told[i + 3 * kItems], isAny, number)) << kernel << " minimum " << i;
        EXPECT_TRUE(is(told[i + 4 * kItems], isAny, number)) << kernel << " maximum " << i;
        EXPECT_TRUE(is(told[i + 5 * kItems], where <= lane, number)) << kernel << " scan " << i;
        EXPECT_TRUE(isFirst ? told[i + 6 * kItems] == T(INFINITY)
                            : is(told[i + 6 * kItems], where < lane, number))
            << kernel << " scan " << i;
        EXPECT_TRUE(isFirst ? told[i + 7 * kItems] == T(-INFINITY)
                            : is(told[i + 7 * kItems], where < lane, number))
            << kernel << " scan " << i;
      }
  }
};

using FloatTypes = testing::Types<Half, float, double>;
TYPED_TEST_SUITE(SubGroupZerosAndNans, FloatTypes, TypeNames);

TYPED_TEST(SubGroupZerosAndNans, OfAll) {
  this->expect("everyone", 100, TypeParam(0));
  this->expect("everyone", 1, TypeParam(-3));
}
TYPED_TEST(SubGroupZerosAndNans, OfActiveWorkItems) {
  this->expect("some", 100, TypeParam(0));
  this->expect("some", 2, TypeParam(5));
}
TYPED_TEST(SubGroupZerosAndNans, OfClusters) {
  const size_t items = this->kItems;
  Buffer<TypeParam> out(2 * items);
  KernelCall(this->program(), "clusters", "clusters").add(out).run(range1(items, this->kLocal));
  const auto told = out.read();
  for (size_t i = 0; i < items; ++i)
    if (i % 5 != 0) {
      EXPECT_TRUE(this->isNegativeZero(told[i])) << i;
      EXPECT_TRUE(std::isnan(double(told[i + items]))) << i;
    }
}

}  // namespace
}  // namespace kernels
