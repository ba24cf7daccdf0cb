// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// matrix_multiply [platform name]: a tiled multiplication with local memory and barriers. Prints
// its speed and the largest error compared with the host.

#include "open_device.h"

#include <chrono>
#include <cmath>

namespace {

constexpr int kSize = 1024;
using Matrix = std::vector<float>;

Matrix makeMatrix(unsigned seed) {
  Matrix matrix(static_cast<size_t>(kSize) * kSize);
  for (float& value : matrix) {
    seed = seed * 1664525 + 1013904223;
    value = static_cast<float>(seed >> 8) * 0x1p-24f - 0.5f;
  }
  return matrix;
}

/// Largest error of every 16th row, compared with sums in double.
double largestError(const Matrix& a, const Matrix& b, const Matrix& c) {
  double largest = 0;
  std::vector<double> row(kSize);
  for (int i = 0; i < kSize; i += 16) {
    std::ranges::fill(row, 0.0);
    for (int k = 0; k < kSize; ++k)
      for (int j = 0; j < kSize; ++j) row[j] += double{a[i * kSize + k]} * b[k * kSize + j];
    for (int j = 0; j < kSize; ++j)
      largest = std::max(largest, std::abs(row[j] - c[i * kSize + j]));
  }
  return largest;
}

int multiply(const std::string& platformName) {
  const cl::Device device = example::openDevice(platformName);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Kernel kernel(example::buildProgram(context, KERNELS "/matrix_multiply.spv"),
                    "matrixMultiply");

  Matrix a = makeMatrix(1), b = makeMatrix(2), c(a.size());
  const size_t bytes = c.size() * sizeof(float);
  const cl::Buffer aBuffer(context, a.begin(), a.end(), true);
  const cl::Buffer bBuffer(context, b.begin(), b.end(), true);
  const cl::Buffer cBuffer(context, CL_MEM_WRITE_ONLY, bytes);
  kernel.setArg(0, aBuffer);
  kernel.setArg(1, bBuffer);
  kernel.setArg(2, cBuffer);
  kernel.setArg(3, kSize);

  double best = 1e9;  // seconds; the first of the runs also warms caches up
  for (int run = 0; run < 6; ++run) {
    const auto start = std::chrono::steady_clock::now();
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kSize / 4, kSize / 4),
                               cl::NDRange(16, 16));
    queue.finish();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  queue.enqueueReadBuffer(cBuffer, CL_TRUE, 0, bytes, c.data());

  const double error = largestError(a, b, c);
  std::cout << "  matrix multiply " << kSize << " x " << kSize << ": "
            << 2.0 * kSize * kSize * kSize / best * 1e-9 << " GFLOP/s, largest error " << error
            << '\n';
  return error < 1e-4 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  return example::run([&] { return multiply(count > 1 ? words[1] : "lanewise"); });
}
