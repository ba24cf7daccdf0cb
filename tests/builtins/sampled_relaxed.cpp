// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What serves under unsafe math, against the table for that.
#include "builtins/functions.h"
#include "tests/builtins/sampled_functions.h"

namespace lanewise::test {

extern "C" f32 lw_native_exp_f32(f32), lw_native_exp2_f32(f32), lw_native_exp10_f32(f32),
    lw_native_log_f32(f32), lw_native_log2_f32(f32), lw_native_log10_f32(f32),
    lw_native_sin_f32(f32), lw_native_cos_f32(f32), lw_native_powr_f32_f32(f32, f32),
    lw_relaxed_pow_f32_f32(f32, f32), lw_relaxed_sincos_f32_p(f32, f32*);

// How much of the error that the table for unsafe math allows a function takes.
void addRelaxed(std::vector<SampledFunction>& list) {
  using builtins::Limit;
  const auto add = [&](const char* serves, const char* suffix, auto draw, auto call,
                       auto reference) {
    const auto& row = *builtins::findFunction(serves);
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
                    },
                    [=](Random& random) -> std::uint64_t {
                      f32 x = 0, y = 0;
                      draw(random, x, y);
                      return std::bit_cast<std::uint32_t>(call(x, y));
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

}  // namespace lanewise::test
