// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL leaves undefined, or refuses. Undefined results do no harm: the kernel ends, and
// memory that it does not write keeps its contents.
#include "sub_groups/sub_groups.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr size_t kLocal = 70, kItems = 2 * kLocal;
constexpr cl_uint kUntouched = 0xabcdefu;

// Runs the kernel "k" on a buffer with as many elements in front and behind as it has work-items.
void expectNoHarm(const std::string& source) {
  const Buffer<cl_uint> out(3 * kItems, kUntouched);
  KernelCall(TestDevice::get().sourceProgram(source, kOptions), "k", "k")
      .add(out)
      .run(range1(kItems, kLocal));
  const std::vector<cl_uint> after = out.read();
  for (size_t i = 0; i < kItems; ++i) {
    EXPECT_EQ(after[i], kUntouched);
    EXPECT_EQ(after[2 * kItems + i], kUntouched);
  }
}

class OutOfRange : public testing::TestWithParam<const char*> {};

TEST_P(OutOfRange, DoesNoHarm) {
  expectNoHarm(std::string("kernel void k(global uint* out) {\n"
                           "  const size_t place = get_global_size(0) + get_global_id(0);\n"
                           "  const uint x = get_global_id(0);\n"
                           "  const uint far = 1000000007u + get_group_id(0);\n"
                           "  out[place] = ") +
               GetParam() + ";\n}");
}

INSTANTIATE_TEST_SUITE_P(
    , OutOfRange,
    testing::Values(
        "sub_group_shuffle(x, far)", "sub_group_shuffle(x, far * x)",
        "sub_group_shuffle_xor(x, far)", "sub_group_shuffle_up(x, far)",
        "sub_group_shuffle_down(x, far)", "sub_group_broadcast(x, far)",
        "sub_group_broadcast(x, x)", "sub_group_non_uniform_broadcast(x, 4000000000u)",
        "sub_group_rotate(x, -2000000000)", "sub_group_rotate(x, (int)far)",
        "intel_sub_group_shuffle_up(x, x, far)", "intel_sub_group_shuffle_down(x, x, far)",
        "sub_group_ballot_bit_extract((uint4)(far), far)",
        "sub_group_ballot_bit_count((uint4)(~0u))", "sub_group_ballot_find_lsb((uint4)(0))",
        "sub_group_ballot_find_msb((uint4)(0))", "sub_group_clustered_rotate(x, (int)far, 4)",
        "work_group_broadcast(x, (size_t)far)"));

class BarriersThatNotAllReach : public testing::TestWithParam<const char*> {};

TEST_P(BarriersThatNotAllReach, DoNoHarm) {
  expectNoHarm(std::string("kernel void k(global uint* out) {\n"
                           "  local volatile uint shared[128];\n"
                           "  const size_t place = get_global_size(0) + get_global_id(0);\n"
                           "  const uint l = get_local_id(0);\n"
                           "  shared[l] = l;\n"
                           "  ulong kept = get_global_id(0) * 3;\n  ") +
               GetParam() + "\n  out[place] = kept + shared[l];\n}");
}

INSTANTIATE_TEST_SUITE_P(
    , BarriersThatNotAllReach,
    testing::Values("if (l % 2) barrier(CLK_LOCAL_MEM_FENCE);",
                    "if (l % 2) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);",
                    "for (uint i = 0; i < l % 5; ++i) barrier(CLK_LOCAL_MEM_FENCE);",
                    "if (l > 3) return; barrier(CLK_LOCAL_MEM_FENCE);",
                    "if (l > 40) kept += work_group_scan_inclusive_add(l);",
                    "if (get_sub_group_id() == 0) barrier(CLK_LOCAL_MEM_FENCE);",
                    "if (l == 0) sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
                    "if (get_sub_group_id() == 0) { barrier(CLK_LOCAL_MEM_FENCE); shared[1] = 9; } "
                    "else while (shared[0] != 0) barrier(CLK_LOCAL_MEM_FENCE);",
                    "while (shared[l] > l) ; if (l % 3) barrier(CLK_LOCAL_MEM_FENCE); "
                    "else if (l % 5) barrier(CLK_LOCAL_MEM_FENCE);"));

// Returns the build log; empty if the program was built.
std::string logOfFailure(const std::string& source) {
  const TestDevice& device = TestDevice::get();
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(device.context(), 1, &text, nullptr, nullptr);
  std::string log;
  const cl_device_id id = device.id();
  if (clBuildProgram(program, 1, &id, kOptions, nullptr, nullptr) != CL_SUCCESS) {
    size_t sizeBytes = 0;
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &sizeBytes);
    log.resize(sizeBytes);
    clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, sizeBytes, log.data(), nullptr);
  }
  clReleaseProgram(program);
  return log;
}

TEST(BadSubGroupSizes, AreRefusedWithTheNameOfTheKernel) {
  for (size_t size : {0, 2, 3, 5, 128, 1000000}) {
    const std::string log =
        logOfFailure(requiredSize(size) + "kernel void strange(global uint* out) { *out = 1; }");
    EXPECT_NE(log, "") << "size " << size;
    if (size != 0) EXPECT_TRUE(log.contains("strange")) << log;
  }
}

}  // namespace
}  // namespace kernels
