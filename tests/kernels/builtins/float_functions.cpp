// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every floating-point function of OpenCL.std at every vector width: the scalar result is compared
// with the host's within the limit of builtins/functions.def, the vectors with the scalar result.

#include "builtins/functions.h"

#include "device.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <string_view>

namespace kernels {
namespace {

namespace builtins = lanewise::builtins;
using builtins::Arguments;

constexpr int kCount = 48, kSections = 6;
constexpr int kWidths[kSections] = {1, 2, 3, 4, 8, 16};
constexpr long double kPi = 3.14159265358979323846264338327950288L;
/// As a reference: only the agreement of the widths is checked.
constexpr long double kOnlyWidths = std::numeric_limits<long double>::max();

[[maybe_unused]] long double frexpOf(long double x) {
  int exponent;
  return std::frexp(x, &exponent);
}

long double smoothstepOf(long double low, long double high, long double x) {
  const long double t = std::fmin(std::fmax((x - low) / (high - low), 0.0L), 1.0L);
  return t * t * (3 - 2 * t);
}

struct Function {
  std::string name;
  const builtins::Function* row;
  double low, high;
  std::function<long double(long double, long double, long double, int)> reference;
};

const std::vector<Function>& functions() {
  static const auto* const all = new std::vector<Function>{
#define FLOAT_FUNCTION(name, instruction, low, high, reference)       \
  {#name, builtins::findFunction(#instruction), low, high,            \
   []([[maybe_unused]] long double x, [[maybe_unused]] long double y, \
      [[maybe_unused]] long double z,                                 \
      [[maybe_unused]] int k) -> long double { return reference; }},
#include "float_functions.def"
  };
  return *all;
}

/// The properties of a type, and conversion of a number to it.
template <typename T>
struct Format {
  static constexpr int kDigits = std::numeric_limits<T>::digits;
  static constexpr int kMinExponent = std::numeric_limits<T>::min_exponent;
  static constexpr int kMaxExponent = std::numeric_limits<T>::max_exponent;
  static T from(double x) { return static_cast<T>(x); }
  static double value(T x) { return x; }
};
template <>
struct Format<cl_half> {
  static constexpr int kDigits = 11, kMinExponent = -13, kMaxExponent = 16;
  static cl_half from(double x) { return std::bit_cast<cl_half>(static_cast<_Float16>(x)); }
  static double value(cl_half x) { return static_cast<double>(std::bit_cast<_Float16>(x)); }
};

/// One unit in the last place of a result near `exact`, which may be zero.
template <typename T>
long double ulpOf(long double exact) {
  const int exponent = std::max(std::ilogb(exact), Format<T>::kMinExponent - 1);
  return std::ldexp(1.0L, exponent - Format<T>::kDigits + 1);
}

/// The largest error that the specification allows, in units in the last place of `exact`.
template <typename T>
double limitInUlp(const builtins::Limit& limit, long double exact, double x) {
  using Kind = builtins::Limit::Kind;
  const long double ulp = ulpOf<T>(exact);
  switch (limit.kind) {
    case Kind::Ulp: return std::max(0.5, limit.value);
    case Kind::Absolute: return std::max(0.5, static_cast<double>(limit.value / ulp));
    case Kind::ExpRelaxed: return 3 + std::floor(std::abs(2 * x));
    case Kind::LogRelaxed: return std::max(3.0, static_cast<double>(0x1p-21L / ulp));
    default:  // no limit is given: a coarse check
      return std::is_same_v<T, cl_half> ? static_cast<double>(0x1p-6L / ulp) : 8192;
  }
}

template <typename T>
double errorInUlp(double got, long double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  // Beyond the largest number, infinity is the next one.
  const long double end = std::ldexp(1.0L, Format<T>::kMaxExponent);
  if (std::isinf(got)) got = static_cast<double>(std::copysign(end, static_cast<long double>(got)));
  exact = std::clamp(exact, -end, end);
  return static_cast<double>(std::abs(got - exact) / ulpOf<T>(exact));
}

template <typename T>
bool sameBits(const T& a, const T& b) {
  if constexpr (!std::is_same_v<T, cl_int>)
    if (std::isnan(Format<T>::value(a)) && std::isnan(Format<T>::value(b))) return true;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <typename T>
void expectSameAtEveryWidth(const std::vector<T>& got) {
  for (int section = 1; section < kSections; ++section)
    for (int i = 0; i < kCount; ++i)
      ASSERT_TRUE(sameBits(got[section * kCount + i], got[i]))
          << "width " << kWidths[section] << ", element " << i << ": " << +got[section * kCount + i]
          << ", the scalar function gives " << +got[i];
}

template <typename T>
struct Inputs {
  std::vector<T> x, y, z;
  std::vector<cl_int> k;
  Inputs(double low, double high) {
    std::mt19937 random(7);
    const auto between = [&](double from, double to) {
      return Format<T>::from(std::uniform_real_distribution<double>(from, to)(random));
    };
    for (int i = 0; i < kCount; ++i) {
      x.push_back(between(low, high));
      y.push_back(between(0.5, 4));
      z.push_back(between(1, 2));
      k.push_back(i % 8 - 3 + (i % 8 == 3));  // not 0, where rootn is undefined
    }
  }
  /// Arguments that a function may handle separately, among ordinary ones: some vectors have none,
  /// some one, some many.
  void mixInSpecial() {
    const double special[] = {NAN,    INFINITY, -INFINITY, 0.0,      -0.0,  0x1p-24, 0x1p-14,
                              -60000, 50000,    0x1p100,   -0x1p900, 1e-30, 1e-310,  -1};
    std::mt19937 random(11);
    const auto put = [&](T& to) { to = Format<T>::from(special[random() % std::size(special)]); };
    for (int i = 0; i < kCount; ++i) {
      const unsigned often = i < 16 ? 16 : i < 32 ? 5 : 2;
      if (random() % often == 0) put(x[i]);
      if (random() % often == 0) put(y[i]);
      if (random() % often == 0) put(z[i]);
    }
  }
};

template <typename T>
struct Results {
  std::vector<T> first, second;
  std::vector<cl_int> integers;
};

template <typename T>
Results<T> runAtEveryWidth(const Function& function, const std::string& type, const Inputs<T>& in) {
  Buffer<T> x(in.x), y(in.y), z(in.z), out(kSections * kCount), out2(kSections * kCount);
  Buffer<cl_int> k(in.k), outInt(kSections * kCount);
  run("builtins/float_" + function.name, "on_" + type, range1(kCount, 16), x, y, z, k, out, out2,
      outInt);
  Results<T> results{out.read(), {}, outInt.read()};
  expectSameAtEveryWidth(results.first);
  expectSameAtEveryWidth(results.integers);
  if (function.row->arguments == Arguments::XP) {
    results.second = out2.read();
    expectSameAtEveryWidth(results.second);
  }
  return results;
}

template <typename T>
void expectFunction(const Function& function, const std::string& type,
                    const builtins::Limit& limit) {
  SCOPED_TRACE(function.name + " of " + type);
  Inputs<T> in(function.low, function.high);
  const auto [got, second, gotInt] = runAtEveryWidth(function, type, in);
  const bool toInt = function.row->arguments == Arguments::ToI;
  for (int i = 0; i < kCount && !testing::Test::HasFailure(); ++i) {
    const double xi = Format<T>::value(in.x[i]), yi = Format<T>::value(in.y[i]),
                 zi = Format<T>::value(in.z[i]);
    const long double exact = function.reference(xi, yi, zi, in.k[i]);
    if (toInt) {
      EXPECT_EQ(gotInt[i], static_cast<cl_int>(exact)) << "of " << xi;
    } else if (exact != kOnlyWidths) {
      const double result = Format<T>::value(got[i]);
      EXPECT_LE(errorInUlp<T>(result, exact), limitInUlp<T>(limit, exact, xi))
          << "of " << xi << ", " << yi << ", " << zi << ", " << in.k[i] << ": got " << result
          << ", exactly " << static_cast<double>(exact);
    }
  }
  in.mixInSpecial();
  runAtEveryWidth(function, type, in);
}

void PrintTo(const Function& function, std::ostream* stream) { *stream << function.name; }

class FloatFunction : public testing::TestWithParam<Function> {};

TEST_P(FloatFunction, AtEveryWidth) {
  const Function& function = GetParam();
  ASSERT_TRUE(function.row);
  const builtins::Function& row = *function.row;
  expectFunction<cl_float>(function, "float", row.f32);
  if (row.f64.kind == builtins::Limit::None) return;
  expectFunction<cl_double>(function, "double", row.f64);
  if (TestDevice::get().hasExtension("cl_khr_fp16"))
    expectFunction<cl_half>(function, "half", row.f16);
}

TEST(FloatFunctions, EveryFunctionOfFloatingPointHasARow) {
  std::set<std::string_view> rows;
  for (const Function& function : functions()) rows.insert(function.row->name);
  for (const builtins::Function& row : builtins::kFunctions) {
    const bool isCalledByName = row.opcode != builtins::kNoOpcode && row.name != "nan";
    if (row.arguments != builtins::Arguments::None && isCalledByName)
      EXPECT_TRUE(rows.contains(row.name)) << row.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Builtins, FloatFunction, testing::ValuesIn(functions()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace kernels
