// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function with a mathematical reference, compared with MPFR: the worst error must not exceed
// the claim of the source (CLAIM), and a claim must not exceed the specification's limit. A
// function without a limit, or with a limit that nothing would exceed, must have a claim.
//   --samples=N     random arguments per function (f16 with one argument: all, each fifth below
//                   10000)
//   --attained      fail if an argument has a larger error than the one that the claim names. Only
//   for
//                   levels with fma: without it, contraction and the worst arguments differ.
//   --table         print the worst error of each function
// accuracy_full.cpp makes the runs that are too long for a test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "tests/builtins/samples.h"

namespace lanewise::test {

static long samples = 20000;
static bool attained = false;
static bool table = false;

template <class T>
class Accuracy : public ::testing::Test {
 public:
  explicit Accuracy(const Function<T>& f) : function_(f) {}

  void TestBody() override {
    const double limit = limitOf(function_.name, 8 * sizeof(T));
    const Claim claim = claimOf(function_.symbol, limit, function_.result);
    EXPECT_LE(claim.ulp, limit) << "the claim of " << function_.symbol << " is above the limit";
    EXPECT_LE(claim.ulp, 1000) << function_.symbol << " has no claim";
    if (claim.arguments > 0) check(argumentsOf<T>(claim, function_.signature));
    const double errorThere = worst_;
    specials();
    hard();
    sweeps();
    if (sizeof(T) == 2 && function_.signature == Signature::X)
      every();
    else
      random();
    if (sizeof(T) == 4 && function_.signature == Signature::X) filtered(16411);
    report(claim.ulp);
    if (!attained) return;
    EXPECT_FALSE(claim.isExceeded(worst_, errorThere))
        << function_.symbol << ": the error is " << worst_ << " ulp at "
        << textOf(function_.signature, worstArgs_) << ", but " << errorThere
        << " at the arguments of the claim";
  }

 private:
  void check(const Args<T>& args) {
    const T got = function_.call(args);
    ++points_;
    const double error = judge_.error(function_, args, got);
    if (error <= worst_ || std::isnan(worst_)) return;
    worst_ = error;
    worstArgs_ = args;
    got_ = got;
    mpfr_set(worstResult_, judge_.result(), MPFR_RNDN);
  }

  void specials() {
    forEachSpecial<T>(function_.signature, [&](const Args<T>& args) { check(args); });
  }
  void hard() {
    if (std::string_view(function_.name) == "lgamma")
      for (T x : nearGammaZeros<T>()) check({x, 0, 0, 0});
  }
  void sweeps() {
    for (const auto& sweep : sweepsOf(function_.symbol))
      for (int i = 0; i < sweep.count; ++i) {
        const T x = static_cast<T>(sweep.low + (sweep.high - sweep.low) * random_.unit());
        const T y = static_cast<T>(sweep.low + (sweep.high - sweep.low) * random_.unit());
        check({x, y, T(0), static_cast<int>(random_() % 64) - 32});
      }
  }
  void random() {
    // These take MPFR up to a hundred times as long as others.
    const std::string_view name = function_.name;
    const bool slow = name.ends_with("gamma") || name.starts_with("erf");
    for (long i = 0; i < (slow ? samples / 20 : samples); ++i) {
      Args<T> args = {any(), any(), any(), static_cast<int>(random_())};
      // Half of the arguments are near each other, where sums cancel and quotients are small.
      if (i & 1) args.y = scaled(args.x), args.z = scaled(args.x), args.n %= 64;
      check(args);
    }
  }
  T any() { return fromBits<T>(static_cast<typename Format<T>::Bits>(random_())); }
  T scaled(T x) { return static_cast<T>(static_cast<double>(x) * (random_.unit() * 4 - 2)); }
  void every() {
    const std::uint32_t step = samples < 10000 ? 5 : 1;
    for (std::uint32_t bits = 0; bits <= 0xffff; bits += step)
      check({fromBits<T>(static_cast<typename Format<T>::Bits>(bits)), T(0), T(0), 0});
  }
  // The f64 function has its own test; MPFR computes only what it finds doubtful.
  void filtered(std::uint64_t step) {
    if constexpr (sizeof(T) == 4) {
      for (const auto& wide : functions<double>()) {
        if (std::string_view(wide.name) != function_.name) continue;
        if (std::string_view(wide.name) == "sincos") continue;  // two functions, one name
        for (std::uint64_t bits = 0; bits < std::uint64_t(1) << 32; bits += step) {
          const T x = fromBits<T>(static_cast<std::uint32_t>(bits));
          const double reference = wide.call({x, 0, 0, 0});
          const double got = function_.call({x, 0, 0, 0});
          ++points_;
          int e;
          std::frexp(reference, &e);
          const double ulp =
              std::ldexp(1.0, std::max(e, Format<T>::emin + 1) - Format<T>::precision);
          if (!(std::fabs(got - reference) <= worst_ * ulp)) check({x, 0, 0, 0});
        }
      }
    }
  }
  void report(double claim) {
    EXPECT_LE(worst_, claim) << function_.symbol << "(" << static_cast<double>(worstArgs_.x) << ", "
                             << static_cast<double>(worstArgs_.y) << ", "
                             << static_cast<double>(worstArgs_.z) << ", " << worstArgs_.n << ") is "
                             << static_cast<double>(got_) << ", expected "
                             << mpfr_get_d(worstResult_, MPFR_RNDN) << std::hexfloat << "; x is "
                             << static_cast<double>(worstArgs_.x) << ", y is "
                             << static_cast<double>(worstArgs_.y);
    if (table)
      std::printf("%-24s %10.4f  claimed %.4f  at %a, %a, %d\n", function_.symbol, worst_, claim,
                  static_cast<double>(worstArgs_.x), static_cast<double>(worstArgs_.y),
                  worstArgs_.n);
  }

  Function<T> function_;
  Random random_;
  Judge<T> judge_;
  Number worstResult_{120};
  Args<T> worstArgs_{};
  T got_{};
  double worst_ = -1;
  long points_ = 0;
};

template <class T>
void registerAll(const char* type) {
  std::map<std::string, int> seen;
  for (const auto& f : functions<T>()) {
    const int again = seen[f.symbol]++;
    const std::string name = std::string(f.symbol) + (again ? "_second" : "");
    ::testing::RegisterTest(type, name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [f]() -> ::testing::Test* { return new Accuracy<T>(f); });
  }
}

}  // namespace lanewise::test

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  using namespace lanewise::test;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--samples=", 10) == 0) samples = std::atol(argv[i] + 10);
    if (std::strcmp(argv[i], "--attained") == 0) attained = true;
    if (std::strcmp(argv[i], "--table") == 0) table = true;
  }
  registerAll<f16>("f16");
  registerAll<f32>("f32");
  registerAll<f64>("f64");
  return RUN_ALL_TESTS();
}
