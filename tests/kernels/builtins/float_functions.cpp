// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of OpenCL.std on floating-point values, at every vector width: the scalar result
// against the host within the limit of builtins/opencl_std.def, the vectors against the scalar. A
// function whose row says Missing must fail the build with a log that names it.

#include "builtins/opencl_std.h"

#include "device.h"

#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace kernels {
namespace {

constexpr int kCount = 48, kSections = 6;
constexpr int kWidths[kSections] = {1, 2, 3, 4, 8, 16};
constexpr long double kPi = 3.14159265358979323846264338327950288L;
/// As a reference: nothing but the agreement of the widths is looked at.
constexpr long double kOnlyWidths = std::numeric_limits<long double>::quiet_NaN();

[[maybe_unused]] long double frexpOf(long double x) {
  int exponent;
  return std::frexp(x, &exponent);
}

long double smoothstepOf(long double low, long double high, long double x) {
  const long double t = std::fmin(std::fmax((x - low) / (high - low), 0.0L), 1.0L);
  return t * t * (3 - 2 * t);
}

struct Function {
  std::string name, instruction;
  std::string form;
  double low, high;
  std::function<long double(long double, long double, long double, int)> reference;
  bool floatOnly;
};

const std::vector<Function>& functions() {
  static const auto* const all = new std::vector<Function>{
#define ROW(name, instruction, form, low, high, reference, floatOnly) \
  {#name,                                                             \
   #instruction,                                                      \
   #form,                                                             \
   low,                                                               \
   high,                                                              \
   []([[maybe_unused]] long double x, [[maybe_unused]] long double y, \
      [[maybe_unused]] long double z,                                 \
      [[maybe_unused]] int k) -> long double { return reference; },   \
   floatOnly},
#define FLOAT_FUNCTION(name, instruction, form, low, high, reference) \
  ROW(name, instruction, form, low, high, reference, false)
#define FLOAT_ONLY(name, instruction, form, low, high, reference) \
  ROW(name, instruction, form, low, high, reference, true)
#include "float_functions.def"
  };
  return *all;
}

const lanewise::builtins::Instruction& instructionOf(const Function& function) {
  for (const auto& instruction : lanewise::builtins::kOpenclStd)
    if (instruction.name == function.instruction) return instruction;
  ADD_FAILURE() << "no instruction " << function.instruction;
  return lanewise::builtins::kOpenclStd[0];
}

/// The largest error that the specification lets pass, in the unit of the last place of `exact`.
template <typename T>
double limitInUlp(const lanewise::builtins::Limit& limit, long double exact, double x) {
  using Kind = lanewise::builtins::Limit::Kind;
  const long double ulp =
      std::ldexp(1.0L, std::max(std::ilogb(exact), std::numeric_limits<T>::min_exponent - 1) -
                           std::numeric_limits<T>::digits + 1);
  switch (limit.kind) {
    case Kind::Ulp:
      return std::max(0.5, limit.value);
    case Kind::Absolute:
      return std::max(0.5, static_cast<double>(limit.value / ulp));
    case Kind::ExpRelaxed:
      return 3 + std::floor(std::abs(2 * x));
    case Kind::LogRelaxed:
      return std::max(3.0, static_cast<double>(0x1p-21L / ulp));
    default:
      return 8192;  // no limit is given: at least recognizably the function
  }
}

template <typename T>
double errorInUlp(T got, long double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  if (static_cast<long double>(got) == exact) return 0;
  const int exponent = std::max(std::ilogb(exact), std::numeric_limits<T>::min_exponent - 1);
  const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / ulp);
}

template <typename T>
bool sameBits(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) && std::isnan(b)) return true;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <typename T>
void expectSameAtEveryWidth(const std::vector<T>& got) {
  for (int section = 1; section < kSections; ++section)
    for (int i = 0; i < kCount; ++i)
      ASSERT_TRUE(sameBits(got[section * kCount + i], got[i]))
          << "width " << kWidths[section] << ", element " << i << ": " << +got[section * kCount + i]
          << ", the scalar form gives " << +got[i];
}

