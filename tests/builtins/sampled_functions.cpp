// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference is the 80-bit format: exact for f16 and f32, and 2^-11 ulp or better for f64. Clang
// alone has vectors of three elements.
#include "tests/builtins/sampled_functions.h"

#include <algorithm>
#include <cstdio>

#include "builtins/opencl_std.h"

namespace lanewise::testing {
namespace {

using Real = long double;

// The unit in the last place of `reference`; subnormal numbers have the smallest.
template <class T>
Real ulpOf(Real reference) {
  const int e = reference == 0 ? Format<T>::emin : std::ilogb(reference);
  return std::ldexp(Real(1),
                    std::clamp(e, Format<T>::emin, Format<T>::emax) - Format<T>::precision + 1);
}
template <class T>
double ulps(T got, Real reference) {
  return static_cast<double>(std::fabs(static_cast<Real>(got) - reference) / ulpOf<T>(reference));
}
template <class T>
void say(std::string* text, std::initializer_list<T> numbers) {
  for (const T x : numbers) {
    char one[40];
    std::snprintf(one, sizeof one, "%s%a", text->empty() ? "" : ", ", static_cast<double>(x));
    *text += one;
  }
}
template <class T>
T signedPower(Random& random, int exponent) {
  const double x = std::ldexp(1 + random.unit(), exponent);
  return static_cast<T>(random() & 1 ? -x : x);
}
template <class T>
T between(Random& random, double low, double high) {
  return static_cast<T>(low + (high - low) * random.unit());
}
int exponentBetween(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

// Instructions of the core, as the compiler of these tests makes them: one of the processor.
template <class T>
void addCore(std::vector<SampledFunction>& list, const std::string& type) {
  const auto add = [&](const char* name, auto call, auto reference) {
    list.push_back(
        {name, name + ("_" + type), "", 8 * sizeof(T), [=](Random& random, std::string* text) {
           // Near each other now and then: sums that cancel.
           const int e = exponentBetween(random, Format<T>::emin, Format<T>::emax - 1);
           const int spread = random() & 1 ? 3 : 40;
           const T x = signedPower<T>(random, e);
           const T y =
               signedPower<T>(random, std::clamp(exponentBetween(random, e - spread, e + spread),
                                                 Format<T>::emin, Format<T>::emax - 1));
           if (text) say(text, {x, y});
           static thread_local Number &a = scratch(), &b = scratch(), &r = scratch();
           mpfr_set_d(a, static_cast<double>(x), MPFR_RNDN);
           mpfr_set_d(b, static_cast<double>(y), MPFR_RNDN);
           reference(r, a, b, MPFR_RNDN);
           return errorUlp<T>(call(x, y), r);
         }});
  };
  add("FAdd", [](T x, T y) { return T(x + y); }, mpfr_add);
  add("FSub", [](T x, T y) { return T(x - y); }, mpfr_sub);
  add("FMul", [](T x, T y) { return T(x * y); }, mpfr_mul);
  add("FDiv", [](T x, T y) { return T(x / y); }, mpfr_div);
}

#define LIBRARY(T)                                                                      \
  extern "C" T lw_mix_##T##_##T##_##T(T, T, T), lw_smoothstep_##T##_##T##_##T(T, T, T), \
      lw_fclamp_##T##_##T##_##T(T, T, T), lw_mad_##T##_##T##_##T(T, T, T);
LIBRARY(f16)
LIBRARY(f32)
LIBRARY(f64)

template <class T>
struct Common {
  T (*mix)(T, T, T), (*smoothstep)(T, T, T), (*fclamp)(T, T, T), (*mad)(T, T, T);
};
template <class T>
void addCommon(std::vector<SampledFunction>& list, const std::string& type, const Common<T>& call) {
  const std::string suffix = "_" + type + "_" + type + "_" + type;
  list.push_back({"mix", "mix" + suffix, "absolute, of numbers up to 1", 8 * sizeof(T),
                  [=](Random& random, std::string* text) {
                    const T x = between<T>(random, -1, 1), y = between<T>(random, -1, 1);
                    const T a = between<T>(random, 0, 1);
                    if (text) say(text, {x, y, a});
                    const Real expected = Real(x) + (Real(y) - Real(x)) * Real(a);
                    return double(std::fabs(Real(call.mix(x, y, a)) - expected));
                  }});
  list.push_back({"smoothstep", "smoothstep" + suffix, "absolute", 8 * sizeof(T),
                  [=](Random& random, std::string* text) {
                    const T low = between<T>(random, -1, 1);
                    const T high = static_cast<T>(double(low) + 0.1 + random.unit());
                    const T x = between<T>(random, double(low) - 0.1, double(high) + 0.1);
                    if (text) say(text, {low, high, x});
                    const Real part = (Real(x) - Real(low)) / (Real(high) - Real(low));
                    const Real t = std::clamp<Real>(part, 0, 1);
                    return double(
                        std::fabs(Real(call.smoothstep(low, high, x)) - t * t * (3 - 2 * t)));
                  }});
  const auto any = [](Random& random) {
    return signedPower<T>(random, exponentBetween(random, Format<T>::emin, Format<T>::emax - 1));
  };
  list.push_back(
      {"fclamp", "fclamp" + suffix, "", 8 * sizeof(T), [=](Random& random, std::string* text) {
         T x = any(random), low = any(random), high = any(random);
         if (high < low) std::swap(low, high);
         if (text) say(text, {x, low, high});
         return call.fclamp(x, low, high) == std::clamp(x, low, high) ? 0.0 : INFINITY;
       }});
  // Correctly rounded fma, or a product and a sum that are.
  list.push_back({"mad", "mad" + suffix, "", 8 * sizeof(T), [=](Random& random, std::string* text) {
                    const int e =
                        exponentBetween(random, Format<T>::emin / 2, Format<T>::emax / 2 - 1);
                    const T x = signedPower<T>(random, e),
                            y = signedPower<T>(random, exponentBetween(random, -3, 3));
                    const T z = signedPower<T>(
                        random, std::max(exponentBetween(random, e - 9, e + 9), Format<T>::emin));
                    if (text) say(text, {x, y, z});
                    const T got = call.mad(x, y, z);
                    const T product = x * y;
                    if (got == T(product + z)) return 0.0;
                    static thread_local Number &a = scratch(), &b = scratch(), &c = scratch(),
                                               &r = scratch();
                    mpfr_set_d(a, double(x), MPFR_RNDN);
                    mpfr_set_d(b, double(y), MPFR_RNDN);
                    mpfr_set_d(c, double(z), MPFR_RNDN);
                    mpfr_fma(r, a, b, c, MPFR_RNDN);
                    return errorUlp<T>(got, r);
                  }});
}

#ifdef __clang__
template <class T, int n>
using Vector = T __attribute__((ext_vector_type(n)));

// One element of magnitude 2^exponent, the others of that or less, zero now and then.
template <class T, int n>
Vector<T, n> vectorNear(Random& random, int exponent) {
  constexpr int least = Format<T>::emin - Format<T>::precision + 1;
  const int spread = random() & 1 ? 2 : Format<T>::precision;
  const int largest = static_cast<int>(random() % n);
  Vector<T, n> v;
  for (int i = 0; i < n; ++i) {
    const int e = i == largest ? exponent : exponentBetween(random, exponent - spread, exponent);
    v[i] = i != largest && random() % 32 == 0 ? T(0) : signedPower<T>(random, std::max(e, least));
  }
  return v;
}
template <int n, class V>
Real lengthOf(V v) {
  Real sum = 0;
  for (int i = 0; i < n; ++i) sum += Real(v[i]) * Real(v[i]);
  return std::sqrt(sum);
}
template <int n, class V>
Real largestOf(V a, V b) {
  Real largest = 0;
  for (int i = 0; i < n; ++i)
    largest = std::max({largest, std::fabs(Real(a[i])), std::fabs(Real(b[i]))});
  return largest;
}
template <int n, class V>
void sayVector(std::string* text, V v) {
  if (!text->empty()) *text += "; ";
  std::string elements;
  for (int i = 0; i < n; ++i) say(&elements, {v[i]});
  *text += elements;
}

template <class T, int n>
struct Geometric {
  using V = Vector<T, n>;
  T (*length)(V), (*distance)(V, V), (*dot)(V, V);
  V (*normalize)(V), (*cross)(V, V);
  bool fast;  // squares must stay in range
};

template <class T, int n>
void addGeometric(std::vector<SampledFunction>& list, const std::string& type, const char* prefix,
                  const Geometric<T, n>& call) {
  using V = Vector<T, n>;
  const std::string one = "_" + type + "x" + std::to_string(n), two = one + one;
  const std::string width = std::to_string(n) + " elements";
  const int bits = 8 * sizeof(T);
  const auto add = [&](const char* name, const std::string& suffix, const std::string& part,
                       auto error) { list.push_back({name, name + suffix, part, bits, error}); };
  // Squares of numbers in the middle of the range neither overflow nor become zero.
  constexpr int middle = Format<T>::emax / 2 - 3, top = Format<T>::emax - 3;
  const int low = call.fast ? -middle / 2 : Format<T>::emin, high = call.fast ? middle : top;
  const bool fast = *prefix != 0;
  add(fast ? "fast_length" : "length", one, width, [=](Random& random, std::string* text) {
    const V v = vectorNear<T, n>(random, exponentBetween(random, low, high));
    if (text) sayVector<n>(text, v);
    return ulps<T>(call.length(v), lengthOf<n>(v));
  });
  add(fast ? "fast_distance" : "distance", two, width, [=](Random& random, std::string* text) {
    const int e = exponentBetween(random, low, high);
    const V a = vectorNear<T, n>(random, e), b = vectorNear<T, n>(random, e);
    if (text) sayVector<n>(text, a), sayVector<n>(text, b);
    Real difference[n];
    for (int i = 0; i < n; ++i) difference[i] = Real(a[i]) - Real(b[i]);
    return ulps<T>(call.distance(a, b), lengthOf<n>(difference));
  });
  add(fast ? "fast_normalize" : "normalize", one, width, [=](Random& random, std::string* text) {
    const V v = vectorNear<T, n>(random, exponentBetween(random, low, high)),
            got = call.normalize(v);
    if (text) sayVector<n>(text, v);
    const Real length = lengthOf<n>(v);
    double worst = 0;
    for (int i = 0; i < n; ++i)
      worst = std::max(worst, ulps<T>(got[i], length == 0 ? Real(v[i]) : Real(v[i]) / length));
    return worst;
  });
  if (fast) return;
  const std::string ofSquare = width + ", of the largest squared";
  add("Dot", two, ofSquare, [=](Random& random, std::string* text) {
    const int e = exponentBetween(random, -middle / 2, middle);
    const V a = vectorNear<T, n>(random, e), b = vectorNear<T, n>(random, e);
    if (text) sayVector<n>(text, a), sayVector<n>(text, b);
    Real expected = 0;
    for (int i = 0; i < n; ++i) expected += Real(a[i]) * Real(b[i]);
    const Real most = largestOf<n>(a, b);
    return most == 0 ? 0 : double(std::fabs(Real(call.dot(a, b)) - expected) / (most * most));
  });
  if constexpr (n >= 3)
    add("cross", two, ofSquare, [=](Random& random, std::string* text) {
      const int e = exponentBetween(random, -middle / 2, middle);
      const auto first = vectorNear<T, 3>(random, e), second = vectorNear<T, 3>(random, e);
      V a = 0, b = 0;
      for (int i = 0; i < 3; ++i) a[i] = first[i], b[i] = second[i];
      if (text) sayVector<n>(text, a), sayVector<n>(text, b);
      const V got = call.cross(a, b);
      const Real most = largestOf<n>(a, b);
      Real worst = 0;
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const Real expected = Real(a[j]) * Real(b[k]) - Real(a[k]) * Real(b[j]);
        worst = std::max(worst, std::fabs(Real(got[i]) - expected));
      }
      return most == 0 ? 0 : double(worst / (most * most));
    });
}

#define GEOMETRIC(T, n)                                                   \
  extern "C" T lw_length_##T##x##n(Vector<T, n>),                         \
      lw_distance_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>),      \
      lw_Dot_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>),           \
      lw_fast_length_##T##x##n(Vector<T, n>),                             \
      lw_fast_distance_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>); \
  extern "C" Vector<T, n> lw_normalize_##T##x##n(Vector<T, n>),           \
      lw_fast_normalize_##T##x##n(Vector<T, n>);
