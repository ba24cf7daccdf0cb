// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of preparation: building a program that no cache contains, and the first query in a new
// process.

#include "peer.h"

#include <benchmark/benchmark.h>

#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace {

void build(benchmark::State& state, const char* name) {
  std::vector<unsigned char> module = bench::readModule(name);
  for (auto _ : state) {
    bench::makeUnknown(module);
    const cl_program program = bench::buildProgram(module, name);
    cl_int error;
    // Some runtimes compile when the kernel object is created.
    const cl_kernel kernel = clCreateKernel(program, name, &error);
    bench::require(error, "clCreateKernel");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
}

/// Building and the first launch: the time until a kernel has run once.
void buildAndRun(benchmark::State& state) {
  std::vector<unsigned char> module = bench::readModule("empty");
  const cl_command_queue queue = bench::Peer::get().queue();
  const size_t global = 64;
  for (auto _ : state) {
    bench::makeUnknown(module);
    const cl_program program = bench::buildProgram(module, "empty");
    cl_int error;
    const cl_kernel kernel = clCreateKernel(program, "empty", &error);
    bench::require(error, "clCreateKernel");
    bench::require(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &global, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    bench::require(clFinish(queue), "clFinish");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
}

/// From the start of a process to its list of devices, and its end.
void processStart(benchmark::State& state) {
  char self[] = "/proc/self/exe", option[] = "--list-devices";
  char* words[] = {self, option, nullptr};
  for (auto _ : state) {
    pid_t child;
    if (posix_spawn(&child, self, nullptr, nullptr, words, environ) != 0)
      bench::stop("cannot start a process");
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) bench::stop("the process that lists devices failed");
  }
}

BENCHMARK_CAPTURE(build, empty, "empty")
    ->Name("Build/empty")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, gemm_tiled, "gemm_tiled")
    ->Name("Build/gemm_tiled")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, nbody, "nbody")
    ->Name("Build/nbody")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(buildAndRun)->Name("Build/empty_and_run")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(processStart)
    ->Name("Process/start_to_device_list")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
