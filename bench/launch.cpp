// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a launch costs when the kernel does nothing.

#include "peer.h"

#include <benchmark/benchmark.h>

namespace {

constexpr size_t kGroupSize = 64;

void enqueue(cl_kernel kernel, size_t groups) {
  const size_t global = groups * kGroupSize;
  bench::require(clEnqueueNDRangeKernel(bench::Peer::get().queue(), kernel, 1, nullptr, &global,
                                        &kGroupSize, 0, nullptr, nullptr),
                 "clEnqueueNDRangeKernel");
}

/// Launched once: some runtimes compile at the first launch of a size.
cl_kernel emptyKernel(size_t groups) {
  static const cl_kernel kernel = bench::makeKernel("empty", "empty");
  enqueue(kernel, groups);
  bench::require(clFinish(bench::Peer::get().queue()), "clFinish");
  return kernel;
}

/// One launch and its end.
void roundTrip(benchmark::State& state) {
  const auto groups = static_cast<size_t>(state.range(0));
  const cl_kernel kernel = emptyKernel(groups);
  for (auto _ : state) {
    enqueue(kernel, groups);
    clFinish(bench::Peer::get().queue());
  }
}
BENCHMARK(roundTrip)
    ->Name("Launch/round_trip")
    ->ArgName("groups")
    ->Arg(1)
    ->Arg(1024)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

/// A thousand launches and their end; the time is that of one.
void batch(benchmark::State& state) {
  constexpr int kLaunches = 1000;
  const auto groups = static_cast<size_t>(state.range(0));
  const cl_kernel kernel = emptyKernel(groups);
  while (state.KeepRunningBatch(kLaunches)) {
    for (int i = 0; i < kLaunches; ++i) enqueue(kernel, groups);
    clFinish(bench::Peer::get().queue());
  }
}
BENCHMARK(batch)
    ->Name("Launch/batch_of_1000")
    ->ArgName("groups")
    ->Arg(1)
    ->Arg(1024)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

/// Setting three arguments, as most launches do.
void setArguments(benchmark::State& state) {
  const cl_kernel kernel = bench::makeKernel("saxpy", "saxpy");
  const cl_mem buffer = bench::makeBuffer(1024, nullptr);
  for (auto _ : state) {
    bench::setArgument(kernel, 0, 1.0f);
    bench::setArgument(kernel, 1, buffer);
    bench::setArgument(kernel, 2, buffer);
  }
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
}
BENCHMARK(setArguments)->Name("Launch/set_three_arguments")->UseRealTime();

}  // namespace
