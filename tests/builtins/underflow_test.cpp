// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of ordinary numbers whose result is one makes no subnormal number on the way:
// processors take a hundred times as long for those.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

#include "tests/builtins/functions.h"

namespace lanewise::test {
namespace {

constexpr int kSamples = 20'000;

template <class T>
void expectNoUnderflow() {
  std::mt19937_64 random(1);
  const auto ordinary = [&] {
    const double exponent = std::uniform_real_distribution(-12.0, 12.0)(random);
    return static_cast<T>(random() % 2 ? std::exp2(exponent) : -std::exp2(exponent));
  };
  for (const Function<T>& function : functions<T>())
    for (int i = 0; i < kSamples; ++i) {
      const Args<T> args{ordinary(), ordinary(), ordinary(), static_cast<int>(random() % 7) - 3};
      std::feclearexcept(FE_ALL_EXCEPT);
      const volatile T result = function.call(args);
      const bool underflows = std::fetestexcept(FE_UNDERFLOW);
      const double size = std::fabs(static_cast<double>(result));
      if (!underflows || !(size >= std::numeric_limits<T>::min()) || std::isinf(size)) continue;
      ADD_FAILURE() << function.name << "(" << args.x << ", " << args.y << ", " << args.z << ", "
                    << args.n << ") = " << static_cast<double>(result);
      break;
    }
}

TEST(Underflow, NoneInFloatFunctionsOfOrdinaryNumbers) { expectNoUnderflow<float>(); }
TEST(Underflow, NoneInDoubleFunctionsOfOrdinaryNumbers) { expectNoUnderflow<double>(); }

}  // namespace
}  // namespace lanewise::test
