// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spirv-api-mutants <corpus> <first> <count>: builds mutants as an application does, through the
// loader. The process must survive, every call must return a code that the specification permits, a
// failed build must have a log, and a good module must still build after all of them. Kernels are
// created and not launched, because a mutant may store through any pointer.
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/compiler_process/compiler_client.h"
#include "tests/spirv/mutate/mutator.h"

namespace lanewise::test {
namespace {

using Count = unsigned long long;

struct Tally {
  uint64_t refusedAtCreation = 0, built = 0, failed = 0, wrong = 0, helperDeaths = 0;
  double slowestSeconds = 0;
  bool mustBuild = false;  // a failure is printed with its log
};

class Host {
 public:
  bool open() {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return false;
    for (cl_uint n = 0; n < count && n < 16; ++n) {
      char name[256] = "";
      clGetPlatformInfo(platforms[n], CL_PLATFORM_NAME, sizeof name, name, nullptr);
      if (!std::strstr(name, "Lanewise")) continue;
      if (clGetDeviceIDs(platforms[n], CL_DEVICE_TYPE_ALL, 1, &device_, nullptr)) return false;
      cl_int error;
      context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
      return error == CL_SUCCESS;
    }
    return false;
  }
  ~Host() {
    if (context_) clReleaseContext(context_);
  }

  void build(uint64_t number, const void* bytes, size_t size, Tally& tally) {
    const auto start = std::chrono::steady_clock::now();
    cl_int error = CL_SUCCESS;
    const cl_program program = clCreateProgramWithIL(context_, bytes, size, &error);
    if (!program) {
      ++tally.refusedAtCreation;
      if (error != CL_INVALID_VALUE) report(number, "clCreateProgramWithIL", error, tally);
      return;
    }
    error = clBuildProgram(program, 1, &device_, "", nullptr, nullptr);
    if (error == CL_SUCCESS) {
      ++tally.built;
      createKernels(number, program, tally);
    } else {
      ++tally.failed;
      if (error != CL_BUILD_PROGRAM_FAILURE) report(number, "clBuildProgram", error, tally);
      readLog(number, program, tally);
    }
    clReleaseProgram(program);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    tally.slowestSeconds = std::max(tally.slowestSeconds, spent.count());
  }

 private:
  static void report(uint64_t number, const char* what, int error, Tally& tally) {
    ++tally.wrong;
    std::printf("mutant %llu: %s: %d\n", Count(number), what, error);
  }

  static void createKernels(uint64_t number, cl_program program, Tally& tally) {
    cl_uint count = 0;
    cl_int error = clCreateKernelsInProgram(program, 0, nullptr, &count);
    if (error != CL_SUCCESS) return report(number, "the number of kernels", error, tally);
    if (count == 0) return;
    std::vector<cl_kernel> kernels(count);
    error = clCreateKernelsInProgram(program, count, kernels.data(), nullptr);
    if (error != CL_SUCCESS) return report(number, "clCreateKernelsInProgram", error, tally);
    for (cl_kernel kernel : kernels)
      if (const cl_int released = clReleaseKernel(kernel); released != CL_SUCCESS)
        report(number, "clReleaseKernel", released, tally);
  }

  void readLog(uint64_t number, cl_program program, Tally& tally) {
    size_t bytes = 0;
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes, '\0');
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    if (bytes <= 1) report(number, "a failed build without a log", 0, tally);
    const bool died =
        log.find(kCompilerProcessDied) != log.npos || log.find(kCompilerProcessLimit) != log.npos;
    tally.helperDeaths += died;
    if (!died && !tally.mustBuild) return;
    std::printf("mutant %llu: %s\n", Count(number), log.c_str());
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
};

int run(const Corpus& corpus, uint64_t first, uint64_t count) {
  Host host;
  if (!host.open()) {
    std::fprintf(stderr, "no Lanewise platform\n");
    return 2;
  }
  Tally tally, good;
  for (uint64_t number = first; number < first + count; ++number) {
    const auto bytes = mutant(corpus, number);
    host.build(number, bytes.data(), bytes.size(), tally);
  }
  good.mustBuild = true;
  for (size_t n = 0; n < corpus.modules.size(); ++n) {
    const uint64_t builtBefore = good.built;
    host.build(n, corpus.modules[n].data(), corpus.modules[n].size() * 4, good);
    if (good.built == builtBefore) std::printf("not built: %s\n", corpus.names[n].c_str());
  }
  const uint64_t sent = tally.built + tally.failed;
  std::printf(
      "%llu mutants: %llu refused at creation, %llu built, %llu failed to build (%llu of them, "
      "%.3f %% of those sent to it, for the compiler helper), %llu wrong answers, slowest "
      "%.1f s; afterwards %llu of %llu good modules built\n",
      Count(count), Count(tally.refusedAtCreation), Count(tally.built), Count(tally.failed),
      Count(tally.helperDeaths), sent ? 100.0 * double(tally.helperDeaths) / double(sent) : 0.0,
      Count(tally.wrong), tally.slowestSeconds, Count(good.built), Count(corpus.modules.size()));
  const bool dies = tally.helperDeaths * 100 >= std::max<uint64_t>(sent, 1);
  return tally.wrong == 0 && !dies && tally.built > 0 && good.built == corpus.modules.size() ? 0
                                                                                             : 1;
}

}  // namespace
}  // namespace lanewise::test

int main(int argc, char** argv) {
  return lanewise::test::judgeMutants(argc, argv, lanewise::test::run);
}
