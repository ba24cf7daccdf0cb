// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that look the same for all work-items before a barrier, but are not. Built from source,
// with and without optimization: the control flow must reach the compiler as it is written here.

#include "barrier_cases.h"

namespace kernels {
namespace {

constexpr char kSource[] = R"(
int search(global const int* a, int g, int n, global int* hits) {
  for (int i = 0; i < n; i++)
    if (a[g * 2 + i] == 7) { hits[g] = i; return 1; }
  return 2;
}
kernel void searched(global int* out, global const int* a, int n, global int* hits) {
  const int g = get_global_id(0), found = search(a, g, n, hits);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g] = found;
}
kernel void smallIfs(global int* out, int a, int b) {
  const int g = get_global_id(0);
  int r = 0;
  if (g & 1) { if (a) r = 5; } else { r = 6; if (b) r = 7; }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g] = r;
}
void parameters(int n, int* a, int* b) { *a = n * 3 + 1; *b = n / 5; }
kernel void someLoad(global int* out, int n) {
  const int g = get_global_id(0);
  int a, b;
  const bool active = g % 3 != 2;
  if (active) parameters(n, &a, &b);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (active) out[g] = a + b;
}
kernel void switchOnMemory(global uint* out, global uint* in, local uint* t) {
  uint g = get_global_id(0), l = get_local_id(0), r = g;
  switch (in[2]) {
    case 1: r++; barrier(CLK_LOCAL_MEM_FENCE); break;
    case 2: r += 2; barrier(CLK_LOCAL_MEM_FENCE); break;
    case 3: t[l] = r; barrier(CLK_LOCAL_MEM_FENCE); r += t[l ^ 1]; break;
    case 4: r += 4; barrier(CLK_LOCAL_MEM_FENCE); break;
    default: r = 5;
  }
  out[g] = r;
}
)";

constexpr size_t kGlobal = 24, kLocal = 6;

class UniformValues : public testing::TestWithParam<const char*> {
 protected:
  template <class... Arguments>
  void run(const char* kernel, const Arguments&... arguments) {
    KernelCall call(TestDevice::get().sourceProgram(kSource, GetParam()), "uniform values", kernel);
    (call.add(arguments), ...);
    call.run(range1(kGlobal, kLocal));
  }
};

TEST_P(UniformValues, AHelperReturnsFromInsideALoop) {
  std::vector<cl_int> input(2 * kGlobal, 0), expected(kGlobal, 2);
  for (size_t item = 0; item < kGlobal; item += 3) {
    input[2 * item + item % 2] = 7;
    expected[item] = 1;
  }
  Buffer<cl_int> out(kGlobal, -1), in(input), hits(kGlobal);
  run("searched", out, in, cl_int{2}, hits);
  EXPECT_EQ(out.read(), expected);
}

TEST_P(UniformValues, BothArmsOfADivergentBranchHaveABranch) {
  for (const cl_int a : {0, 1})
    for (const cl_int b : {0, 1}) {
      Buffer<cl_int> out(kGlobal, -1);
      run("smallIfs", out, a, b);
      const std::vector<cl_int> got = out.read();
      for (size_t item = 0; item < kGlobal; ++item)
        ASSERT_EQ(got[item], item & 1 ? 5 * a : 6 + b) << "work-item " << item;
    }
}

TEST_P(UniformValues, AValueIsUndefinedForSomeWorkItems) {
  Buffer<cl_int> out(kGlobal, -1);
  run("someLoad", out, cl_int{10});
  const std::vector<cl_int> got = out.read();
  for (size_t item = 0; item < kGlobal; ++item)
    ASSERT_EQ(got[item], item % 3 == 2 ? -1 : 33) << "work-item " << item;
}

TEST_P(UniformValues, TheFirstRegionHasSeveralEntries) {
  for (cl_uint choice = 0; choice < 6; ++choice) {
    Buffer<cl_uint> out(kGlobal, 0), in(3, choice);
    run("switchOnMemory", out, in, localArray<cl_uint>(kLocal));
    const std::vector<cl_uint> got = out.read();
    for (cl_uint item = 0; item < kGlobal; ++item) {
      const cl_uint partner = item / kLocal * kLocal + (item % kLocal ^ 1);
      const cl_uint expected[] = {5, item + 1, item + 2, item + partner, item + 4, 5};
      ASSERT_EQ(got[item], expected[choice]) << "choice " << choice << ", work-item " << item;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Options, UniformValues, testing::Values("", "-cl-opt-disable"),
                         [](const auto& info) {
                           return info.index ? std::string("not_optimized") : "optimized";
                         });

}  // namespace
}  // namespace kernels
