// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that are the processor's estimate of a reciprocal and a step of an iteration: their
// error, and the results that the step does not have. With unsafe math 1 / 0 was NaN, since code
// generation takes the step alone.
#include "device.h"

#include <cmath>
#include <cstring>
#include <random>

namespace kernels {
namespace {

struct Inverse {
  const char* text;
  double (*of)(double);
};
constexpr Inverse kInverses[] = {
    {"native_recip(x)", [](double x) { return 1 / x; }},
    {"half_recip(x)", [](double x) { return 1 / x; }},
    {"native_divide((T)3, x)", [](double x) { return 3 / x; }},
    {"native_divide((T)-0.0f, x)", [](double x) { return -0.0 / x; }},
    {"native_rsqrt(x)", [](double x) { return 1 / std::sqrt(x); }},
    {"half_rsqrt(x)", [](double x) { return 1 / std::sqrt(x); }},
};
constexpr Inverse kRelaxed[] = {
    {"(T)1 / x", [](double x) { return 1 / x; }},
    {"(T)3 / x", [](double x) { return 3 / x; }},
    {"rsqrt(x)", [](double x) { return 1 / std::sqrt(x); }},
};

std::vector<cl_float> numbers() {
  std::vector<cl_float> all = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1.0f, -4.0f, 0x1p-126f};
  std::mt19937 random(3);
  while (all.size() < 4096) {
    const auto x = static_cast<float>(std::uniform_real_distribution<double>(1, 2)(random));
    const int exponent = static_cast<int>(random() % 121) - 60;
    all.push_back(std::ldexp(random() % 4 ? x : -x, exponent));
  }
  return all;
}

// Every element as a work-item of its own, or 16 of them in a vector.
std::vector<cl_float> results(const Inverse& inverse, const std::string& options, size_t width) {
  const std::string type = width == 1 ? "float" : "float" + std::to_string(width);
  const std::vector<cl_float> x = numbers();
  const Buffer<cl_float> in(x), out(x.size());
  const auto program = TestDevice::get().sourceProgram(
      "typedef " + type + " T;\nkernel void inverse(global const T* in, global T* out) {\n" +
          "  const T x = in[get_global_id(0)];\n  out[get_global_id(0)] = " + inverse.text +
          ";\n}\n",
      options);
  KernelCall call(program, inverse.text, "inverse");
  call.add(in).add(out).run(range1(x.size() / width));
  return out.read();
}

double ulps(double got, double exact) {
  return std::abs(got - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
}

void expectInverses(const Inverse& inverse, const std::string& options) {
  const std::vector<cl_float> x = numbers(), got = results(inverse, options, 1);
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = inverse.of(double(x[i]));
    if (std::isnan(exact))
      EXPECT_TRUE(std::isnan(got[i])) << inverse.text << options << " of " << x[i];
    else if (exact == 0 || std::isinf(exact)) {
      EXPECT_EQ(got[i], static_cast<float>(exact)) << inverse.text << options << " of " << x[i];
      // Unsafe math does without the sign of zeros. -0 / 3 was 0.
      if (options.empty())
        EXPECT_EQ(std::signbit(got[i]), std::signbit(exact)) << inverse.text << " of " << x[i];
    } else
      EXPECT_LE(ulps(double(got[i]), exact), 2) << inverse.text << options << " of " << x[i];
  }
  const std::vector<cl_float> wide = results(inverse, options, 16);
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_TRUE(std::memcmp(&wide[i], &got[i], sizeof got[i]) == 0 || std::isnan(got[i]))
        << inverse.text << options << " of " << x[i] << " in a vector: " << wide[i] << ", not "
        << got[i];
}

TEST(NativeInverses, AreWithinTwoUlpAndInfiniteForZero) {
  for (const Inverse& inverse : kInverses) expectInverses(inverse, "");
}
TEST(NativeInverses, AreWithinTwoUlpAndInfiniteForZeroWithUnsafeMath) {
  for (const Inverse& inverse : kInverses) expectInverses(inverse, "-cl-unsafe-math-optimizations");
  for (const Inverse& inverse : kRelaxed) expectInverses(inverse, "-cl-unsafe-math-optimizations");
}

}  // namespace
}  // namespace kernels
