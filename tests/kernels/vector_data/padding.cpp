// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The padding that follows a stored vector of three elements is zero at each microarchitecture
// level and number of lanes. OpenCL leaves it undefined.

#include "device.h"

#include <numeric>

namespace kernels {
namespace {

constexpr const char* kSource = R"(
kernel void k(global const T *in, global T *out) {
  const size_t i = get_global_id(0);
  const T two = {2, 2, 2};
  out[4 * i] = in[i] + two;
  out[4 * i + 1] = i & 1 ? two : in[i];
  out[4 * i + 2] = (T)(1, 2, 3);
  if (i & 2) out[4 * i + 3] = in[i] * in[i];
})";

template <typename T>
void expectPadding(const std::string& type) {
  SCOPED_TRACE(type);
  constexpr int kItems = 37;
  std::vector<T> in(4 * kItems), expected(16 * kItems, T{99});
  std::iota(in.begin(), in.end(), T{-60});
  for (int i = 0; i < kItems; ++i)
    for (int j = 0; j < 4; ++j) {
      const T value = in[4 * i + j];
      T* item = &expected[16 * i + j];
      item[0] = j == 3 ? T{} : static_cast<T>(value + 2);
      item[4] = j == 3 ? T{} : i & 1 ? T{2} : value;
      item[8] = j == 3 ? T{} : static_cast<T>(j + 1);
      if (i & 2) item[12] = j == 3 ? T{} : static_cast<T>(value * value);
    }
  Buffer<T> inBuffer(in), out(16 * kItems, T{99});
  cl_program program = TestDevice::get().sourceProgram(kSource, "-cl-std=CL3.0 -DT=" + type);
  ASSERT_TRUE(program);
  KernelCall(program, "padding", "k").add(inBuffer).add(out).run(range1(kItems));
  EXPECT_EQ(out.read(), expected);
}

TEST(Padding, OfChar) { expectPadding<cl_char>("char3"); }
TEST(Padding, OfInt) { expectPadding<cl_int>("int3"); }
TEST(Padding, OfFloat) { expectPadding<cl_float>("float3"); }
TEST(Padding, OfDouble) { expectPadding<cl_double>("double3"); }

}  // namespace
}  // namespace kernels
