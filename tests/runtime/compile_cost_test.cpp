// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The model of what compiling a kernel for its launches costs, against measurements, and when a
// launch that runs gains by it.
#include "runtime/launch/compile_cost.h"

#include <gtest/gtest.h>

namespace lanewise {
namespace {

// Kernels of bench/ on Zen 5 with AVX-512: CPU time of the compiler process.
TEST(CompileCost, IsNearWhatWasMeasured) {
  struct Row {
    const char* kernel;
    CompileCost::Facts facts;
    double milliseconds;
  };
  for (const auto& [kernel, facts, milliseconds] : {
           Row{"gemm", {1554, 1784}, 16},
           Row{"gemm_tiled", {2229, 5068}, 30},
           Row{"gemm_blocked", {5462, 7484}, 79},
           Row{"convolution", {3163, 7664}, 57},
           Row{"transpose", {1001, 2404}, 14},
           Row{"black_scholes", {3862, 4492}, 32},
           Row{"reduction", {1065, 2384}, 12},
           Row{"fft", {3463, 5432}, 116},
           Row{"bitonic_sort", {2533, 6976}, 64},
           Row{"path_tracer", {4767, 9336}, 44},
           Row{"integrate_sine of 112", {1200, 433'068}, 26},
           Row{"image_stencil, rgba8", {1590, 7220, true}, 133},
           Row{"resize, rgba8", {724, 1564, true}, 165},
           Row{"blur_x, rgba8", {1352, 4392, true}, 235},
       }) {
    const double estimated = CompileCost(facts).nanoseconds() * 1e-6;
    EXPECT_GT(estimated, 0.4 * milliseconds) << kernel;
    EXPECT_LT(estimated, 2.2 * milliseconds) << kernel;
  }
}

TEST(CompileCost, GrowsWithEachFact) {
  const auto of = [](const CompileCost::Facts& facts) { return CompileCost(facts).nanoseconds(); };
  const double least = of({});
  EXPECT_GT(least, 0);
  EXPECT_GT(of({.codeBytes = 1000}), least);
  EXPECT_GT(of({.moduleBytes = 10'000}), least);
  EXPECT_GT(of({.hasImages = true}), least);
}

TEST(CompileCost, IsRepaidByAsMuchTime) {
  const CompileCost cost({.codeBytes = 1000});
  EXPECT_FALSE(cost.isRepaid(0.99 * cost.nanoseconds()));
  EXPECT_TRUE(cost.isRepaid(cost.nanoseconds()));
}

// The launch continues on the processors that the compiler leaves, and is faster afterwards.
TEST(CompileCost, ALaunchEndsSoonerIfEnoughIsLeftBehindTheCompiler) {
  const CompileCost cost({.codeBytes = 4000});
  const double compile = cost.nanoseconds();
  for (const unsigned cores : {1u, 2u, 4u, 16u, 128u}) {
    // The compiler would end when the launch has ended.
    EXPECT_FALSE(cost.endsSooner(compile * cores, cores)) << cores;
    EXPECT_TRUE(cost.endsSooner(4 * compile * cores, cores)) << cores;
  }
  EXPECT_FALSE(cost.endsSooner(0, 2));
}

}  // namespace
}  // namespace lanewise
