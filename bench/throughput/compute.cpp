// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Problems whose time is that of arithmetic, without barriers and with little control flow.

#include "limits/limits.h"
#include "problems.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace bench {

Problem gemm(size_t size, const Sizes& local) {
  return matrixProduct("gemm", size, {size, size}, local);
}

Problem matrixProduct(const char* kernel, size_t size, const Sizes& global, const Sizes& local) {
  Problem problem;
  const auto aValues = randomFloats(size * size, 1), bValues = randomFloats(size * size, 2);
  const auto a = problem.array(aValues), b = problem.array(bValues);
  const auto c = problem.zeros<float>(size * size);
  const int n = static_cast<int>(size);
  problem.launch(kernel, global, local, a, b, c, n);
  problem.limit(LIMIT(gemm), a, b, c, n);
  problem.check([=](const Memory& memory) {
    // 7 has no common divisor with the sizes of tiles.
    for (size_t at = 0; at < size * size; at += 7 * 37) {
      double sum = 0;
      for (size_t k = 0; k < size; ++k)
        sum += double{aValues[at / size * size + k]} * bValues[k * size + at % size];
      expectNear(kernel, at, memory[c][at], sum, 1e-4);
    }
  });
  problem.work(2.0 * std::pow(size, 3), "FLOP");
  return problem;
}

Problem nBody(size_t size, const Sizes& local) {
  Problem problem;
  const auto values = randomFloats(4 * size, 3);  // x, y, z and mass
  const auto bodies = problem.array(values), out = problem.zeros<float>(4 * size);
  problem.launch("nbody", {size}, local, bodies, out, static_cast<int>(size));
  problem.limit(LIMIT(nbody), bodies, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; i += 101) {
      double force[3] = {};
      for (size_t j = 0; j < size; ++j) {
        double d[3], square = 1e-4;
        for (int k = 0; k < 3; ++k) {
          d[k] = double{values[4 * j + k]} - values[4 * i + k];
          square += d[k] * d[k];
        }
        const double factor = values[4 * j + 3] / (square * std::sqrt(square));
        for (int k = 0; k < 3; ++k) force[k] += factor * d[k];
      }
      for (int k = 0; k < 3; ++k)
        expectNear("nbody", 4 * i + k, memory[out][4 * i + k], force[k], 1e-2);
    }
  });
  problem.work(double(size) * size, "pairs");
  return problem;
}

Problem mriQ(size_t size, const Sizes& local) {
  constexpr int kSamples = 512;
  const auto xValues = randomFloats(size, 1), yValues = randomFloats(size, 2);
  const auto zValues = randomFloats(size, 3), samples = randomFloats(4 * kSamples, 4);
  Problem problem;
  const auto x = problem.array(xValues), y = problem.array(yValues), z = problem.array(zValues);
  const auto k = problem.array(samples);
  const auto real = problem.zeros<float>(size), imaginary = problem.zeros<float>(size);
  problem.launch("mri_q", {size}, local, x, y, z, k, real, imaginary, kSamples);
  problem.limit(LIMIT(mri_q), x, y, z, k, real, imaginary, kSamples, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; i += 1001) {
      double a = 0, b = 0;
      for (int j = 0; j < kSamples; ++j) {
        const float* s = &samples[4 * j];
        const double angle =
            2 * 3.14159265358979323846 *
            (double{s[0]} * xValues[i] + double{s[1]} * yValues[i] + double{s[2]} * zValues[i]);
        a += s[3] * std::cos(angle);
        b += s[3] * std::sin(angle);
      }
      expectNear("mri_q", i, memory[real][i], a, 1e-2);
      expectNear("mri_q", i, memory[imaginary][i], b, 1e-2);
    }
  });
  problem.work(double(size) * kSamples, "samples");
  return problem;
}

Problem blackScholes(size_t size, const Sizes& local) {
  const auto between = [&](float low, float high, unsigned seed) {
    auto values = randomFloats(size, seed);
    for (float& value : values) value = low + (high - low) * value;
    return values;
  };
  const auto priceValues = between(5, 30, 1), strikeValues = between(1, 100, 2);
  const auto yearValues = between(0.25f, 10, 3);
  const float rate = 0.02f, volatility = 0.3f;
  Problem problem;
  const auto prices = problem.array(priceValues), strikes = problem.array(strikeValues);
  const auto years = problem.array(yearValues);
  const auto calls = problem.zeros<float>(size), puts = problem.zeros<float>(size);
  problem.launch("black_scholes", {size}, local, prices, strikes, years, calls, puts, rate,
                 volatility);
  problem.limit(LIMIT(black_scholes), prices, strikes, years, calls, puts, rate, volatility,
                static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    const auto cumulative = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    for (size_t i = 0; i < size; i += 11) {
      const double price = priceValues[i], strike = strikeValues[i], time = yearValues[i];
      const double deviation = volatility * std::sqrt(time);
      const double d1 =
          (std::log(price / strike) + (rate + 0.5 * volatility * volatility) * time) / deviation;
      const double d2 = d1 - deviation, discounted = strike * std::exp(-rate * time);
      expectNear("black_scholes, call", i, memory[calls][i],
                 price * cumulative(d1) - discounted * cumulative(d2), 1e-4);
      expectNear("black_scholes, put", i, memory[puts][i],
                 discounted * cumulative(-d2) - price * cumulative(-d1), 1e-4);
    }
  });
  problem.work(size, "options");
  return problem;
}

