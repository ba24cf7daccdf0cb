// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core instructions and the common functions with error limits of their own, and mad.
#include "tests/builtins/sampled_functions.h"

namespace lanewise::test {
namespace {

// Core instructions as the compiler of these tests generates them: one instruction of the
// processor.
template <class T>
void addCore(std::vector<SampledFunction>& list, const std::string& type) {
  const auto add = [&](const char* name, auto call, auto reference) {
    list.push_back(
        {name, name + ("_" + type), "", 8 * sizeof(T), [=](Random& random, std::string* text) {
           // Sometimes near each other, for sums that cancel.
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
  // Correctly rounded fma, or a correctly rounded product and sum.
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

}  // namespace

#define COMMON(T)                                                                                 \
  addCommon<T>(list, #T,                                                                          \
               {lw_mix_##T##_##T##_##T, lw_smoothstep_##T##_##T##_##T, lw_fclamp_##T##_##T##_##T, \
                lw_mad_##T##_##T##_##T});                                                         \
  addCore<T>(list, #T);
void addCoreAndCommon(std::vector<SampledFunction>& list) {
  COMMON(f16)
  COMMON(f32)
  COMMON(f64)
}

}  // namespace lanewise::test
