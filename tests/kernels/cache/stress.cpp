// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many processes build the same and different programs with one small cache, while another process
// truncates, changes and removes its entries. Every build must succeed and every kernel compute the
// result of its source.
//
//   kernels-cache-stress [--workers=96] [--processes=32]
//
// This program is driver and worker. A worker builds a few programs and ends, so that most builds
// are the first of their process. --processes workers run at the same time; entries are damaged
// whenever one ends.
#define CL_TARGET_OPENCL_VERSION 300
#include "tests/temporary_folder.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;

namespace {

namespace fs = std::filesystem;

int workers = 96;
int processes = 32;

constexpr unsigned kSharedPrograms = 24;
constexpr unsigned kBuildsOfAWorker = 4;
constexpr unsigned kMegabytes = 1;
constexpr size_t kItems = 64;

[[noreturn]] void fail(const std::string& what, cl_int error) {
  std::fprintf(stderr, "worker %d: %s: %d\n", int(getpid()), what.c_str(), int(error));
  std::exit(1);
}
void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) fail(what, error);
}

class Worker {
 public:
  Worker() {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    require(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    if (count == 0) fail("no platform", 0);
    cl_int error;
    require(clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 1, &device_, nullptr),
            "clGetDeviceIDs");
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    require(error, "clCreateContext");
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &error);
    require(error, "clCreateCommandQueueWithProperties");
    out_ = clCreateBuffer(context_, CL_MEM_READ_WRITE, kItems * sizeof(cl_uint), nullptr, &error);
    require(error, "clCreateBuffer");
  }

  /// One number in the source, one in an option; two kinds of programs, one with a variable.
  void buildAndRun(unsigned id, bool throughBinary) {
    const bool variable = id % 3 == 0;
    const std::string source =
        std::string(variable ? "__constant uint table[32768] = {1, 2, 3, 4};\n" : "") +
        "__kernel void k(__global uint* out) { uint i = get_global_id(0); out[i] = i * " +
        std::to_string(id) + "u + ADD" + (variable ? " + table[i & 3]" : "") + "; }\n";
    const std::string options = "-cl-std=CL2.0 -DADD=" + std::to_string(id * 7) + "u";
    const char* text = source.c_str();
    cl_int error;
    cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    build(program, options.c_str());
    if (throughBinary) program = copied(program);
    run(program, id, variable);
    clReleaseProgram(program);
  }

 private:
  void build(cl_program program, const char* options) {
    const cl_int error = clBuildProgram(program, 1, &device_, options, nullptr, nullptr);
    if (error == CL_SUCCESS) return;
    char log[4096] = {};
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
    fail(std::string("clBuildProgram: ") + log, error);
  }
  cl_program copied(cl_program program) {
    size_t sizeBytes = 0;
    require(
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizeBytes, &sizeBytes, nullptr),
        "CL_PROGRAM_BINARY_SIZES");
    std::vector<unsigned char> binary(sizeBytes);
    unsigned char* storage = binary.data();
    require(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr),
            "CL_PROGRAM_BINARIES");
    clReleaseProgram(program);
    const unsigned char* bytes = binary.data();
    cl_int error, status;
    cl_program copy =
        clCreateProgramWithBinary(context_, 1, &device_, &sizeBytes, &bytes, &status, &error);
    require(error, "clCreateProgramWithBinary");
    build(copy, nullptr);
    return copy;
  }
  void run(cl_program program, unsigned id, bool variable) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    require(error, "clCreateKernel");
    require(clSetKernelArg(kernel, 0, sizeof out_, &out_), "clSetKernelArg");
    require(
        clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
    cl_uint values[kItems];
    require(
        clEnqueueReadBuffer(queue_, out_, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
    for (cl_uint i = 0; i < kItems; ++i)
      if (values[i] != i * id + id * 7 + (variable ? (i & 3) + 1 : 0))
        fail("item " + std::to_string(i) + " of program " + std::to_string(id) + " is wrong", 0);
    clReleaseKernel(kernel);
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_mem out_ = nullptr;
};

int work(unsigned seed) {
  std::minstd_rand random(seed * 7919 + 1);
  Worker worker;
  for (unsigned i = 0; i < kBuildsOfAWorker; ++i) {
    const bool shared = random() % 12 != 0;
    const unsigned id = shared ? unsigned(random() % kSharedPrograms) : 1000 + seed * 64 + i;
    worker.buildAndRun(id, random() % 8 == 0);
  }
  return 0;
}

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code gone;
  for (fs::recursive_directory_iterator item(folder, gone), end; !gone && item != end;
       item.increment(gone))
    if (item->is_regular_file(gone)) found.push_back(item->path());
  return found;
}

void vandalize(const std::string& cache, std::minstd_rand& random) {
  const std::vector<std::string> files = filesIn(cache);
  if (files.empty()) return;
  const std::string& victim = files[random() % files.size()];
  std::error_code gone;
  const auto sizeBytes = fs::file_size(victim, gone);
  if (gone || sizeBytes == 0) return;
  switch (random() % 3) {
    case 0: fs::remove(victim, gone); break;
    case 1: fs::resize_file(victim, random() % sizeBytes, gone); break;
    case 2: {
      std::fstream file(victim, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(std::streamoff(random() % sizeBytes));
      file.put(char(random()));
    }
  }
}

pid_t start(unsigned seed) {
  std::string words[] = {"/proc/self/exe", "--worker=" + std::to_string(seed)};
  char* list[] = {words[0].data(), words[1].data(), nullptr};
  pid_t child = 0;
  return posix_spawn(&child, list[0], nullptr, nullptr, list, environ) == 0 ? child : 0;
}

/// The exit status of a worker, or -1.
int runWorker(unsigned seed) {
  int status = 0;
  const pid_t child = start(seed);
  return child && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status)
                                                                           : -1;
}

/// Expects that what one worker has built is known to the next one. There is no compiler
/// afterwards.
void expectKnown(const std::string& folder, unsigned seed) {
  // Beside the compiler's library, a compiler program that does nothing.
  fs::create_symlink(COMPILER_LIBRARY, folder + "/liblanewise-compiler.so");
  fs::create_symlink("/bin/false", folder + "/lanewise-compiler");
  EXPECT_EQ(runWorker(seed), 0);
  setenv("LANEWISE_COMPILER", (folder + "/lanewise-compiler").c_str(), 1);
  EXPECT_EQ(runWorker(seed), 0);
}

TEST(Cache, KnownProgramsStartNoCompiler) {
  const lanewise::test::TemporaryFolder folder;
  setenv("LANEWISE_CACHE", (folder.path() + "/cache").c_str(), 1);
  expectKnown(folder.path(), 1);
  EXPECT_NE(runWorker(2), 0) << "these are not known";
  unsetenv("LANEWISE_COMPILER");
}

TEST(Cache, EveryBuildOfManyProcessesIsRight) {
  const lanewise::test::TemporaryFolder folder;
  const std::string cache = folder.path() + "/cache";
  setenv("LANEWISE_CACHE", cache.c_str(), 1);
  setenv("LANEWISE_CACHE_MEGABYTES", std::to_string(kMegabytes).c_str(), 1);
  std::minstd_rand random(1);
  std::set<pid_t> running;
  int started = 0, failed = 0;
  while (started < workers || !running.empty()) {
    if (started < workers && int(running.size()) < processes) {
      const pid_t child = start(unsigned(started++));
      ASSERT_NE(child, 0);
      running.insert(child);
      continue;
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, 0);
    ASSERT_EQ(running.erase(ended), 1u);
    failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    EXPECT_TRUE(WIFEXITED(status)) << "worker " << ended << " got signal " << WTERMSIG(status);
    for (int times = 0; times < 2; ++times) vandalize(cache, random);
  }
  EXPECT_EQ(failed, 0);
  expectKnown(folder.path(), unsigned(workers));
  unsetenv("LANEWISE_COMPILER");
  uint64_t sumBytes = 0;
  const std::vector<std::string> files = filesIn(cache);
  for (const std::string& path : files) {
    struct stat facts = {};
    ASSERT_EQ(stat(path.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0600u) << path;
    EXPECT_EQ(path.find("new-"), path.npos) << "left over: " << path;
    sumBytes += uint64_t(facts.st_size);
  }
  std::printf("%d processes, %d at a time, %u builds; %zu entries of %llu KiB are left\n", started,
              processes, unsigned(started) * kBuildsOfAWorker, files.size(),
              static_cast<unsigned long long>(sumBytes >> 10));
  EXPECT_LE(sumBytes, uint64_t(kMegabytes) << 20);
}

bool takeNumber(std::string_view word, std::string_view name, int& number) {
  if (!word.starts_with(name)) return false;
  number = std::atoi(word.data() + name.size());
  return true;
}

}  // namespace

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  int seed = -1;
  for (int i = 1; i < count; ++i)
    if (!takeNumber(words[i], "--worker=", seed) && !takeNumber(words[i], "--workers=", workers) &&
        !takeNumber(words[i], "--processes=", processes))
      return 2;
  if (seed >= 0) return work(unsigned(seed));
  return RUN_ALL_TESTS();
}
