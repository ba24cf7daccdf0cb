// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from source: the CPU time from the start of a new process until its kernels have run, of
// all processes that the platform starts. Each measurement is a process of its own (--build-source,
// which main.cpp passes to buildSources()). This process is its subreaper, so that wait4 returns the
// CPU time of a compiler that has detached itself, too.

#include "source_build.h"

#include "peer.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <random>

#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;

namespace bench {
namespace {

// Memory that the kernels of program.cl may use: 256 elements of 16 bytes, 16 bytes per work-item.
constexpr cl_int kElements = 256;
constexpr size_t kElementBytes = 16;
constexpr size_t kGroupSize = 64;

/// Most kernels take (in, out, n) and perhaps local memory; saxpy takes (a, x, y).
void run(cl_kernel kernel, const std::string& name, cl_mem in, cl_mem out) {
  cl_uint arguments = 0;
  require(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
          "clGetKernelInfo");
  if (name == "saxpy") {
    setArgument(kernel, 0, 1.0f);
    setArgument(kernel, 1, in);
    setArgument(kernel, 2, out);
  } else {
    setArgument(kernel, 0, in);
    setArgument(kernel, 1, out);
    setArgument(kernel, 2, kElements);
    if (arguments > 3)
      require(clSetKernelArg(kernel, 3, kGroupSize * kElementBytes, nullptr), "clSetKernelArg");
  }
  require(clEnqueueNDRangeKernel(Peer::get().queue(), kernel, 1, nullptr, &kGroupSize, &kGroupSize,
                                 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
}

/// Some runtimes compile at the first launch of a kernel, so all are launched.
void runAll(cl_program program, const std::string& name, cl_mem in, cl_mem out) {
  cl_uint count = 0;
  require(clCreateKernelsInProgram(program, 0, nullptr, &count), "clCreateKernelsInProgram");
  std::vector<cl_kernel> kernels(count);
  require(clCreateKernelsInProgram(program, count, kernels.data(), nullptr),
          "clCreateKernelsInProgram");
  for (const cl_kernel kernel : kernels) run(kernel, name, in, out);
  require(clFinish(Peer::get().queue()), "clFinish");
  for (const cl_kernel kernel : kernels) clReleaseKernel(kernel);
}

struct Cost {
  double wallSeconds = 0, cpuSeconds = 0;
};

double seconds(const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; }

/// Runs this program with `option` and waits for it and all its descendants.
Cost costOfProcess(std::string option) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::string self = "/proc/self/exe", platform = "--platform=" + Peer::get().name();
  char* words[] = {self.data(), platform.data(), option.data(), nullptr};
  const auto start = std::chrono::steady_clock::now();
  pid_t child;
  if (posix_spawn(&child, self.c_str(), nullptr, nullptr, words, environ) != 0)
    stop("cannot start a process");
  Cost cost;
  rusage usage;
  int status = 0;
  for (pid_t ended; (ended = wait4(-1, &status, 0, &usage)) > 0;) {
    cost.cpuSeconds += seconds(usage.ru_utime) + seconds(usage.ru_stime);
    if (ended != child) continue;
    if (status != 0) stop("the process that builds failed");
    cost.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return cost;
}

void processBuild(benchmark::State& state, const char* name) {
  const std::string option = "--build-source=" + std::string(name) + "," + std::to_string(state.range(0));
  double cpu = 0;
  // Puts it into the cache.
  if (state.range(0) == 0) costOfProcess(option);
  for (auto _ : state) {
    const Cost cost = costOfProcess(option);
    state.SetIterationTime(cost.wallSeconds);
    cpu += cost.cpuSeconds;
  }
  // CPU time of all processes; compare.py uses it.
  state.counters["cpu_ms"] = benchmark::Counter(cpu * 1e3, benchmark::Counter::kAvgIterations);
}

BENCHMARK_CAPTURE(processBuild, saxpy, "saxpy")
    ->Name("Process/build_source_saxpy")
    ->ArgName("builds")
    ->Arg(1)
    ->Arg(11)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
// A build that the platform's disk cache has.
BENCHMARK_CAPTURE(processBuild, saxpyKnown, "saxpy")
    ->Name("Process/build_known_saxpy")
    ->Arg(0)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(processBuild, program, "program")
    ->Name("Process/build_source_program")
    ->ArgName("builds")
    ->Arg(1)
    ->Iterations(2)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

void buildSources(const std::string& name, int times) {
  const std::string text = readSource(name);
  std::random_device random;
  const std::vector<float> data(kElements * kElementBytes / sizeof(float), 0.5f);
  const cl_mem in = makeBuffer(data.size() * sizeof(float), data.data());
  const cl_mem out = makeBuffer(data.size() * sizeof(float), data.data());
  const auto buildAndRun = [&](const std::string& asked) {
    const cl_program program = buildSource(asked, name);
    runAll(program, name, in, out);
    clReleaseProgram(program);
  };
  if (times == 0) buildAndRun(text);
  for (int i = 0; i < times; ++i)
    // No cache contains the text or an equivalent program.
    buildAndRun(text + "constant uint unknown = " + std::to_string(random()) + "u;\n");
  clReleaseMemObject(in);
  clReleaseMemObject(out);
}

}  // namespace bench
