// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lanewise-bench --platform=<part of a platform's name> [--source] [Google Benchmark's options]
//
// The platform "limit" is no OpenCL platform: it measures the native functions of limits/. With
// --source kernels are built from their source instead of SPIR-V.
//
// With --list-devices it queries the devices of the platform and ends, with --build-source it
// builds and runs a program from source: the benchmarks that start processes run these. With
// --launch-batches=<count>[,events] it only launches: launch_instructions.py runs this. With
// --kernel-times=<prefix of cases> it prints the time of each kernel: estimates.py runs this.

#include "launch.h"
#include "math_functions.h"
#include "peer.h"
#include "source_build.h"
#include "throughput/cases.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

int main(int count, char** words) {
  std::string platform = "lanewise";
  std::string source;                      // "<program>,<times>"
  std::string launches;                    // "<batches>[,events]"
  std::optional<std::string> kernelTimes;  // prefix of cases
  bool listOnly = false, fromSource = false;
  int kept = 1;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word.starts_with("--platform=")) {
      platform = word.substr(std::strlen("--platform="));
    } else if (word.starts_with("--build-source=")) {
      source = word.substr(std::strlen("--build-source="));
    } else if (word.starts_with("--launch-batches=")) {
      launches = word.substr(std::strlen("--launch-batches="));
    } else if (word.starts_with("--kernel-times=")) {
      kernelTimes = word.substr(std::strlen("--kernel-times="));
    } else if (word == "--source") {
      fromSource = true;
    } else if (word == "--list-devices") {
      listOnly = true;
    } else {
      words[kept++] = words[i];
    }
  }
  if (listOnly) {
    cl_uint platforms = 0;
    cl_platform_id ids[16];
    bench::require(clGetPlatformIDs(16, ids, &platforms), "clGetPlatformIDs");
    for (cl_uint i = 0; i < platforms; ++i) {
      cl_device_id device;
      bench::require(clGetDeviceIDs(ids[i], CL_DEVICE_TYPE_ALL, 1, &device, nullptr),
                     "clGetDeviceIDs");
    }
    return 0;
  }
  if (const size_t comma = source.find(','); comma != source.npos) {
    bench::Peer::open(platform);
    bench::buildSources(source.substr(0, comma), std::stoi(source.substr(comma + 1)));
    return 0;
  }
  if (!launches.empty()) {
    bench::Peer::open(platform);
    bench::launchBatches(std::stoi(launches), launches.ends_with(",events"));
    return 0;
  }
  if (kernelTimes) {
    bench::Peer::open(platform, fromSource);
    bench::printKernelTimes(*kernelTimes);
    return 0;
  }
  const bool limits = platform == "limit";
  if (limits) {
    benchmark::ClearRegisteredBenchmarks();
  } else {
    bench::registerMathFunctions();
  }
  bench::registerThroughput(limits);
  benchmark::Initialize(&kept, words);
  if (benchmark::ReportUnrecognizedArguments(kept, words)) return 1;
  if (!limits) bench::Peer::open(platform, fromSource);
  benchmark::AddCustomContext("platform", limits ? platform : bench::Peer::get().name());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
