// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices by comparisons that LLVM 19 changes wrongly. `fdim(fabs(x), 0)` was 0 for negative x: the
// test for NaN and `fabs(x) > 0` became `!(x <= 0)`. Of two choices between a number and a bound
// the second one went, although only the first one let NaN pass. -0 was 0 in a choice of a double
// by the comparison of a float with 0. From source: modules are compiled by Clang with -O2, which
// drops the choice before the runtime sees it.
#include "builtins/half_numbers.h"
#include "device.h"

#include <cmath>
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

template <class T>
struct Numbers {
  static constexpr double kLeast = std::numeric_limits<T>::denorm_min();
  static constexpr double kLeastNormal = std::numeric_limits<T>::min();
  static T toDevice(double x) { return static_cast<T>(x); }
  static double fromDevice(T x) { return static_cast<double>(x); }
};
template <>
struct Numbers<cl_half> {
  static constexpr double kLeast = 0x1p-24, kLeastNormal = 0x1p-14;
  static cl_half toDevice(double x) { return rounded(x); }
  static double fromDevice(cl_half x) { return toDouble(x); }
};

// Runs the kernels of a program on numbers of all classes, more than a vector has. With the option
// -cl-finite-math-only, the only one that tests give, results of finite numbers are checked.
template <class T>
class Choices {
 public:
  Choices(const std::string& type, const std::string& kernels, const std::string& title = "",
          const std::string& options = "")
      : title_(type + title + ' ' + options), finite_(!options.empty()) {
    program_ = TestDevice::get().sourceProgram(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\ntypedef " + type + " T;\n" + kernels,
        "-cl-std=CL3.0 " + options);
    std::vector<double> values = {0,  Numbers<T>::kLeast, Numbers<T>::kLeastNormal, 1, 3, HUGE_VAL,
                                  NAN};
    for (size_t i = 0; i < 7; ++i) values.push_back(-values[i]);
    for (size_t i = 0; i < 112; ++i) xs_.push_back(Numbers<T>::toDevice(values[i % 14]));
  }

  template <class Result = T, class Expected>
  void check(const std::string& kernel, Expected expected) const {
    ASSERT_NE(program_, nullptr);
    const Buffer<T> in(xs_);
    const Buffer<Result> out(2 * xs_.size());
    KernelCall(program_, title_, kernel).add(in).add(out).run(range1(xs_.size()));
    const std::vector<Result> got = out.read();
    for (size_t i = 0; i < xs_.size(); ++i) {
      const double x = Numbers<T>::fromDevice(xs_[i]), value = Numbers<Result>::fromDevice(got[i]);
      if (finite_ && !std::isfinite(x)) continue;
      const double want = expected(x);
      EXPECT_TRUE(std::isnan(want) ? std::isnan(value)
                                   : value == want && std::signbit(value) == std::signbit(want))
          << kernel << " of " << title_ << ": " << x << " gives " << value << ", not " << want;
    }
  }

 private:
  std::string title_;
  bool finite_;
  cl_program program_;
  std::vector<T> xs_;
};

constexpr char kAbsoluteValue[] = R"(
  kernel void fdim_0(global const T* in, global T* out) {
    const size_t i = get_global_id(0);
    out[i] = fdim(fabs(in[i]), (T)0);
  }
  #define KERNEL(NAME, COMPARISON)                               \
    kernel void NAME##_a(global const T* in, global T* out) {    \
      const size_t i = get_global_id(0);                         \
      const T a = fabs(in[i]);                                   \
      const T chosen = a COMPARISON (T)0 ? a : (T)0;             \
      out[i] = isnan(a) ? a : chosen;                            \
    }                                                            \
    kernel void NAME##_0(global const T* in, global T* out) {    \
      const size_t i = get_global_id(0);                         \
      const T a = fabs(in[i]);                                   \
      const T chosen = a COMPARISON (T)0 ? (T)0 : a;             \
      out[i] = isnan(a) ? a : chosen;                            \
    }
)";

template <class T>
void compareWithZero(const std::string& type) {
  std::string kernels = kAbsoluteValue;
  for (const Comparison& comparison : kComparisons)
    kernels += std::string("KERNEL(") + comparison.name + ", " + comparison.text + ")\n";
  const Choices<T> choices(type, kernels);
  choices.check("fdim_0", [](double x) { return std::fabs(x); });
  for (const auto& [name, text, holds] : kComparisons) {
    const auto result = [&](double x, bool number) {
      const double a = std::fabs(x);
      return std::isnan(a) || holds(a, 0) == number ? a : 0;
    };
    choices.check(std::string(name) + "_a", [&](double x) { return result(x, true); });
    choices.check(std::string(name) + "_0", [&](double x) { return result(x, false); });
  }
}

