// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of |x| with 0 beside a test for NaN. LLVM joined the two to `!(x <= 0)`, so that
// fdim(fabs(x), 0) was 0 for negative x. From source: modules are compiled by Clang with -O2, which
// does the same before we see them.
#include "builtins/half_numbers.h"
#include "device.h"

#include <cmath>
#include <functional>
#include <limits>

namespace kernels {
namespace {

struct Comparison {
  const char *name, *text;
  bool (*holds)(double, double);
};
#define COMPARISON(name, operation) \
  {#name, #operation, [](double a, double b) { return a operation b; }}
constexpr Comparison kComparisons[] = {
    COMPARISON(less, <),           COMPARISON(less_equal, <=), COMPARISON(greater, >),
    COMPARISON(greater_equal, >=), COMPARISON(equal, ==),      COMPARISON(not_equal, !=),
};

// The kernel `fdim_0`, and for each comparison `if_<name>` and `unless_<name>`.
std::string sourceFor(const std::string& type) {
  std::string text =
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef " + type + " T;\n" + R"(
    kernel void fdim_0(global const T* in, global T* out) {
      const size_t i = get_global_id(0);
      out[i] = fdim(fabs(in[i]), (T)0);
    }
    #define KERNEL(NAME, CHOICE)                               \
      kernel void NAME(global const T* in, global T* out) {    \
        const size_t i = get_global_id(0);                     \
        const T a = fabs(in[i]), chosen = CHOICE;              \
        out[i] = isnan(a) ? a : chosen;                        \
      }
    )";
  for (const Comparison& comparison : kComparisons) {
    const std::string test = std::string("a ") + comparison.text + " (T)0";
    text += std::string("KERNEL(if_") + comparison.name + ", " + test + " ? a : (T)0)\n";
    text += std::string("KERNEL(unless_") + comparison.name + ", " + test + " ? (T)0 : a)\n";
  }
  return text;
}

std::vector<double> valuesOf(double least, double leastNormal) {
  std::vector<double> values = {0, least, leastNormal, 1, 3, HUGE_VAL, NAN};
  for (size_t i = 0; i < 7; ++i) values.push_back(-values[i]);
  while (values.size() < 67) values.push_back(values[values.size() - 13]);
  return values;
}

template <class T, class ToDevice, class FromDevice>
void compareAll(const std::string& type, const std::vector<double>& values, ToDevice toDevice,
                FromDevice fromDevice) {
  const cl_program program = TestDevice::get().sourceProgram(sourceFor(type), "-cl-std=CL3.0");
  ASSERT_NE(program, nullptr);
  std::vector<T> xs;
  for (const double value : values) xs.push_back(toDevice(value));
  const Buffer<T> in(xs);
  const auto check = [&](const std::string& name, const std::function<double(double)>& expected) {
    const Buffer<T> out(xs.size());
    KernelCall(program, type, name).add(in).add(out).run(range1(xs.size()));
    const std::vector<T> got = out.read();
    for (size_t i = 0; i < xs.size(); ++i) {
      const double a = std::fabs(fromDevice(xs[i])), value = fromDevice(got[i]);
      const double want = std::isnan(a) ? a : expected(a);
      EXPECT_TRUE(std::isnan(want) ? std::isnan(value) : value == want)
          << name << " of " << type << ' ' << values[i] << ": " << value << ", not " << want;
    }
  };
  check("fdim_0", [](double a) { return a; });
  for (const Comparison& comparison : kComparisons) {
    check(std::string("if_") + comparison.name,
          [&](double a) { return comparison.holds(a, 0) ? a : 0; });
    check(std::string("unless_") + comparison.name,
          [&](double a) { return comparison.holds(a, 0) ? 0 : a; });
  }
}

template <class T>
void compareAll(const std::string& type) {
  using Limits = std::numeric_limits<T>;
  compareAll<T>(
      type, valuesOf(Limits::denorm_min(), Limits::min()),
      [](double x) { return static_cast<T>(x); }, [](T x) { return static_cast<double>(x); });
}

TEST(AbsoluteValues, OfFloatComparedWithZero) { compareAll<cl_float>("float"); }

TEST(AbsoluteValues, OfDoubleComparedWithZero) {
  if (!TestDevice::get().hasExtension("cl_khr_fp64")) GTEST_SKIP();
  compareAll<cl_double>("double");
}

TEST(AbsoluteValues, OfHalfComparedWithZero) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  compareAll<cl_half>("half", valuesOf(0x1p-24, 0x1p-14), rounded, toDouble);
}

}  // namespace
}  // namespace kernels
