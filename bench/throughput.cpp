// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with real work. Each is compared with a host reference before it is measured.

#include "peer.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <numeric>

namespace {

using Floats = std::vector<float>;

Floats randomFloats(size_t count, unsigned seed) {
  Floats values(count);
  for (float& value : values) {
    seed = seed * 1664525 + 1013904223;
    value = static_cast<float>(seed >> 8) * 0x1p-24f - 0.5f;
  }
  return values;
}

void expectNear(const char* what, double got, double expected, double tolerance) {
  if (std::abs(got - expected) <= tolerance) return;
  bench::stop(std::string(what) + ": got " + std::to_string(got) + ", the host computes " +
              std::to_string(expected));
}

struct Launch {
  cl_kernel kernel;
  cl_uint dimensions;
  size_t global[2], local[2];

  void operator()() const {
    const cl_command_queue queue = bench::Peer::get().queue();
    bench::require(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, 0,
                                          nullptr, nullptr),
                   "clEnqueueNDRangeKernel");
    bench::require(clFinish(queue), "clFinish");
  }
};

void measure(benchmark::State& state, const Launch& launch) {
  for (auto _ : state) launch();
  clReleaseKernel(launch.kernel);
}

void saxpy(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  const Floats x = randomFloats(count, 1), y = randomFloats(count, 2);
  const cl_mem xBuffer = bench::makeBuffer(count * 4, x.data());
  const cl_mem yBuffer = bench::makeBuffer(count * 4, y.data());
  const cl_kernel kernel = bench::makeKernel("saxpy", "saxpy");
  bench::setArgument(kernel, 0, 2.0f);
  bench::setArgument(kernel, 1, xBuffer);
  bench::setArgument(kernel, 2, yBuffer);
  const Launch launch{kernel, 1, {count, 1}, {256, 1}};
  launch();
  Floats got(count);
  bench::readBuffer(yBuffer, got.data(), count * 4);
  for (size_t i = 0; i < count; ++i) expectNear("saxpy", got[i], 2.0 * x[i] + y[i], 1e-5);
  measure(state, launch);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(count) * 12);
  clReleaseMemObject(xBuffer);
  clReleaseMemObject(yBuffer);
}

void sgemm(benchmark::State& state) {
  const auto n = static_cast<size_t>(state.range(0));
  const Floats a = randomFloats(n * n, 1), b = randomFloats(n * n, 2);
  const cl_mem aBuffer = bench::makeBuffer(n * n * 4, a.data());
  const cl_mem bBuffer = bench::makeBuffer(n * n * 4, b.data());
  const cl_mem cBuffer = bench::makeBuffer(n * n * 4, nullptr);
  const cl_kernel kernel = bench::makeKernel("sgemm", "sgemm");
  bench::setArgument(kernel, 0, aBuffer);
  bench::setArgument(kernel, 1, bBuffer);
  bench::setArgument(kernel, 2, cBuffer);
  bench::setArgument(kernel, 3, static_cast<cl_int>(n));
  const Launch launch{kernel, 2, {n, n}, {16, 16}};
  launch();
  Floats got(n * n);
  bench::readBuffer(cBuffer, got.data(), n * n * 4);
  for (size_t i = 0; i < n; i += 37) {
    for (size_t j = 0; j < n; j += 41) {
      double sum = 0;
      for (size_t k = 0; k < n; ++k) sum += double{a[i * n + k]} * b[k * n + j];
      expectNear("sgemm", got[i * n + j], sum, 1e-3);
    }
  }
  measure(state, launch);
  state.counters["FLOP/s"] = benchmark::Counter(2.0 * static_cast<double>(n * n * n),
                                                benchmark::Counter::kIsIterationInvariantRate);
  for (cl_mem buffer : {aBuffer, bBuffer, cBuffer}) clReleaseMemObject(buffer);
}

void nBody(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  const Floats bodies = randomFloats(4 * count, 3);
  const cl_mem in = bench::makeBuffer(16 * count, bodies.data());
  const cl_mem out = bench::makeBuffer(16 * count, nullptr);
  const cl_kernel kernel = bench::makeKernel("nbody", "nbody");
  bench::setArgument(kernel, 0, in);
  bench::setArgument(kernel, 1, out);
  bench::setArgument(kernel, 2, static_cast<cl_int>(count));
  const Launch launch{kernel, 1, {count, 1}, {64, 1}};
  launch();
  Floats got(4 * count);
  bench::readBuffer(out, got.data(), 16 * count);
  for (size_t i = 0; i < count; i += 101) {
    double force[3] = {};
    for (size_t j = 0; j < count; ++j) {
      double d[3], square = 1e-4;
      for (int k = 0; k < 3; ++k) {
        d[k] = double{bodies[4 * j + k]} - bodies[4 * i + k];
        square += d[k] * d[k];
      }
      const double factor = bodies[4 * j + 3] / (square * std::sqrt(square));
      for (int k = 0; k < 3; ++k) force[k] += factor * d[k];
    }
    for (int k = 0; k < 3; ++k)
      expectNear("nbody", got[4 * i + k], force[k], 1e-2 + 1e-3 * std::abs(force[k]));
  }
  measure(state, launch);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(count * count));
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

void reduction(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  constexpr size_t kGroup = 256;
  std::vector<cl_int> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<cl_int>(i % 1000) - 400;
  const cl_mem in = bench::makeBuffer(count * 4, values.data());
  const cl_mem out = bench::makeBuffer(count / kGroup * 4, nullptr);
  const cl_kernel kernel = bench::makeKernel("reduction", "reduction");
  bench::setArgument(kernel, 0, in);
  bench::setArgument(kernel, 1, out);
  bench::require(clSetKernelArg(kernel, 2, kGroup * 4, nullptr), "clSetKernelArg");
  const Launch launch{kernel, 1, {count, 1}, {kGroup, 1}};
  launch();
  std::vector<cl_int> got(count / kGroup);
  bench::readBuffer(out, got.data(), got.size() * 4);
  expectNear("reduction", static_cast<double>(std::accumulate(got.begin(), got.end(), 0l)),
             static_cast<double>(std::accumulate(values.begin(), values.end(), 0l)), 0);
  measure(state, launch);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(count) * 4);
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

void asWork(benchmark::internal::Benchmark* benchmark) {
  benchmark->MeasureProcessCPUTime()->UseRealTime()->Unit(benchmark::kMicrosecond);
}
BENCHMARK(saxpy)->Name("Throughput/saxpy")->Arg(1 << 12)->Arg(1 << 22)->Apply(asWork);
BENCHMARK(sgemm)->Name("Throughput/sgemm")->Arg(512)->Apply(asWork);
BENCHMARK(nBody)->Name("Throughput/nbody")->Arg(4096)->Apply(asWork);
BENCHMARK(reduction)->Name("Throughput/reduction")->Arg(1 << 22)->Apply(asWork);

}  // namespace
