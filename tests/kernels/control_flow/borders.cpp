// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions on ids inside of others: vectors in which all hold run code without masks, those at a
// border do not.

#include "device.h"

namespace kernels {
namespace {

constexpr cl_int kUnwritten = -99;

std::vector<cl_int> numbers(cl_int count) {
  std::vector<cl_int> result;
  for (cl_int i = 0; i < count; ++i) result.push_back(i * 40503 % 1009);
  return result;
}

TEST(Borders, RowsOfEveryLengthWithAHole) {
  for (cl_int n = 1; n <= 100; n = n < 40 ? n + 1 : n + 13)
    for (const cl_int hole : {0, 1, n / 2, n - 1}) {
      const std::vector<cl_int> in = numbers(n);
      Buffer<cl_int> inBuffer(in), out(128, kUnwritten);
      run("control_flow/borders", "row", range1(128), inBuffer, out, n, hole);
      std::vector<cl_int> expected(128, kUnwritten);
      for (cl_int x = 0; x < n; ++x)
        if (x != hole)
          expected[x] = in[x] + (x > 0 ? 3 * in[x - 1] : 0) + (x < n - 1 ? 5 * in[x + 1] : 0);
      EXPECT_EQ(out.read(), expected) << n << " elements, hole " << hole;
    }
}

TEST(Borders, PlanesOfEveryWidthWithAHole) {
  constexpr cl_int kHeight = 3;
  for (cl_int width = 1; width <= 70; width = width < 35 ? width + 1 : width + 11)
    for (const cl_int hole : {0, width, 2 * width - 1, kHeight * width - 1}) {
      const std::vector<cl_int> in = numbers(width * kHeight);
      Buffer<cl_int> inBuffer(in), out(in.size(), kUnwritten);
      run("control_flow/borders", "plane", range2({72, 4}), inBuffer, out, width, kHeight, hole);
      std::vector<cl_int> expected;
      for (cl_int at = 0; at < width * kHeight; ++at) {
        const cl_int x = at % width, y = at / width;
        cl_int sum = in[at];
        if (y > 0) sum += 3 * in[at - width];
        if (y > 0 && x > 0) sum += 7 * in[at - width - 1];
        if (x < width - 1 && y < kHeight - 1) sum += 5 * in[at + width + 1];
        expected.push_back(at == hole ? kUnwritten : sum);
      }
      EXPECT_EQ(out.read(), expected) << width << " columns, hole " << hole;
    }
}

}  // namespace
}  // namespace kernels