constexpr char kTwice[] = R"(
  #define SCALAR(NAME, FIRST, SECOND)                            \
    kernel void NAME(global const T* in, global T* out) {        \
      const size_t i = get_global_id(0);                         \
      const T x = in[i];                                         \
      const T m = FIRST(x);                                      \
      out[i] = SECOND(m);                                        \
    }
  #define VECTOR(NAME, FIRST, SECOND)                            \
    kernel void NAME(global const T* in, global T* out) {        \
      const size_t i = get_global_id(0);                         \
      if (i % 4) return;                                         \
      const T4 x = vload4(i / 4, in);                            \
      const T4 m = FIRST(x);                                     \
      vstore4(SECOND(m), i / 4, out);                            \
    }
  #define LOOP(NAME, FIRST, SECOND)                              \
    kernel void NAME(global const T* in, global T* out) {        \
      const size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0); \
      T x = in[i], m;                                            \
      for (size_t k = 0;; ++k) {                                 \
        m = FIRST(x);                                            \
        if (k == get_global_size(0)) break;                      \
        x = m;                                                   \
      }                                                          \
      out[i] = SECOND(m);                                        \
    }
)";

struct Choice {
  std::string name;
  bool (*holds)(double, double);
  bool number;
  double operator()(double x, double bound) const { return holds(x, bound) == number ? x : bound; }
};

// Kernels SCALAR, VECTOR or LOOP. `x < BOUND ? x : BOUND` is the macro less_x(x), and so on. `form`
// is the condition, with @ for the comparison.
template <class T>
void limitTwice(const std::string& kind, const std::string& type, double bound,
                const std::string& form = "x @ BOUND", const std::string& options = "") {
  const std::string text = std::to_string(bound);
  std::vector<Choice> each;
  std::string functions = kTwice;
  functions += "typedef " + type + "4 T4;\n#define BOUND ((T)" + text + ")\n";
  for (const auto& [comparison, sign, holds] : kComparisons)
    for (const bool number : {true, false}) {
      const std::string name = std::string(comparison) + (number ? "_x" : "_bound");
      std::string condition = form;
      condition.replace(condition.find('@'), 1, sign);
      functions += "#define " + name + "(x) (" + condition + " ? " +
                   (number ? "x : BOUND" : "BOUND : x") + ")\n";
      each.push_back({name, holds, number});
    }
  // Programs of many kernels are built without instcombine.
  for (const Choice& first : each) {
    std::string kernels = functions;
    for (const Choice& second : each)
      kernels += kind + "(then_" + second.name + ", " + first.name + ", " + second.name + ")\n";
    const Choices<T> choices(type, kernels,
                             ' ' + kind + ", " + form + ", " + first.name + ' ' + text, options);
    for (const Choice& second : each)
      choices.check("then_" + second.name,
                    [&](double x) { return second(first(x, bound), bound); });
  }
}

// The choice is made of a wider type than that of the number, which LLVM takes it for, and so are
// comparisons with several uses.
template <class T, class Wider>
void limitWider(const std::string& type, const std::string& wider) {
  std::string kernels = "typedef " + wider + R"( W;
    #define KERNEL(NAME, COMPARISON)                             \
      kernel void NAME##_x(global const T* in, global W* out) {  \
        const size_t i = get_global_id(0);                       \
        const T x = in[i];                                       \
        const W chosen = x COMPARISON 0 ? x : (W)0;              \
        out[i] = chosen;                                         \
      }                                                          \
      kernel void NAME##_0(global const T* in, global W* out) {  \
        const size_t i = get_global_id(0);                       \
        const T x = in[i];                                       \
        const W chosen = x COMPARISON 0 ? (W)0 : x;              \
        out[i] = chosen;                                         \
      }                                                          \
      kernel void NAME##_twice(global const T* in, global W* out) { \
        const size_t i = get_global_id(0);                       \
        const W x = in[i];                                       \
        const bool holds = x COMPARISON 0;                       \
        const W chosen = holds ? (W)0 : x;                       \
        out[i] = chosen;                                         \
        out[i + get_global_size(0)] = holds ? (W)5 : (W)7;       \
      }
    )";
  for (const Comparison& comparison : kComparisons)
    kernels += std::string("KERNEL(") + comparison.name + ", " + comparison.text + ")\n";
  const Choices<T> choices(type, kernels, " as " + wider);
  for (const auto& [name, text, holds] : kComparisons)
    for (const bool number : {true, false})
      choices.template check<Wider>(std::string(name) + (number ? "_x" : "_0"),
                                    [&](double x) { return holds(x, 0) == number ? x : 0; });
  for (const auto& [name, text, holds] : kComparisons)
    choices.template check<Wider>(std::string(name) + "_twice",
                                  [&](double x) { return holds(x, 0) ? 0 : x; });
}

