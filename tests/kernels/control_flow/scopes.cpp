// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and functions that are left from within scopes with variables, and loops over bits, against
// the same code of the host.

#include "device.h"

#include <bit>

namespace kernels {
namespace {

constexpr cl_int kCount = 1000;

std::vector<cl_int> numbers() {
  std::vector<cl_int> result;
  for (cl_int i = 0; i < kCount; ++i) result.push_back(i * 40503 % 9973);
  return result;
}

int found(int value, int limit, int& steps) {
  for (int i = 0; i < limit; ++i) {
    const int next = value % (i + 3);
    ++steps;
    if (next == 2) return i;
    if (next == 1) {
      const int more = value / (i + 2);
      if (more % 5 == 0) continue;
      if (more % 7 == 0) break;
      value += more;
    }
  }
  return -value;
}

void leave(int in, int& out, int limit) {
  int steps = 0, sum = 0;
  for (int k = 0; k < 4; ++k) {
    const int result = found(in + k, limit, steps);
    if (result > 5) break;
    for (int l = 0; l < 3; ++l) {
      const int both = result + l * steps;
      if (both % 3 == 0) continue;
      if (both % 11 == 0) goto end;
      sum += both;
    }
    if (sum % 13 == 4) {
      out = sum + steps;
      if (out & 1) return;
    }
  }
end:
  out = sum * 31 + steps;
}

int keep(int in) {
  int sum = 0;
  for (int k = 0; k < 6; ++k) {
    int values[5];
    for (int l = 0; l < 5; ++l) values[l] = in + k * l;
    if (values[(in + k) % 5 & 3] % 4 == 1) continue;
    values[(k * in & 3) + 1] += 9;
    if (values[in & 3] % 17 == 3) break;
    sum += values[((sum + k) & 3) + 1];
  }
  return sum;
}

TEST(Scopes, AreLeftByBreakContinueReturnAndGoto) {
  const std::vector<cl_int> in = numbers();
  for (const cl_int limit : {0, 1, 8, 30}) {
    Buffer<cl_int> inBuffer(in), out(in.size());
    run("control_flow/scopes", "leave", range1(kCount), inBuffer, out, limit);
    std::vector<cl_int> expected(in.size());
    for (size_t i = 0; i < in.size(); ++i) leave(in[i], expected[i], limit);
    EXPECT_EQ(out.read(), expected) << limit;
  }
}

TEST(Scopes, OfArraysAreLeft) {
  const std::vector<cl_int> in = numbers();
  Buffer<cl_int> inBuffer(in), out(in.size());
  run("control_flow/scopes", "keep", range1(kCount), inBuffer, out);
  std::vector<cl_int> expected;
  for (const cl_int value : in) expected.push_back(keep(value));
  EXPECT_EQ(out.read(), expected);
}

TEST(Scopes, OfLoopsOverBits) {
  std::vector<cl_uint> in = {0, 1, 2, 3, ~0U, 1U << 31}, expected;
  while (in.size() < kCount) in.push_back(static_cast<cl_uint>(in.size()) * 2654435761U);
  for (const cl_uint value : in)
    expected.push_back(static_cast<cl_uint>(std::popcount(value)) << 8 |
                       static_cast<cl_uint>(std::bit_width(value >> 1)));
  Buffer<cl_uint> inBuffer(in), out(in.size());
  run("control_flow/scopes", "bits", range1(kCount), inBuffer, out);
  EXPECT_EQ(out.read(), expected);
}

}  // namespace
}  // namespace kernels