Problem monteCarlo(size_t size, const Sizes& local) {
  const int pairs = 64;
  const float price = 25, strike = 27, drift = 0.03f, deviation = 0.3f;
  Problem problem;
  const auto seedValues = randomBits(size, 1);
  const auto seeds = problem.array(seedValues);
  const auto means = problem.zeros<float>(size);
  problem.launch("monte_carlo", {size}, local, seeds, means, pairs, price, strike, drift,
                 deviation);
  problem.limit(LIMIT(monte_carlo), seeds, means, pairs, price, strike, drift, deviation,
                static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; i += 17) {
      cl_uint state = seedValues[i] | 1;
      const auto next = [&] {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        return state >> 8;
      };
      double sum = 0;
      for (int pair = 0; pair < pairs; ++pair) {
        const double u = (next() + 0.5) * 0x1p-24, angle = next() * 0x1p-24 * 2 * 3.14159265358979;
        const double radius = std::sqrt(-2 * std::log(u));
        for (double normal : {radius * std::cos(angle), radius * std::sin(angle)})
          sum += std::max(price * std::exp(drift + deviation * normal) - strike, 0.0);
      }
      expectNear("monte_carlo", i, memory[means][i], sum / (2 * pairs), 1e-4);
    }
  });
  problem.work(2.0 * pairs * size, "paths");
  return problem;
}

Problem convolution(size_t size, const Sizes& local) {
  const size_t stride = size + 4;
  Problem problem;
  const auto pixels = randomFloats(stride * stride, 1), weightValues = randomFloats(25, 2);
  const auto in = problem.array(pixels), weights = problem.array(weightValues);
  const auto out = problem.zeros<float>(size * size);
  problem.launch("convolution", {size, size}, local, in, weights, out);
  problem.limit(LIMIT(convolution), in, weights, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t y = 0; y < size; ++y)
      for (size_t x = 0; x < size; x += 5) {
        double sum = 0;
        for (size_t i = 0; i < 25; ++i)
          sum += double{weightValues[i]} * pixels[(y + i / 5) * stride + x + i % 5];
        expectNear("convolution", y * size + x, memory[out][y * size + x], sum, 1e-5);
      }
  });
  problem.work(50.0 * size * size, "FLOP");
  return problem;
}

Problem float4Particles(size_t size, const Sizes& local) {
  const int steps = 32;
  const float dt = 0.01f;
  Problem problem;
  const auto positionValues = randomFloats(4 * size, 1), velocityValues = randomFloats(4 * size, 2);
  const auto positions = problem.array(positionValues), velocities = problem.array(velocityValues);
  const auto ends = problem.zeros<float>(4 * size);
  problem.launch("float4_particles", {size}, local, positions, velocities, ends, steps, dt);
  problem.limit(LIMIT(float4_particles), positions, velocities, ends, steps, dt,
                static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t i = 0; i < size; i += 3) {
      double p[4], v[4];
      std::copy_n(&positionValues[4 * i], 4, p);
      std::copy_n(&velocityValues[4 * i], 4, v);
      for (int step = 0; step < steps; ++step) {
        const double factor = dt / (1 + p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        const double field[3] = {-p[1] * factor, p[0] * factor, factor};
        const double change[4] = {v[1] * field[2] - v[2] * field[1],
                                  v[2] * field[0] - v[0] * field[2],
                                  v[0] * field[1] - v[1] * field[0], 0};
        for (int k = 0; k < 4; ++k) p[k] += dt * (v[k] += change[k]);
      }
      for (int k = 0; k < 4; ++k)
        expectNear("float4_particles", 4 * i + k, memory[ends][4 * i + k], p[k], 1e-4);
    }
  });
  problem.work(double(steps) * size, "steps");
  return problem;
}

Problem sobel(size_t size, const Sizes& local) {
  const size_t stride = size + 2;
  std::vector<cl_uchar> pixels(stride * stride);
  std::ranges::transform(randomBits(pixels.size(), 1), pixels.begin(),
                         [](cl_uint bits) { return static_cast<cl_uchar>(bits >> 26); });
  Problem problem;
  const auto in = problem.array(pixels), out = problem.zeros<cl_uchar>(size * size);
  problem.launch("sobel", {size, size}, local, in, out);
  problem.limit(LIMIT(sobel), in, out, static_cast<int>(size));
  problem.check([=](const Memory& memory) {
    for (size_t y = 0; y < size; ++y)
      for (size_t x = 0; x < size; ++x) {
        const cl_uchar *above = &pixels[y * stride + x], *middle = above + stride,
                       *below = middle + stride;
        const int horizontal =
            above[2] + 2 * middle[2] + below[2] - (above[0] + 2 * middle[0] + below[0]);
        const int vertical =
            below[0] + 2 * below[1] + below[2] - (above[0] + 2 * above[1] + above[2]);
        expectNear("sobel", y * size + x, memory[out][y * size + x],
                   std::min(std::abs(horizontal) + std::abs(vertical), 255), 0);
      }
  });
  problem.work(double(size) * size, "pixels");
  return problem;
}

}  // namespace bench
