// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the soak test: each uses a part of the API, checks the results and releases
// what it has made. Used by soak.cpp.
#pragma once

#include "tests/split_mix64.h"

#include <CL/cl_ext.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace soak {

/// What all threads use.
struct World {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;  // with the kernels of kSource
  uint64_t seed = 0;
#define SOAK_FUNCTIONS(F)      \
  F(clCreateCommandBufferKHR)  \
  F(clCommandFillBufferKHR)    \
  F(clCommandNDRangeKernelKHR) \
  F(clFinalizeCommandBufferKHR) F(clEnqueueCommandBufferKHR) F(clReleaseCommandBufferKHR)
#define SOAK_MEMBER(name) decltype(&::name) name = nullptr;
  SOAK_FUNCTIONS(SOAK_MEMBER)

  /// Disturbances (a killed compiler process, no free descriptor) that have begun or ended. Odd
  /// while there is one.
  std::atomic<uint64_t> disturbances{0};
  std::atomic<uint64_t> errors{0}, tolerated{0};
  bool forks = true;  // ThreadSanitizer ends a forked child that starts threads
};

extern const char* const kSource;

/// Prepares `world`. False if there is no Lanewise platform, or the program does not build.
bool begin(World& world);
void end(World& world);

/// One thread of the test, with a queue of each kind.
class User {
 public:
  User(World& world, uint64_t seed);
  ~User();
  User(const User&) = delete;
  User& operator=(const User&) = delete;

  /// One operation, chosen at random.
  void step();

  /// How often each operation ran.
  struct Operation {
    const char* name;
    unsigned weight;
    void (User::*run)();
  };
  static const std::vector<Operation>& operations();
  const std::vector<uint64_t>& counts() const { return counts_; }

 private:
  void launch();
  void chain();
  void map();
  void callback();
  void recreate();
  void record();
  void divide();
  void fail();
  void build();
  void forkProcess();

  uint64_t below(uint64_t count) { return random_() % count; }
  cl_command_queue queue() { return queues_[below(2)]; }
  cl_mem buffer(size_t items);
  cl_kernel kernel(cl_program program, const char* name, cl_mem out, cl_uint value);
  std::string logOf(cl_program program) const;
  void makeQueues();
  void releaseQueues();
  /// Launches `affine` and compares the results.
  bool launchAndCompare(cl_command_queue queue, cl_program program, size_t items);
  bool contains(cl_command_queue queue, cl_mem buffer, size_t items, cl_uint value);
  /// Counts an error unless there was a disturbance since the operation began.
  bool holds(bool good, const std::string& what);
  bool expect(cl_int code, const char* call) {
    return holds(code == CL_SUCCESS, std::string(call) + " returned " + std::to_string(code));
  }

  World& world_;
  lanewise::test::SplitMix64 random_;
  cl_command_queue queues_[2] = {};  // in order, out of order
  uint64_t disturbancesBefore_ = 0;
  std::vector<uint64_t> counts_;
};

}  // namespace soak
