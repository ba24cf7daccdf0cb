// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half arithmetic is correctly rounded, with half instructions and with float arithmetic: every
// number is combined with some that give ties, subnormals and overflow. LANEWISE_CPU selects float
// arithmetic in runs of their own (kernels-builtins-half-in-float).
#include "builtins/half_numbers.h"
#include "device.h"

#include <cmath>

namespace kernels {
namespace {

struct Operation {
  const char* kernel;
  long double (*exact)(long double x, long double a, long double b);
  bool anyZero = false;  // for zeros of both signs either result is valid
};

constexpr Operation kOperations[] = {
    {"add", [](long double x, long double a, long double) { return x + a; }},
    {"subtract", [](long double x, long double a, long double) { return x - a; }},
    {"multiply", [](long double x, long double a, long double) { return x * a; }},
    {"divide", [](long double x, long double a, long double) { return x / a; }},
    {"root", [](long double x, long double, long double) { return std::sqrt(x); }},
    {"fused", [](long double x, long double a, long double b) { return x * a + b; }},
    {"smaller", [](long double x, long double a, long double) { return std::fmin(x, a); }, true},
    {"larger", [](long double x, long double a, long double) { return std::fmax(x, a); }, true},
    {"down", [](long double x, long double, long double) { return std::floor(x); }},
    {"up", [](long double x, long double, long double) { return std::ceil(x); }},
    {"toward_zero", [](long double x, long double, long double) { return std::trunc(x); }},
    {"to_even", [](long double x, long double, long double) { return std::rint(x); }},
    {"away", [](long double x, long double, long double) { return std::round(x); }},
    {"choice", [](long double x, long double a, long double b) { return x < a ? b : x; }},
    {"choice_if_unordered",
     [](long double x, long double a, long double b) { return x >= a ? x : b; }},
};

// Second operands: ordinary, at midpoints, subnormal, largest, special.
constexpr cl_half kOperands[][2] = {{0x3c01, 0x1001}, {0x3e00, 0x0001}, {0x0001, 0x8001},
                                    {0x7bff, 0xfbff}, {0x3555, 0x8400}, {0xb801, 0x3bff},
                                    {0x03ff, 0x0400}, {0x7c00, 0xfc00}, {0x7e00, 0x3c00},
                                    {0xc248, 0x0c00}, {0x1401, 0x0002}};

class HalfArithmetic : public testing::TestWithParam<Operation> {};

TEST_P(HalfArithmetic, IsRoundedOnce) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  const Operation& operation = GetParam();
  std::vector<cl_half> xs;
  for (size_t i = 0; i < kAllHalves; ++i) xs.push_back(static_cast<cl_half>(i));
  const Buffer<cl_half> x(xs), out(kAllHalves);
  for (const auto& [a, b] : kOperands)
    for (const char* width : {"", "8"}) {
      const Buffer<cl_half> y(1, a), z(1, b);
      run("builtins/half_arithmetic", std::string(operation.kernel) + width, range1(kAllHalves), x,
          y, z, out);
      const std::vector<cl_half> got = out.read();
      for (size_t i = 0; i < kAllHalves; ++i) {
        const cl_half expected =
            rounded(operation.exact(toDouble(xs[i]), toDouble(a), toDouble(b)));
        const bool zeros = (got[i] & 0x7fff) == 0 && (expected & 0x7fff) == 0;
        ASSERT_TRUE(same(got[i], expected) || (operation.anyZero && zeros))
            << operation.kernel << width << " of " << toDouble(xs[i]) << ", " << toDouble(a) << ", "
            << toDouble(b) << " is " << toDouble(got[i]) << ", not " << toDouble(expected);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Builtins, HalfArithmetic, testing::ValuesIn(kOperations),
                         [](const auto& info) { return std::string(info.param.kernel); });

}  // namespace
}  // namespace kernels
