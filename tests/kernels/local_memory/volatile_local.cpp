// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Volatile accesses of local memory, as generators of scans write them: the results of plain ones,
// and loops that wait for another work-item end.

#include "device.h"

namespace kernels {
namespace {

constexpr size_t kItems = 512;

std::vector<cl_int> resultsOf(const char* source, size_t localSize) {
  const Buffer<cl_int> out(kItems);
  KernelCall(TestDevice::get().sourceProgram(source, "-cl-std=CL3.0"), "volatile", "k")
      .add(out)
      .run(range1(kItems, localSize));
  return out.read();
}

TEST(VolatileLocal, ScanOfAGroup) {
  for (size_t localSize : {1, 8, 64, 128}) {
    const std::vector<cl_int> found = resultsOf(
        "kernel void k(global int *out) {\n"
        "  local int t[128]; volatile local int *v = t;\n"
        "  int l = get_local_id(0), n = get_local_size(0), sum = l * l % 7;\n"
        "  v[l] = sum;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  for (int d = 1; d < n; d *= 2) {\n"
        "    if (l >= d) sum += v[l - d];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    v[l] = sum;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  }\n"
        "  out[get_global_id(0)] = v[l]; }\n",
        localSize);
    for (size_t i = 0, sum = 0; i < kItems; ++i) {
      const size_t l = i % localSize;
      sum = (l ? sum : 0) + l * l % 7;
      ASSERT_EQ(found[i], static_cast<cl_int>(sum)) << i << " of groups of " << localSize;
    }
  }
}

// The value comes from a work-item behind the one that waits, which runs first.
TEST(VolatileLocal, AWorkItemWaitsForAnother) {
  const std::vector<cl_int> found = resultsOf(
      "kernel void k(global int *out) {\n"
      "  local int flag; volatile local int *v = &flag;\n"
      "  int l = get_local_id(0), n = get_local_size(0);\n"
      "  if (l == 0) *v = 0;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (l == n - 1) *v = 40;\n"
      "  if (l == 0) while (*v == 0) ;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = *v + 2; }\n",
      64);
  EXPECT_EQ(found, std::vector<cl_int>(kItems, 42));
}

}  // namespace
}  // namespace kernels
