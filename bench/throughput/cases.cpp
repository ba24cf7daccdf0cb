// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of cases, and their measurement. The results of every kernel and every limit are
// compared with the host's reference before they are measured.

#include "cases.h"

#include "peer.h"
#include "problems.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace bench {
namespace {

struct Case {
  const char* name;    // <group>/<case>
  const char* module;  // kernels/<module>.cl
  Problem (*make)(size_t size, const Sizes& local);
  size_t size;
  Sizes local;
  bool fromSource = false;  // it needs OpenCL C 3.0 or instructions that SPIR-V 1.2 does not have
};

const std::vector<Case>& cases() {
  static const auto* const kCases = new std::vector<Case>{
      {"Compute/gemm", "gemm", gemm, 512, {16, 16}},
      {"Compute/nbody", "nbody", nBody, 4096, {64}},
      {"Compute/mri_q", "mri_q", mriQ, 1 << 14, {256}},
      {"Compute/black_scholes", "black_scholes", blackScholes, 1 << 20, {256}},
      {"Compute/monte_carlo", "monte_carlo", monteCarlo, 1 << 13, {64}},
      {"Compute/convolution", "convolution", convolution, 1024, {16, 16}},
      {"Compute/float4", "float4_particles", float4Particles, 1 << 16, {64}},
      {"Compute/sobel_u8", "sobel", sobel, 2048, {64, 4}},
      {"Compute/sha256", "sha256", sha256, 1 << 15, {64}},
      {"Compute/aes", "aes", aes, 1 << 17, {64}},

      {"Barrier/gemm_tiled", "gemm_tiled", gemmTiled, 512, {16, 16}},
      {"Barrier/gemm_blocked", "gemm_blocked", gemmBlocked, 512, {16, 16}},
      {"Barrier/reduction", "reduction", reduction, 1 << 22, {256}},
      {"Barrier/scan", "scan", scan, 1 << 20, {256}},
      {"Barrier/histogram", "histogram", histogram, 1 << 22, {256}},
      {"Barrier/bitonic_sort", "bitonic_sort", bitonicSort, 1 << 18, {256}},
      {"Barrier/transpose", "transpose", transpose, 1024, {32, 8}},
      {"Barrier/fft", "fft", fft, 1 << 8, {256}},

      {"Groups/sum_by_sub_groups", "group_sums", sumBySubGroups, 1 << 22, {256}, true},
      {"Groups/sum_by_work_group", "group_sums", sumByWorkGroup, 1 << 22, {256}, true},
      {"Groups/sum_by_local_memory", "group_sums", sumByLocalMemory, 1 << 22, {256}, true},
      {"Groups/scan_by_sub_groups", "group_scans", scanBySubGroups, 1 << 22, {256}, true},
      {"Groups/scan_by_work_group", "group_scans", scanByWorkGroup, 1 << 22, {256}, true},
      {"Groups/scan_by_local_memory", "group_scans", scanByLocalMemory, 1 << 22, {256}, true},
      {"Groups/compaction", "compaction", compaction, 1 << 22, {256}, true},
      {"Groups/register_sort", "register_sort", registerSort, 1 << 22, {256}, true},
      {"Groups/register_transpose", "register_transpose", registerTranspose, 2048, {64, 1}, true},
      {"Groups/count_global", "atomics", countGlobal, 1 << 20, {256}, true},
      {"Groups/count_local", "atomics", countLocal, 1 << 22, {256}, true},
      {"Groups/add_floats", "atomics", addFloats, 1 << 20, {256}, true},
      {"Groups/reduce_by_function", "reduce_steps", reduceByFunction, 1 << 16, {256}, true},
      {"Groups/reduce_by_shuffles", "reduce_steps", reduceByShuffles, 1 << 16, {256}, true},

      {"Divergent/mandelbrot", "mandelbrot", mandelbrot, 512, {16, 16}},
      {"Divergent/smith_waterman", "smith_waterman", smithWaterman, 512, {64, 1}},
      {"Divergent/floyd_warshall", "floyd_warshall", floydWarshall, 384, {64, 1}},
      {"Divergent/bfs", "bfs", breadthFirst, 1 << 16, {256}},
      {"Divergent/path_tracer", "path_tracer", pathTracer, 192, {8, 8}},

      {"Memory/saxpy", "saxpy", saxpy, 1 << 22, {256}},
      {"Memory/triad", "triad", triad, 1 << 22, {256}},
      {"Memory/spmv", "spmv", spmv, 1 << 17, {64}},
      {"Memory/stencil", "stencil", stencil, 128, {64, 2, 2}},
      {"Memory/axpy_f16", "axpy_f16", halfAxpy, 1 << 22, {256}},

      {"Images/blur_rgba8", "image_blur", blurBytes, 1024, {16, 16}},
      {"Images/blur_rgba32f", "image_blur", blurFloats, 1024, {16, 16}},
      {"Images/rotate_rgba8", "image_rotate", rotateBytes, 1024, {16, 16}},
      {"Images/rotate_rgba32f", "image_rotate", rotateFloats, 1024, {16, 16}},
      {"Images/resize_rgba8", "image_resize", resizeBytes, 1024, {16, 16}},
      {"Images/march_r8", "image_march", marchBytes, 512, {16, 16}},
      {"Images/stencil_rgba8", "image_stencil", imageStencil, 1024, {16, 16}},
      {"Images/stencil_buffer", "image_stencil", bufferStencil, 1024, {16, 16}},
      {"Images/write_rgba8", "image_write", writeBytes, 2048, {16, 16}},
      {"Images/write_rgba16f", "image_write", writeHalves, 2048, {16, 16}},

      {"Small/saxpy", "saxpy", saxpy, 1 << 12, {256}},

      {"LocalSize/saxpy/1", "saxpy", saxpy, 1 << 20, {1}},
      {"LocalSize/saxpy/7", "saxpy", saxpy, 7 << 17, {7}},
      {"LocalSize/saxpy/256", "saxpy", saxpy, 1 << 20, {256}},
      {"LocalSize/gemm/64x1", "gemm", gemm, 512, {64, 1}},
      {"LocalSize/gemm/16x16", "gemm", gemm, 512, {16, 16}},
      {"LocalSize/gemm/8x8", "gemm", gemm, 512, {8, 8}},
      {"LocalSize/gemm/1x1", "gemm", gemm, 512, {1, 1}},
      {"LocalSize/mandelbrot/64x1", "mandelbrot", mandelbrot, 512, {64, 1}},
      {"LocalSize/mandelbrot/8x8", "mandelbrot", mandelbrot, 512, {8, 8}},
  };
  return *kCases;
}

/// Cases of printKernelTimes() alone.
const std::vector<Case>& casesOfEstimates() {
  static const auto* const kCases = new std::vector<Case>{
      {"Estimates/kth_of_two", "kth_of_two", kthOfTwo, 1 << 16, {256}},
      {"Estimates/histogram_cas", "histogram_cas", histogramCas, 1 << 16, {256}},
      {"Estimates/volatile_scan", "volatile_scan", volatileScan, 1 << 16, {64}},
  };
  return *kCases;
}

/// The cases of First: launches that take tens of milliseconds.
const std::vector<Case>& longCases() {
  static const auto* const kCases = new std::vector<Case>{
      {"First/gemm", "gemm", gemm, 1024, {16, 16}},
      {"First/nbody", "nbody", nBody, 1 << 15, {64}},
      {"First/black_scholes", "black_scholes", blackScholes, 1 << 24, {256}},
      {"First/monte_carlo", "monte_carlo", monteCarlo, 1 << 15, {64}},
      {"First/convolution", "convolution", convolution, 4096, {16, 16}},
      {"First/float4", "float4_particles", float4Particles, 1 << 20, {64}},
      {"First/sobel_u8", "sobel", sobel, 8192, {64, 4}},
      {"First/sha256", "sha256", sha256, 1 << 19, {64}},
      {"First/gemm_tiled", "gemm_tiled", gemmTiled, 1024, {16, 16}},
      {"First/gemm_blocked", "gemm_blocked", gemmBlocked, 1024, {16, 16}},
      {"First/transpose", "transpose", transpose, 8192, {32, 8}},
      {"First/fft", "fft", fft, 1 << 14, {256}},
      {"First/mandelbrot", "mandelbrot", mandelbrot, 2048, {16, 16}},
      {"First/path_tracer", "path_tracer", pathTracer, 512, {8, 8}},
      {"First/stencil", "stencil", stencil, 256, {64, 2, 2}},
      {"First/blur_rgba8", "image_blur", blurBytes, 4096, {16, 16}},
      {"First/rotate_rgba8", "image_rotate", rotateBytes, 4096, {16, 16}},
      {"First/resize_rgba8", "image_resize", resizeBytes, 4096, {16, 16}},
      {"First/stencil_rgba8", "image_stencil", imageStencil, 4096, {16, 16}},
  };
  return *kCases;
}

}  // namespace

