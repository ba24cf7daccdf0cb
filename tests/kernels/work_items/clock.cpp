// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock of cl_khr_kernel_clock in a work-item: no reading is moved out of a loop or shared with
// another one, and none is before the one that precedes it.
#include "device.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr const char* kScopes[] = {"device", "work_group", "sub_group"};
constexpr const char* kOptions[] = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};
constexpr size_t kCount = 67;
constexpr cl_uint kRounds = 5;

class KernelClock : public testing::Test {
 protected:
  void SetUp() override {
    if (!TestDevice::get().hasExtension("cl_khr_kernel_clock"))
      GTEST_SKIP() << "the device has no kernel clock";
  }
};

/// The readings of each work-item, one after another.
std::vector<cl_ulong> readings(const std::string& body, const std::string& options) {
  const Buffer<cl_ulong> out(kCount * kRounds, cl_ulong{0});
  const Buffer<cl_uint> work(kCount, 1u);
  const std::string source =
      "kernel void k(global ulong* out, global uint* work, uint rounds) {\n"
      "  const size_t id = get_global_id(0);\n  uint x = work[id] + id;\n"
      "  for (uint i = 0; i < rounds; ++i) {\n    out[id * rounds + i] = " +
      body +
      ";\n    for (uint j = 0; j < 500; ++j) x = x * 1664525u + 1013904223u;\n  }\n"
      "  work[id] = x;\n}\n";
  KernelCall(TestDevice::get().sourceProgram(source, options), "k", "k")
      .add(out)
      .add(work)
      .add(kRounds)
      .run(range1(kCount));
  return out.read();
}

void expectGrowth(const std::vector<cl_ulong>& clocks) {
  for (size_t item = 0; item < kCount; ++item)
    for (size_t i = 1; i < kRounds; ++i)
      ASSERT_LT(clocks[item * kRounds + i - 1], clocks[item * kRounds + i])
          << "work-item " << item << ", reading " << i;
}

TEST_F(KernelClock, GrowsFromOneIterationToTheNext) {
  for (const char* options : kOptions)
    for (const std::string scope : kScopes) {
      SCOPED_TRACE(scope + " " + options);
      expectGrowth(readings("clock_read_" + scope + "()", options));
      expectGrowth(readings("as_ulong(clock_read_hilo_" + scope + "())", options));
    }
}

// Each work-item reads the clock in other iterations.
TEST_F(KernelClock, GrowsWhereOnlySomeWorkItemsReadIt) {
  const std::vector<cl_ulong> clocks =
      readings("(id + i) % 3 ? clock_read_device() : (ulong)0", kOptions[0]);
  for (size_t item = 0; item < kCount; ++item) {
    cl_ulong last = 0;
    for (size_t i = 0; i < kRounds; ++i) {
      const cl_ulong clock = clocks[item * kRounds + i];
      ASSERT_EQ(clock == 0, (item + i) % 3 == 0) << "work-item " << item << ", reading " << i;
      if (clock == 0) continue;
      ASSERT_LT(last, clock) << "work-item " << item << ", reading " << i;
      last = clock;
    }
  }
}

// Readings in front of a barrier are not after those behind it, whichever work-item reads.
TEST_F(KernelClock, IsOneForAllWorkItemsOfAGroup) {
  const Buffer<cl_ulong> out(2 * kCount, cl_ulong{0});
  const std::string source = R"(
kernel void k(global ulong* out) {
  const size_t id = get_local_id(0);
  out[id] = clock_read_work_group();
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_local_size(0) + id] = clock_read_work_group();
})";
  KernelCall(TestDevice::get().sourceProgram(source, kOptions[0]), "k", "k")
      .add(out)
      .run(range1(kCount, kCount));
  const std::vector<cl_ulong> clocks = out.read();
  EXPECT_LE(*std::max_element(clocks.begin(), clocks.begin() + kCount),
            *std::min_element(clocks.begin() + kCount, clocks.end()));
}

}  // namespace
}  // namespace kernels
