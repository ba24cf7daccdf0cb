// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first code of programs of many kernels is built quickly, and the code for launches that take
// long may have another number of lanes. Both give the bits of a program with the kernel alone.
#include "device.h"

#include <string>

namespace kernels {
namespace {

constexpr size_t kWidth = 37, kHeight = 24, kItems = kWidth * kHeight;

constexpr const char* kKernels = R"(
kernel void polynomial(global const float* in, global float* out, int n) {
  float x = in[get_global_id(0)], y = 1;
  for (int i = 0; i < n; ++i) y = y * x + i;
  out[get_global_id(0)] = y;
}
kernel void filter(global const float4* in, global float4* out, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float4 sum = 0;
  for (int k = 0; k < n; k += 3) sum += in[(i + k) % n] + sum * 0.5f;
  out[i] = sum;
}
kernel void search(global const float* in, global float* out, int n) {
  int i = get_global_id(0), k = i;
  while (k < n && in[k] < in[i] + 0.25f) ++k;
  out[i] = k;
}
kernel void product(global const float* in, global float* out, int n) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[y * n + k] * in[k * width + x];
  out[y * width + x] = sum;
}
kernel void bytes(global const uchar* in, global uchar* out, int n) {
  size_t i = get_global_id(0);
  out[i] = (in[i] * 3 + in[i ^ 1] * 5 + n) >> 3;
}
kernel void turned(global const float* in, global float* out, int n) {
  local float tile[64];
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)] * n;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] + tile[(l * 7 + 3) % size];
}
kernel void summed(global const float* in, global float* out, int n) {
  out[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]) + n;
}
kernel __attribute__((reqd_work_group_size(12, 2, 1)))
void required(global const float* in, global float* out, int n) {
  size_t i = get_global_linear_id();
  out[i] = in[i] * get_local_id(0) + get_local_id(1) + n;
}
)";

/// So that the program has many kernels.
std::string others() {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "kernel void other" + std::to_string(i) +
            "(global int* p) { *p = " + std::to_string(i) + "; }\n";
  return text;
}

struct Launch {
  const char* kernel;
  Range range;
  cl_int n;
};

class OneOfManyKernels : public testing::TestWithParam<Launch> {
 protected:
  static std::vector<cl_float> result(const std::string& source) {
    const auto& [name, range, n] = GetParam();
    std::vector<cl_float> values(4 * kItems);
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<cl_float>(i * 7919 % 1013) / 1024 - 0.25f;
    Buffer<cl_float> in(values), out(4 * kItems);
    const cl_program program = TestDevice::get().sourceProgram(source, "-cl-std=CL3.0");
    // Twice: the first code, and the code for its launches.
    for (int i = 0; i < 2; ++i)
      KernelCall(program, "many kernels", name).add(in).add(out).add(n).run(range);
    return out.read();
  }
};

TEST_P(OneOfManyKernels, ComputesAsOneOfFew) {
  const std::vector<cl_float> few = result(kKernels), many = result(kKernels + others());
  ASSERT_EQ(few.size(), many.size());
  EXPECT_EQ(std::memcmp(few.data(), many.data(), few.size() * sizeof(cl_float)), 0);
  EXPECT_NE(few, std::vector<cl_float>(few.size())) << "the kernel wrote nothing";
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, OneOfManyKernels,
    testing::Values(Launch{"polynomial", range1(kItems), 9},
                    Launch{"polynomial", range1(kItems, 1), 9},
                    Launch{"filter", range1(kItems, 8), 880}, Launch{"search", range1(800), 888},
                    Launch{"product", range2({kWidth, kHeight}), 20},
                    Launch{"product", range2({kWidth, kHeight}, {1, 3}), 20},
                    Launch{"bytes", range1(kItems), 9}, Launch{"turned", range1(832, 64), 3},
                    Launch{"turned", range1(777, 21), 3}, Launch{"summed", range1(832, 64), 2},
                    Launch{"summed", range1(800, 20, 4), 2},
                    Launch{"required", range2({36, 24}, {12, 2}), 5}),
    [](const testing::TestParamInfo<Launch>& info) {
      return std::string(info.param.kernel) + std::to_string(info.index);
    });

}  // namespace
}  // namespace kernels