template <typename T>
struct Inputs {
  std::vector<T> x, y, z;
  std::vector<cl_int> k;
  Inputs(double low, double high) {
    std::mt19937 random(7);
    const auto between = [&](double from, double to) {
      return static_cast<T>(std::uniform_real_distribution<double>(from, to)(random));
    };
    for (int i = 0; i < kCount; ++i) {
      x.push_back(between(low, high));
      y.push_back(between(0.5, 4));
      z.push_back(between(1, 2));
      k.push_back(i % 8 - 3 + (i % 8 == 3));  // not 0: rootn has no result there
    }
  }
};

template <typename T>
void expectFunction(const Function& function, const std::string& type,
                    const lanewise::builtins::Limit& limit) {
  SCOPED_TRACE(function.name + " of " + type);
  const Inputs<T> in(function.low, function.high);
  Buffer<T> x(in.x), y(in.y), z(in.z), out(kSections * kCount), out2(kSections * kCount);
  Buffer<cl_int> k(in.k), outInt(kSections * kCount);
  run("builtins/float_" + function.name, "on_" + type, range1(kCount, 16), x, y, z, k, out, out2,
      outInt);
  const std::vector<T> got = out.read();
  const std::vector<cl_int> gotInt = outInt.read();
  const bool toInt = function.form == "to_int";
  for (int i = 0; i < kCount && !testing::Test::HasFailure(); ++i) {
    const long double exact = function.reference(in.x[i], in.y[i], in.z[i], in.k[i]);
    if (toInt) {
      EXPECT_EQ(gotInt[i], static_cast<cl_int>(exact)) << "of " << in.x[i];
    } else if (!std::isnan(exact) && exact != 0) {
      EXPECT_LE(errorInUlp(got[i], exact), limitInUlp<T>(limit, exact, in.x[i]))
          << "of " << in.x[i] << ", " << in.y[i] << ", " << in.z[i] << ", " << in.k[i] << ": got "
          << got[i] << ", exactly " << static_cast<double>(exact);
    }
  }
  expectSameAtEveryWidth(got);
  expectSameAtEveryWidth(gotInt);
  if (function.form == "float_pointer") expectSameAtEveryWidth(out2.read());
}

/// Half: the widths agree; the values are the business of tests/builtins.
void expectHalf(const Function& function) {
  SCOPED_TRACE(function.name + " of half");
  std::vector<cl_half> halves;
  for (int i = 0; i < kCount; ++i) halves.push_back(static_cast<cl_half>(0x3800 + 31 * i));
  Buffer<cl_half> in(halves), out(kSections * kCount), out2(kSections * kCount);
  Buffer<cl_int> k(kCount, 2), outInt(kSections * kCount);
  run("builtins/float_" + function.name, "on_half", range1(kCount, 16), in, in, in, k, out, out2,
      outInt);
  expectSameAtEveryWidth(out.read());
  expectSameAtEveryWidth(outInt.read());
}

/// The build fails, and its log says which instruction is missing.
void expectRefusal(const Function& function) {
  auto& device = TestDevice::get();
  const std::vector<char> module = readModule("builtins/float_" + function.name);
  cl_int error;
  const cl_program program =
      clCreateProgramWithIL(device.context(), module.data(), module.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  std::string log(1 << 16, '\0');
  clGetProgramBuildInfo(program, device.id(), CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                        nullptr);
  EXPECT_NE(log.find(function.instruction), std::string::npos) << log.c_str();
  clReleaseProgram(program);
}

void PrintTo(const Function& function, std::ostream* stream) { *stream << function.name; }

class FloatFunction : public testing::TestWithParam<Function> {};

TEST_P(FloatFunction, AtEveryWidth) {
  const Function& function = GetParam();
  const auto& instruction = instructionOf(function);
  if (instruction.state == lanewise::builtins::State::Missing) return expectRefusal(function);
  expectFunction<cl_float>(function, "float", instruction.f32);
  if (function.floatOnly) return;
  expectFunction<cl_double>(function, "double", instruction.f64);
  if (TestDevice::get().hasExtension("cl_khr_fp16")) expectHalf(function);
}

INSTANTIATE_TEST_SUITE_P(Builtins, FloatFunction, testing::ValuesIn(functions()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace kernels
