// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Math/<function>/<type>[x16]: a function of builtins/functions.def on 1 Mi elements, in a
// kernel of scalars and of one of vectors of 16, built from source; sine and cosine of large
// angles; and divisions of integers. Some results are compared with the host's.

#include "math_functions.h"

#include "peer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/math/cases.h"
#include "builtins/functions.h"

namespace {

namespace builtins = lanewise::builtins;

constexpr size_t kCount = 1 << 20;
constexpr long double kPi = 3.14159265358979323846L;

struct Row {
  std::string name, function, body;  // of the case, what it computes, and the kernel's statements
  std::vector<const char*> types;
  double low, high, low2, high2;
  double beyond = 0;  // of one element in each 32 bytes, unless it is 0
};
// The statements of a kernel for a function; empty: it has other parameters.
std::string bodyOf(const std::string& name, builtins::Arguments arguments) {
  const auto second = [&](const char* type) {
    return std::string(type) + " second; const type first = " + name +
           "(x, &second); return first + ";
  };
  switch (arguments) {
    case builtins::Arguments::X: return "return " + name + "(x);";
    case builtins::Arguments::XY: return "return " + name + "(x, y);";
    case builtins::Arguments::XYZ: return "return " + name + "(x, y, x);";
    case builtins::Arguments::XN: return "return " + name + "(x, toInteger(y));";
    case builtins::Arguments::XP: return second("type") + "second;";
    case builtins::Arguments::XQ: return second("integer") + "toType(second);";
    default: return "";
  }
}
// The functions of floating point that do more than move bits, compare or round.
bool isMeasured(const builtins::Function& function) {
  constexpr std::string_view simple[] = {"rounding", "bits", "common"},
                             others[] = {"fract", "modf", "frexp", "ldexp", "nextafter", "fma"};
  if (function.name == "lgamma_r" || function.name.starts_with("relaxed_")) return false;
  return std::ranges::find(simple, function.family) == std::end(simple) ||
         std::ranges::find(others, function.name) != std::end(others);
}
std::vector<Row> rows() {
  std::vector<Row> all;
  for (const lanewise::bench::MathCase& range : lanewise::bench::kMathCases) {
    const builtins::Function& function = *builtins::findFunction(range.name);
    if (!isMeasured(function)) continue;
    const std::string name(range.name), body = bodyOf(name, function.arguments);
    if (body.empty()) continue;
    std::vector<const char*> types = {"float"};
    if (function.f64.kind != builtins::Limit::None) types.push_back("double");
    all.push_back({name, name, body, types, range.low, range.high, range.low2, range.high2});
  }
  // Angles that are reduced by more bits of pi, and vectors of which one lane has such an angle.
  for (const std::string name : {"sin", "cos"}) {
    const std::string body = "return " + name + "(x);", far = name + "_far",
                      beyond = name + "_one_beyond";
    all.push_back({far, name, body, {"float"}, -0x1p20, 0x1p20, 0, 0});
    all.push_back({far, name, body, {"double"}, -0x1p30, 0x1p30, 0, 0});
    all.push_back({beyond, name, body, {"float"}, -100, 100, 0, 0, 0x1.8p100});
    all.push_back({beyond, name, body, {"double"}, -100, 100, 0, 0, 0x1.8p500});
  }
  for (const auto& [name, body] :
       {std::pair("quotient", "return x / y;"), {"rest", "return x % y;"}}) {
    all.push_back({name, name, body, {"int"}, -0x1p31, 0x1p31, 1, 0x1p16});
    all.push_back({name, name, body, {"uint"}, 0, 0x1p32, 1, 0x1p16});
    all.push_back({name, name, body, {"long"}, -0x1p63, 0x1p63, 1, 0x1p32});
    all.push_back({name, name, body, {"ulong"}, 0, 0x1p63, 1, 0x1p32});
  }
  return all;
}

// Functions of one argument that the host has under the same name.
constexpr struct {
  std::string_view name;
  long double (*function)(long double);
} kSameNames[] = {
    {"exp", std::exp},       {"exp2", std::exp2},   {"expm1", std::expm1}, {"log", std::log},
    {"log2", std::log2},     {"log10", std::log10}, {"log1p", std::log1p}, {"sin", std::sin},
    {"cos", std::cos},       {"tan", std::tan},     {"asin", std::asin},   {"acos", std::acos},
    {"atan", std::atan},     {"sinh", std::sinh},   {"cosh", std::cosh},   {"tanh", std::tanh},
    {"asinh", std::asinh},   {"acosh", std::acosh}, {"atanh", std::atanh}, {"cbrt", std::cbrt},
    {"sqrt", std::sqrt},     {"erf", std::erf},     {"erfc", std::erfc},   {"tgamma", std::tgamma},
    {"lgamma", std::lgamma},
};

// The host's function with the same name; native_ and half_ functions use the name without prefix.
long double reference(std::string_view name, long double x, long double y) {
  for (std::string_view prefix : {"native_", "half_"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  for (const auto& [ours, function] : kSameNames)
    if (name == ours) return function(x);
  if (name == "exp10") return std::pow(10.0L, x);
  if (name == "sinpi") return std::sin(kPi * std::remainder(x, 2.0L));
  if (name == "cospi") return std::cos(kPi * std::remainder(x, 2.0L));
  if (name == "tanpi") return std::tan(kPi * std::remainder(x, 1.0L));
  if (name == "asinpi") return std::asin(x) / kPi;
  if (name == "acospi") return std::acos(x) / kPi;
  if (name == "atanpi") return std::atan(x) / kPi;
  if (name == "atan2pi") return std::atan2(x, y) / kPi;
  if (name == "rsqrt") return 1 / std::sqrt(x);
  if (name == "recip") return 1 / x;
  if (name == "divide") return x / y;
  if (name == "hypot") return std::hypot(x, y);
  if (name == "atan2") return std::atan2(x, y);
  if (name == "pow" || name == "powr") return std::pow(x, y);
  if (name == "pown") return std::pow(x, std::rint(y));
  if (name == "rootn") return std::pow(x, 1 / std::rint(y));
  if (name == "sincos") return std::sin(x) + std::cos(x);
  if (name == "fmod" || name == "rest") return std::fmod(x, y);
  if (name == "remainder") return std::remainder(x, y);
  if (name == "fma") return x * y + x;
  if (name == "quotient") return std::trunc(x / y);
  if (name == "ldexp") return std::ldexp(x, static_cast<int>(std::rint(y)));
  if (name == "nextafter") return x;
  if (name == "fract" || name == "modf") return x;  // the sum of both results
  if (name == "frexp") {
    int exponent;
    const long double fraction = std::frexp(x, &exponent);
    return fraction + exponent;
  }
  bench::stop("no reference of " + std::string(name));
}

template <class T>
std::vector<T> between(double low, double high, unsigned seed) {
  std::vector<T> values(kCount);
  for (T& value : values) {
    seed = seed * 1664525 + 1013904223;
    value = static_cast<T>(low + (high - low) * ((seed >> 8) * 0x1p-24 + 0x1p-25));
  }
  return values;
}

cl_kernel kernelOf(const Row& row, const char* type, const char* name) {
  const std::string text = std::string("#define TYPE ") + type + "\n#define TYPE16 " + type +
                           "16\n#define BODY(type, integer, toInteger, toType) " + row.body + "\n" +
                           bench::readSource("math");
  const cl_program program = bench::buildSource(text, row.name);
  cl_int error;
  const cl_kernel kernel = clCreateKernel(program, name, &error);
  bench::require(error, "clCreateKernel");
  clReleaseProgram(program);
  return kernel;
}

template <class T>
void check(const Row& row, const std::vector<T>& x, const std::vector<T>& y,
           const std::vector<T>& got) {
  const bool loose = row.name.starts_with("native_");
  const double relative = loose ? 1e-4 : sizeof(T) == 4 ? 2e-6 : 1e-13;
  for (size_t i = 0; i < kCount; i += 997) {
    const auto wanted = static_cast<double>(reference(row.function, x[i], y[i]));
    // Functions with zeros in their range are compared relative to their magnitude nearby.
    if (std::abs(static_cast<double>(got[i]) - wanted) > relative * std::max(1.0, std::abs(wanted)))
      bench::stop(row.name + ": got " + std::to_string(got[i]) + ", the host computes " +
                  std::to_string(wanted));
  }
}

template <class T>
void measure(benchmark::State& state, const Row& row, const char* type, bool vectors) {
  auto x = between<T>(row.low, row.high, 1);
  for (size_t i = 0; i < kCount && row.beyond != 0; i += 32 / sizeof(T))
    x[i] = static_cast<T>(row.beyond);
  const auto y = between<T>(row.low2, row.high2, 2);
  const cl_mem xBuffer = bench::makeBuffer(kCount * sizeof(T), x.data());
  const cl_mem yBuffer = bench::makeBuffer(kCount * sizeof(T), y.data());
  const cl_mem out = bench::makeBuffer(kCount * sizeof(T), nullptr);
  const cl_kernel kernel = kernelOf(row, type, vectors ? "sixteen" : "one");
  bench::setArgument(kernel, 0, xBuffer);
  bench::setArgument(kernel, 1, yBuffer);
  bench::setArgument(kernel, 2, out);
  const size_t global = vectors ? kCount / 16 : kCount, local = 256;
  const cl_command_queue queue = bench::Peer::get().queue();
  const auto launch = [&] {
    bench::require(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    bench::require(clFinish(queue), "clFinish");
  };
  launch();
  std::vector<T> got(kCount);
  bench::readBuffer(out, got.data(), kCount * sizeof(T));
  check(row, x, y, got);
  for (auto _ : state) launch();
  clReleaseKernel(kernel);
  for (cl_mem buffer : {xBuffer, yBuffer, out}) clReleaseMemObject(buffer);
}

}  // namespace

namespace bench {

void registerMathFunctions() {
  using Measure = void (*)(benchmark::State&, const Row&, const char*, bool);
  const std::map<std::string, Measure> measures = {
      {"float", measure<float>},       {"double", measure<double>},
      {"int", measure<std::int32_t>},  {"uint", measure<std::uint32_t>},
      {"long", measure<std::int64_t>}, {"ulong", measure<std::uint64_t>}};
  for (const Row& row : rows())
    for (const bool vectors : {false, true})
      for (const std::string type : row.types) {
        const auto run = [row, type, vectors,
                          measure = measures.at(type)](benchmark::State& state) {
          measure(state, row, type.c_str(), vectors);
        };
        benchmark::RegisterBenchmark(
            ("Math/" + row.name + "/" + type + (vectors ? "x16" : "")).c_str(), run)
            ->MeasureProcessCPUTime()
            ->UseRealTime()
            ->Unit(benchmark::kMicrosecond);
      }
}

}  // namespace bench
