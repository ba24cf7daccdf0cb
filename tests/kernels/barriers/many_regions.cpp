// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with so many barriers that the compiler makes a function of each region between them. The
// text is made here, and a host loop computes the same.
#include "barrier_cases.h"

#include <array>
#include <string>

namespace kernels {
namespace {

constexpr int kSteps = 160;
constexpr size_t kGlobal = 48, kLocal = 16;

/// Work-items exchange values with their neighbours in each step whose bit of `n` is set; a private
/// array and a counter of the group live across all of them.
std::string source() {
  std::string text = R"(
kernel void k(global int* out, local int* s, int n) {
  const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int x = out[g], group = n, kept[8];
  for (int i = 0; i < 8; ++i) kept[i] = g + i;
  if (n < 0) return;
)";
  for (int i = 0; i < kSteps; ++i) {
    const std::string number = std::to_string(i);
    text += "  if (n >> " + std::to_string(i % 7) + " & 1) {\n    s[l] = x + " + number +
            ";\n    barrier(CLK_LOCAL_MEM_FENCE);\n    x = 3 * s[(l + " + number +
            ") % size] + group + kept[l + " + number + " & 7];\n    group += 5;\n    kept[" +
            std::to_string(i % 8) + "] ^= x;\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n";
  }
  return text + "  out[g] = x;\n}\n";
}

std::vector<cl_int> reference(cl_int n) {
  std::vector<cl_int> result;
  for (size_t first = 0; first < kGlobal; first += kLocal) {
    std::vector<cl_uint> x(kLocal);
    std::vector<std::array<cl_uint, 8>> kept(kLocal);
    cl_uint group = static_cast<cl_uint>(n);
    for (cl_uint l = 0; l < kLocal; ++l) {
      x[l] = static_cast<cl_uint>(first) + l;
      for (cl_uint i = 0; i < 8; ++i) kept[l][i] = static_cast<cl_uint>(first) + l + i;
    }
    for (cl_uint i = 0; n >= 0 && i < kSteps; ++i) {
      if (!(n >> i % 7 & 1)) continue;
      const std::vector<cl_uint> before = x;
      for (cl_uint l = 0; l < kLocal; ++l) {
        x[l] = 3 * (before[(l + i) % kLocal] + i) + group + kept[l][(l + i) & 7];
        kept[l][i % 8] ^= x[l];
      }
      group += 5;
    }
    for (cl_uint value : x) result.push_back(static_cast<cl_int>(value));
  }
  return result;
}

TEST(ManyRegions, ValuesOfItemsAndOfTheGroupPassFromFunctionToFunction) {
  for (const char* options : {"", "-cl-opt-disable", "-g"})
    for (const cl_int n : {-1, 0, 1, 0x55, 0x7f}) {
      const Buffer<cl_int> out(numbers(kGlobal));
      KernelCall call(TestDevice::get().sourceProgram(source(), options), "many regions", "k");
      call.add(out).add(localArray<cl_int>(kLocal)).add(n).run(range1(kGlobal, kLocal));
      EXPECT_EQ(out.read(), reference(n)) << "n " << n << ", options " << options;
    }
}

}  // namespace
}  // namespace kernels