#define CROSS(T, n) \
  extern "C" Vector<T, n> lw_cross_##T##x##n##_##T##x##n(Vector<T, n>, Vector<T, n>);
#define ALL_GEOMETRIC(T) GEOMETRIC(T, 2) GEOMETRIC(T, 3) GEOMETRIC(T, 4) CROSS(T, 3) CROSS(T, 4)
ALL_GEOMETRIC(f16)
ALL_GEOMETRIC(f32)
ALL_GEOMETRIC(f64)

#define ADD(T, n, cross)                                                      \
  addGeometric<T, n>(list, #T, "",                                            \
                     {lw_length_##T##x##n, lw_distance_##T##x##n##_##T##x##n, \
                      lw_Dot_##T##x##n##_##T##x##n, lw_normalize_##T##x##n, cross, false});
#define ADD_FAST(n)                                                                          \
  addGeometric<f32, n>(list, "f32", "fast_",                                                 \
                       {lw_fast_length_f32x##n, lw_fast_distance_f32x##n##_f32x##n, nullptr, \
                        lw_fast_normalize_f32x##n, nullptr, true});
#define ADD_TYPE(T)                     \
  ADD(T, 2, nullptr)                    \
  ADD(T, 3, (lw_cross_##T##x3_##T##x3)) \
  ADD(T, 4, (lw_cross_##T##x4_##T##x4))
void addVectors(std::vector<SampledFunction>& list) {
  ADD_TYPE(f16)
  ADD_TYPE(f32)
  ADD_TYPE(f64)
  ADD_FAST(2) ADD_FAST(3) ADD_FAST(4)
}
#else
void addVectors(std::vector<SampledFunction>&) {}
#endif

extern "C" f32 lw_native_exp_f32(f32), lw_native_exp2_f32(f32), lw_native_exp10_f32(f32),
    lw_native_log_f32(f32), lw_native_log2_f32(f32), lw_native_log10_f32(f32),
    lw_native_sin_f32(f32), lw_native_cos_f32(f32), lw_native_powr_f32_f32(f32, f32),
    lw_relaxed_pow_f32_f32(f32, f32), lw_relaxed_sincos_f32_p(f32, f32*);

// How much of the error that the table for unsafe math allows a function takes.
void addRelaxed(std::vector<SampledFunction>& list) {
  using builtins::Limit;
  const auto add = [&](const char* serves, const char* suffix, auto draw, auto call,
                       auto reference) {
    const auto& row = *std::ranges::find(builtins::kOpenclStd, std::string_view(serves),
                                         &builtins::Instruction::name);
    const char* name =
        std::ranges::find(builtins::kRelaxed, std::string_view(serves), &builtins::Relaxed::name)
            ->function.data();
    const Limit limit = row.f32Relaxed;
    list.push_back({name, name + std::string(suffix),
                    "share of the limit of " + std::string(serves) + " with unsafe math", 32,
                    [=](Random& random, std::string* text) {
                      f32 x = 0, y = 0;
                      draw(random, x, y);
                      if (text)
                        suffix[4] == '_' && suffix[5] == 'f' ? say(text, {x, y}) : say(text, {x});
                      const double expected = reference(double(x), double(y));
                      if (std::fabs(expected) < 0x1p-126 || std::fabs(expected) >= 0x1p128)
                        return 0.0;
                      const double error = std::fabs(double(call(x, y)) - expected);
                      const double ulp = double(ulpOf<f32>(expected));
                      switch (limit.kind) {
                        case Limit::Absolute: return error / limit.value;
                        case Limit::ExpRelaxed:
                          return error / (limit.value + std::floor(std::fabs(2.0 * x))) / ulp;
                        case Limit::LogRelaxed:
                          return x >= 0.5 && x <= 2 ? error * 0x1p21 : error / limit.value / ulp;
                        default: return error / limit.value / ulp;
                      }
                    }});
  };
  const auto uniform = [](double low, double high) {
    return [=](Random& random, f32& x, f32&) { x = between<f32>(random, low, high); };
  };
  const auto positive = [](Random& random, f32& x, f32&) {
    x = random() & 1 ? between<f32>(random, 0.4, 3)
                     : std::fabs(signedPower<f32>(random, exponentBetween(random, -126, 127)));
  };
  const auto powers = [](Random& random, f32& x, f32& y) {
    x = std::fabs(signedPower<f32>(random, exponentBetween(random, -20, 20)));
    y = between<f32>(random, -40, 40);
  };
#define UNARY(serves, function, draw, reference)                               \
  add(                                                                         \
      serves, "_f32", draw, [](f32 x, f32) { return lw_##function##_f32(x); }, \
      [](double x, double) { return reference; });
  UNARY("exp", native_exp, uniform(-87, 88.7), std::exp(x))
  UNARY("exp2", native_exp2, uniform(-126, 128), std::exp2(x))
  UNARY("exp10", native_exp10, uniform(-37.9, 38.5), std::pow(10.0, x))
  UNARY("log", native_log, positive, std::log(x))
  UNARY("log2", native_log2, positive, std::log2(x))
  UNARY("log10", native_log10, positive, std::log10(x))
  UNARY("sin", native_sin, uniform(-3.1415926, 3.1415926), std::sin(x))
  UNARY("cos", native_cos, uniform(-3.1415926, 3.1415926), std::cos(x))
#undef UNARY
  add(
      "sincos", "_f32_p", uniform(-3.1415926, 3.1415926),
      [](f32 x, f32) {
        f32 c;
        return lw_relaxed_sincos_f32_p(x, &c);
      },
      [](double x, double) { return std::sin(x); });
  add(
      "pow", "_f32_f32", powers, [](f32 x, f32 y) { return lw_relaxed_pow_f32_f32(x, y); },
      [](double x, double y) { return std::pow(x, y); });
  add(
      "powr", "_f32_f32", powers, [](f32 x, f32 y) { return lw_native_powr_f32_f32(x, y); },
      [](double x, double y) { return std::pow(x, y); });
}

}  // namespace

#define COMMON(T)                                                                                 \
  addCommon<T>(list, #T,                                                                          \
               {lw_mix_##T##_##T##_##T, lw_smoothstep_##T##_##T##_##T, lw_fclamp_##T##_##T##_##T, \
                lw_mad_##T##_##T##_##T});                                                         \
  addCore<T>(list, #T);
std::vector<SampledFunction> sampledFunctions() {
  std::vector<SampledFunction> list;
  COMMON(f16)
  COMMON(f32)
  COMMON(f64)
  addVectors(list);
  addRelaxed(list);
  return list;
}

}  // namespace lanewise::testing