TEST(FloatChoices, AbsoluteValuesComparedWithZero) {
  compareWithZero<cl_float>("float");
  if (TestDevice::get().hasExtension("cl_khr_fp64")) compareWithZero<cl_double>("double");
  if (TestDevice::get().hasExtension("cl_khr_fp16")) compareWithZero<cl_half>("half");
}

TEST(FloatChoices, BetweenANumberAndABoundTwice) {
  for (const double bound : {0.0, 1.0})
    for (const char* kind : {"SCALAR", "VECTOR"}) limitTwice<cl_float>(kind, "float", bound);
  limitTwice<cl_float>("SCALAR", "float", 1, "-BOUND @ -x");
}

TEST(FloatChoices, OfFiniteNumbers) {
  limitTwice<cl_float>("SCALAR", "float", 0, "x @ BOUND", "-cl-finite-math-only");
}

TEST(FloatChoices, InALoopAndBehindIt) {
  for (const double bound : {0.0, 1.0}) limitTwice<cl_float>("LOOP", "float", bound);
}

TEST(FloatChoices, BetweenAHalfAndABoundTwice) {
  if (!TestDevice::get().hasExtension("cl_khr_fp16")) GTEST_SKIP();
  limitTwice<cl_half>("SCALAR", "half", 1, "x @ 1.0f");
}

TEST(FloatChoices, BetweenANumberAndADoubleTwice) {
  if (!TestDevice::get().hasExtension("cl_khr_fp64")) GTEST_SKIP();
  limitTwice<cl_double>("SCALAR", "double", 1);
  limitTwice<cl_float>("SCALAR", "float", 1, "x @ 1.0");
}

TEST(FloatChoices, OfAWiderTypeThanTheNumber) {
  if (TestDevice::get().hasExtension("cl_khr_fp16")) limitWider<cl_half, cl_float>("half", "float");
  if (TestDevice::get().hasExtension("cl_khr_fp64"))
    limitWider<cl_float, cl_double>("float", "double");
}

// Numbers that were integers are not -0, but their bounds and opposites may be.
TEST(FloatChoices, OfIntegersAndTheirOpposites) {
  if (!TestDevice::get().hasExtension("cl_khr_fp64")) GTEST_SKIP();
  const cl_program program = TestDevice::get().sourceProgram(R"(
    kernel void two_bounds(global const int2* in, global double2* out, int count) {
      for (int i = 0; i < count; ++i) {
        const float2 x = convert_float2(in[i]), opposite = -x;
        const double2 chosen =
            convert_long2(opposite < (float2)(0, 1)) ? (double2)(0, 1) : -convert_double2(x);
        out[i] = -chosen;
      }
    }
    kernel void opposite(global const int* in, global double* out) {
      const size_t i = get_global_id(0);
      const float a = in[i], b = -(float)in[i + get_global_size(0)];
      const double wide_a = a, wide_b = b;
      out[i] = a < b ? wide_b : wide_a;
      out[i + get_global_size(0)] = wide_a + 3 * wide_b;
    }
  )",
                                                             "-cl-std=CL3.0 -cl-finite-math-only");
  ASSERT_NE(program, nullptr);
  constexpr size_t kCount = 32;
  std::vector<cl_int> integers(2 * kCount, 0);
  for (size_t i = 0; i < kCount; ++i) integers[i] = static_cast<cl_int>(i % 3);
  const Buffer<cl_int> in(integers);
  const Buffer<cl_double> out(2 * kCount);

  KernelCall(program, "choices of integers", "opposite").add(in).add(out).run(range1(kCount));
  std::vector<cl_double> got = out.read();
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(got[i], integers[i]);
    EXPECT_FALSE(std::signbit(got[i])) << i;
    EXPECT_EQ(got[kCount + i], integers[i]);
  }

  KernelCall(program, "choices of integers", "two_bounds")
      .add(in)
      .add(out)
      .add(static_cast<cl_int>(kCount))
      .run(range1(1));
  got = out.read();
  for (size_t i = 0; i < 2 * kCount; ++i) {
    const double opposite = -static_cast<double>(integers[i]), bound = i % 2;
    const double want = opposite < bound ? -bound : -opposite;
    EXPECT_EQ(got[i], want) << i;
    EXPECT_EQ(std::signbit(got[i]), std::signbit(want)) << i;
  }
}

}  // namespace
}  // namespace kernels
