// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Geometric and relational functions, any, all, select, bitselect.

#include "device.h"

#include <cmath>
#include <limits>
#include <random>

namespace kernels {
namespace {

constexpr int kCount = 48;

template <typename T>
std::vector<T> randomReals(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(count);
  for (T& value : values)
    value = static_cast<T>(std::uniform_real_distribution<double>(-4, 4)(random));
  return values;
}

template <typename T>
void expectGeometric(const std::string& kernel, int width, double tolerance) {
  SCOPED_TRACE(kernel + std::to_string(width));
  const std::vector<T> x = randomReals<T>(kCount * 4, 1), y = randomReals<T>(kCount * 4, 2);
  Buffer<T> xBuffer(x), yBuffer(y), out(8 * kCount);
  run("builtins/vector_functions", kernel + std::to_string(width), range1(kCount), xBuffer, yBuffer,
      out);
  const std::vector<T> got = out.read();
  for (int i = 0; i < kCount; ++i) {
    double dot = 0, square = 0, apart = 0;
    for (int k = i * width; k < (i + 1) * width; ++k) {
      dot += double{x[k]} * y[k];
      square += double{x[k]} * x[k];
      apart += (double{x[k]} - y[k]) * (double{x[k]} - y[k]);
    }
    EXPECT_NEAR(got[8 * i], dot, 16 * width * tolerance) << "dot";
    EXPECT_NEAR(got[8 * i + 1], std::sqrt(square), 8 * tolerance) << "length";
    EXPECT_NEAR(got[8 * i + 2], std::sqrt(apart), 16 * tolerance) << "distance";
    for (int k = 0; k < width; ++k)
      EXPECT_NEAR(got[8 * i + 3 + k], x[i * width + k] / std::sqrt(square), 2 * tolerance)
          << "normalize, component " << k;
  }
}

TEST(VectorFunctions, GeometricOfFloat) {
  for (const int width : {1, 2, 3, 4}) expectGeometric<cl_float>("geometric_float_", width, 1e-6);
}
TEST(VectorFunctions, GeometricOfDouble) {
  for (const int width : {1, 2, 3, 4})
    expectGeometric<cl_double>("geometric_double_", width, 4e-15);
}
TEST(VectorFunctions, FastGeometric) {
  for (const int width : {1, 2, 3, 4}) expectGeometric<cl_float>("fast_", width, 1e-3);
}

TEST(VectorFunctions, Cross) {
  const std::vector<cl_float> x = randomReals<cl_float>(3 * kCount + 4, 1);
  const std::vector<cl_float> y = randomReals<cl_float>(3 * kCount + 4, 2);
  Buffer<cl_float> xBuffer(x), yBuffer(y), out(12 * kCount + 8);
  run("builtins/vector_functions", "crosses", range1(kCount), xBuffer, yBuffer, out);
  const std::vector<cl_float> got = out.read();
  const auto expectCross = [&](const cl_float* a, const cl_float* b, const cl_float* result) {
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      EXPECT_NEAR(result[k], double{a[u]} * b[v] - double{a[v]} * b[u], 1e-5);
    }
  };
  for (int i = 0; i < kCount; ++i) {
    expectCross(&x[3 * i], &y[3 * i], &got[6 * i]);
    const cl_float* four = &got[6 * kCount + 6 * i];
    expectCross(&x[i], &y[i], four);
    EXPECT_EQ(four[3], 0.0f);
  }
}

template <typename T>
std::vector<T> specials(unsigned seed) {
  const T infinity = std::numeric_limits<T>::infinity();
  const T values[] = {0,
                      T(-0.0),
                      1,
                      -1,
                      infinity,
                      -infinity,
                      std::numeric_limits<T>::quiet_NaN(),
                      std::numeric_limits<T>::denorm_min(),
                      std::numeric_limits<T>::max(),
                      T(2.5)};
  std::mt19937 random(seed);
  std::vector<T> all(kCount);
  for (T& value : all) value = values[random() % 10];
  return all;
}

template <typename T, typename Answer>
void expectRelations(const std::string& kernel, Answer yes) {
  SCOPED_TRACE(kernel);
  const std::vector<T> x = specials<T>(1), y = specials<T>(2);
  Buffer<T> xBuffer(x), yBuffer(y);
  Buffer<Answer> out(14 * kCount, 99);
  const size_t last = kernel.find_last_of('_');
  const int width = kernel.starts_with("scalar") ? 1 : std::stoi(kernel.substr(last + 1));
  run("builtins/vector_functions", kernel, range1(kCount / width), xBuffer, yBuffer, out);
  const std::vector<Answer> got = out.read();
  for (int i = 0; i < kCount; ++i) {
    const T a = x[i], b = y[i];
    const bool expected[] = {a == b,
                             a != b,
                             a > b,
                             a >= b,
                             a < b,
                             a <= b,
                             a < b || a > b,
                             std::isfinite(a),
                             std::isinf(a),
                             std::isnan(a),
                             std::isnormal(a),
                             !std::isunordered(a, b),
                             std::isunordered(a, b),
                             std::signbit(a)};
    for (int k = 0; k < 14; ++k)
      EXPECT_EQ(got[k * kCount + i], expected[k] ? yes : 0)
          << "relation " << k << " of " << a << " and " << b;
  }
}

TEST(VectorFunctions, RelationsOfFloat) {
  expectRelations<cl_float, cl_int>("scalar_relations_float", 1);
  for (const char* width : {"2", "3", "8", "16"})
    expectRelations<cl_float, cl_int>(std::string("relations_float_") + width, -1);
}
TEST(VectorFunctions, RelationsOfDouble) {
  expectRelations<cl_double, cl_int>("scalar_relations_double", 1);
  for (const char* width : {"2", "3", "8", "16"})
    expectRelations<cl_double, cl_long>(std::string("relations_double_") + width, -1);
}

std::vector<cl_int> signs(size_t count) {
  std::mt19937 random(3);
  std::vector<cl_int> values(count);
  for (cl_int& value : values)
    value = static_cast<cl_int>(random()) | (random() % 3 ? cl_int{1} << 31 : 0);
  return values;
}

TEST(VectorFunctions, AnyAndAll) {
  const std::vector<cl_int> x = signs(kCount + 16);
  Buffer<cl_int> in(x), out(8 * kCount);
  run("builtins/vector_functions", "anyAndAll", range1(kCount), in, out);
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < kCount; ++i) {
    const auto any = [&](int width) {
      for (int k = 0; k < width; ++k)
        if (x[i + k] < 0) return 1;
      return 0;
    };
    const auto all = [&](int width) {
      for (int k = 0; k < width; ++k)
        if (x[i + k] >= 0) return 0;
      return 1;
    };
    const std::vector<cl_int> expected = {any(1), all(1), any(2),  all(3),
                                          any(8), all(4), any(16), all(2)};
    EXPECT_EQ(std::vector<cl_int>(&got[8 * i], &got[8 * i] + 8), expected) << i;
  }
}

TEST(VectorFunctions, SelectAndBitselect) {
  std::vector<cl_int> mask = signs(kCount), x(kCount), y(kCount);
  for (int i = 0; i < kCount; ++i) x[i] = i, y[i] = -1000 - i;
  mask[0] = 1, mask[1] = 0;  // scalar: any nonzero value; vector: the sign bit
  Buffer<cl_int> xBuffer(x), yBuffer(y), maskBuffer(mask), out(4 * kCount);
  run("builtins/vector_functions", "selects", range1(kCount), xBuffer, yBuffer, maskBuffer, out);
  const std::vector<cl_int> got = out.read();
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(got[i], mask[i] ? y[i] : x[i]) << "scalar, " << i;
    EXPECT_EQ(got[kCount + i], mask[i] < 0 ? y[i] : x[i]) << "int4, " << i;
    EXPECT_EQ(got[2 * kCount + i], mask[i] < 0 ? y[i] : x[i]) << "float16, " << i;
    EXPECT_EQ(got[3 * kCount + i], mask[i] < 0 ? y[i] : x[i]) << "bitselect, " << i;
  }
}

}  // namespace
}  // namespace kernels