/// A problem on the peer: its program, kernels with their arguments, and buffers.
class Measurement {
 public:
  Measurement(Problem problem, const Case& measured)
      : Measurement(std::move(problem), [&] {
          return measured.fromSource ? loadSource(measured.module, "-cl-std=CL3.0")
                                     : loadProgram(measured.module);
        }) {}
  Measurement(Problem problem, const std::function<cl_program()>& build)
      : problem_(std::move(problem)) {
    for (const Memory::Bytes& array : problem_.memory_.arrays())
      memory_.push_back(makeMemory(array));
    const cl_program program = build();
    for (const Launch& launch : problem_.launches_) {
      cl_int error;
      kernels_.push_back(clCreateKernel(program, launch.kernel.c_str(), &error));
      require(error, "clCreateKernel");
      for (cl_uint i = 0; i < launch.arguments.size(); ++i) setArgument(i, launch.arguments[i]);
    }
    clReleaseProgram(program);
  }
  ~Measurement() {
    for (const cl_kernel kernel : kernels_) clReleaseKernel(kernel);
    for (const cl_mem object : memory_) clReleaseMemObject(object);
  }
  Measurement(const Measurement&) = delete;

  /// All launches of the problem and their completion.
  void run() const { run(""); }
  /// Those of one kernel, if it has a name.
  void run(const std::string& kernel) const {
    const cl_command_queue queue = Peer::get().queue();
    for (size_t i = 0; i < kernels_.size(); ++i) {
      const auto& [name, global, local, arguments] = problem_.launches_[i];
      if (!kernel.empty() && kernel != name) continue;
      require(clEnqueueNDRangeKernel(queue, kernels_[i], static_cast<cl_uint>(global.size()),
                                     nullptr, global.data(), local.empty() ? nullptr : local.data(),
                                     0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
    }
    require(clFinish(queue), "clFinish");
  }

  void check() {
    const std::span<Memory::Bytes> arrays = problem_.memory_.arrays();
    for (size_t i = 0; i < memory_.size(); ++i) readMemory(memory_[i], arrays[i]);
    problem_.check_(problem_.memory_);
  }

  static void ofKernels(benchmark::State& state, const Case& measured) {
    Measurement measurement(measured.make(measured.size, measured.local), measured);
    measurement.run();
    measurement.check();
    for (auto _ : state) measurement.run();
    showRate(state, measurement.problem_);
  }

  /// A program that no cache has: its build, its first launches, and later ones.
  static void ofFirst(benchmark::State& state, const Case& measured) {
    using Clock = std::chrono::steady_clock;
    const auto milliseconds = [](Clock::duration time) {
      return std::chrono::duration<double, std::milli>(time).count();
    };
    double built = 0, first = 0, later = 0;
    for (auto _ : state) {
      Clock::duration build;
      Measurement measurement(measured.make(measured.size, measured.local), [&] {
        const auto start = Clock::now();
        const cl_program program = loadUnknown(measured.module);
        build = Clock::now() - start;
        return program;
      });
      const auto timeOfRun = [&] {
        const auto start = Clock::now();
        measurement.run();
        return Clock::now() - start;
      };
      const Clock::duration once = timeOfRun();
      measurement.check();
      built += milliseconds(build);
      first += milliseconds(once);
      state.SetIterationTime(std::chrono::duration<double>(build + once).count());
      later += milliseconds(settled(timeOfRun));
    }
    const auto average = [](double sum) {
      return benchmark::Counter(sum, benchmark::Counter::kAvgIterations);
    };
    state.counters["build_ms"] = average(built);
    state.counters["first_ms"] = average(first);
    state.counters["later_ms"] = average(later);
  }

  static void ofLimit(benchmark::State& state, const Case& measured) {
    Problem problem = measured.make(measured.size, measured.local);
    if (!problem.limit_) return state.SkipWithError("no limit");
    problem.limit_(problem.memory_);
    problem.check_(problem.memory_);
    for (auto _ : state) problem.limit_(problem.memory_);
    showRate(state, problem);
  }

  static void printKernelTimes(const Case& measured) {
    Measurement measurement(measured.make(measured.size, measured.local), measured);
    measurement.run();
    measurement.check();
    std::set<std::string> kernels;
    for (const Launch& launch : measurement.problem_.launches_) kernels.insert(launch.kernel);
    for (const std::string& kernel : kernels) {
      std::printf("%s, %s: %.0f ns\n", measured.name, kernel.c_str(),
                  measurement.nanosecondsOf(kernel));
      std::fflush(stdout);
    }
  }

 private:
  /// CPU time of the fastest of several series of runs.
  double nanosecondsOf(const std::string& kernel) const {
    constexpr int kSeries = 7;
    constexpr std::clock_t kLeast = CLOCKS_PER_SEC / 100;  // of a series
    run(kernel);
    double least = std::numeric_limits<double>::max();
    for (int i = 0; i < kSeries; ++i) {
      const std::clock_t begin = std::clock();
      std::clock_t time = 0;
      int runs = 0;
      for (; time < kLeast; ++runs, time = std::clock() - begin) run(kernel);
      least = std::min(least, 1e9 / CLOCKS_PER_SEC * static_cast<double>(time) / runs);
    }
    return least;
  }

  /// The fastest run once a second has passed since the first ones.
  static std::chrono::steady_clock::duration settled(
      const std::function<std::chrono::steady_clock::duration()>& timeOfRun) {
    using namespace std::chrono;
    steady_clock::duration best = timeOfRun();
    const auto begin = steady_clock::now();
    for (int runs = 0; runs < 5 || steady_clock::now() < begin + seconds(1); ++runs)
      best = std::min(best, timeOfRun());
    return best;
  }

  static cl_mem makeMemory(const Memory::Bytes& array) {
    const auto& [format, extent] = array.image;
    return extent[0] ? makeImage(format, extent, array.data.get())
                     : makeBuffer(array.size, array.data.get());
  }
  static void readMemory(cl_mem memory, const Memory::Bytes& into) {
    if (into.image.extent[0])
      readImage(memory, into.image.extent, into.data.get());
    else
      readBuffer(memory, into.data.get(), into.size);
  }
  void setArgument(cl_uint index, const Argument& argument) const {
    const cl_kernel kernel = kernels_.back();
    if (const auto* array = std::get_if<Array<void>>(&argument))
      require(clSetKernelArg(kernel, index, sizeof(cl_mem), &memory_[array->index]),
              "clSetKernelArg");
    else if (const auto* local = std::get_if<Local>(&argument))
      require(clSetKernelArg(kernel, index, local->sizeBytes, nullptr), "clSetKernelArg");
    else if (const auto* bytes = std::get_if<std::vector<std::byte>>(&argument))
      require(clSetKernelArg(kernel, index, bytes->size(), bytes->data()), "clSetKernelArg");
  }

  static void showRate(benchmark::State& state, const Problem& problem) {
    state.counters[std::string(problem.unit_) + "/s"] =
        benchmark::Counter(problem.work_, benchmark::Counter::kIsIterationInvariantRate);
  }

  Problem problem_;
  std::vector<cl_mem> memory_;
  std::vector<cl_kernel> kernels_;
};

void printKernelTimes(const std::string& prefix) {
  for (const std::vector<Case>* list : {&cases(), &casesOfEstimates()})
    for (const Case& measured : *list) {
      const std::string_view name = measured.name;
      if (!name.starts_with("LocalSize/") && !name.starts_with("Small/") &&
          name.starts_with(prefix))
        Measurement::printKernelTimes(measured);
    }
}

void registerThroughput(bool limits) {
  for (const Case& measured : cases()) {
    const auto measure = limits ? Measurement::ofLimit : Measurement::ofKernels;
    benchmark::RegisterBenchmark(
        measured.name, [&measured, measure](benchmark::State& state) { measure(state, measured); })
        ->MeasureProcessCPUTime()
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
  }
  if (limits) return;
  for (const Case& measured : longCases())
    benchmark::RegisterBenchmark(
        measured.name,
        [&measured](benchmark::State& state) { Measurement::ofFirst(state, measured); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace bench
