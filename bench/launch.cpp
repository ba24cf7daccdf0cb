// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of a launch whose kernel does nothing: alone, among many, and recorded.

// Newer headers hide extensions below 1.0 unless asked.
#define CL_ENABLE_BETA_EXTENSIONS
#include "launch.h"

#include "peer.h"

#include <CL/cl_ext.h>
#include <benchmark/benchmark.h>

#include <vector>

namespace {

constexpr size_t kGroupSize = 64;

void enqueue(cl_kernel kernel, size_t groups, cl_event* event = nullptr) {
  const size_t global = groups * kGroupSize;
  bench::require(clEnqueueNDRangeKernel(bench::Peer::get().queue(), kernel, 1, nullptr, &global,
                                        &kGroupSize, 0, nullptr, event),
                 "clEnqueueNDRangeKernel");
}

/// Launched once, because some runtimes compile at the first launch of a size.
cl_kernel emptyKernel(size_t groups) {
  static const cl_kernel kernel = bench::makeKernel("empty", "empty");
  enqueue(kernel, groups);
  bench::require(clFinish(bench::Peer::get().queue()), "clFinish");
  return kernel;
}

/// One launch and its completion.
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

/// A thousand launches and their completion; the result is the time per launch.
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

/// The same with an event for each launch.
void batchWithEvents(benchmark::State& state) {
  constexpr int kLaunches = 1000;
  const cl_kernel kernel = emptyKernel(1);
  std::vector<cl_event> events(kLaunches);
  while (state.KeepRunningBatch(kLaunches)) {
    for (cl_event& event : events) enqueue(kernel, 1, &event);
    clFinish(bench::Peer::get().queue());
    for (const cl_event event : events) clReleaseEvent(event);
  }
}
BENCHMARK(batchWithEvents)
    ->Name("Launch/batch_of_1000_with_events")
    ->MeasureProcessCPUTime()
    ->UseRealTime();

template <class Function>
Function* extensionFunction(const char* name) {
  cl_platform_id platform = nullptr;
  bench::require(clGetDeviceInfo(bench::Peer::get().device(), CL_DEVICE_PLATFORM, sizeof platform,
                                 &platform, nullptr),
                 "clGetDeviceInfo");
  return reinterpret_cast<Function*>(clGetExtensionFunctionAddressForPlatform(platform, name));
}

/// A command buffer of `launches`, ready to be enqueued; null without the extension.
cl_command_buffer_khr recordLaunches(cl_kernel kernel, size_t groups, int launches) {
  const auto make =
      extensionFunction<decltype(clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
  const auto record =
      extensionFunction<decltype(clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
  const auto finalize =
      extensionFunction<decltype(clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
  if (!make || !record || !finalize) return nullptr;
  const cl_command_queue queue = bench::Peer::get().queue();
  const cl_command_buffer_khr buffer = make(1, &queue, nullptr, nullptr);
  const size_t global = groups * kGroupSize;
  for (int i = 0; i < launches; ++i)
    bench::require(record(buffer, nullptr, nullptr, kernel, 1, nullptr, &global, &kGroupSize, 0,
                          nullptr, nullptr, nullptr),
                   "clCommandNDRangeKernelKHR");
  bench::require(finalize(buffer), "clFinalizeCommandBufferKHR");
  return buffer;
}

/// The same thousand, recorded in advance.
void commandBuffer(benchmark::State& state) {
  constexpr int kLaunches = 1000;
  const auto groups = static_cast<size_t>(state.range(0));
  const cl_command_buffer_khr buffer = recordLaunches(emptyKernel(groups), groups, kLaunches);
  if (!buffer) return state.SkipWithError("no cl_khr_command_buffer");
  const auto enqueueBuffer =
      extensionFunction<decltype(clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
  while (state.KeepRunningBatch(kLaunches)) {
    bench::require(enqueueBuffer(0, nullptr, buffer, 0, nullptr, nullptr),
                   "clEnqueueCommandBufferKHR");
    clFinish(bench::Peer::get().queue());
  }
  extensionFunction<decltype(clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR")(buffer);
}
BENCHMARK(commandBuffer)
    ->Name("Launch/command_buffer_of_1000")
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

void bench::launchBatches(int batches, bool events) {
  constexpr int kLaunches = 64;
  const cl_kernel kernel = makeKernel("saxpy", "saxpy");
  const cl_mem buffer = makeBuffer(kGroupSize * sizeof(float), nullptr);
  setArgument(kernel, 0, 1.0f);
  setArgument(kernel, 1, buffer);
  setArgument(kernel, 2, buffer);
  std::vector<cl_event> made(events ? kLaunches : 0);
  for (int batch = 0; batch < batches; ++batch) {
    for (int i = 0; i < kLaunches; ++i) enqueue(kernel, 1, events ? &made[i] : nullptr);
    clFinish(Peer::get().queue());
    for (const cl_event event : made) clReleaseEvent(event);
  }
  clReleaseKernel(kernel);
  clReleaseMemObject(buffer);
}
