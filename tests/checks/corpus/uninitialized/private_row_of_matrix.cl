// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last row of a private matrix was not filled.
// run: private_row_of_matrix 16 16 buffer:64 int:3
// report: uninitialized 11
kernel void private_row_of_matrix(global float* out, int rows) {
  float m[4][4];
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 4; ++x) m[y][x] = x + y;
  float trace = 0;
  for (int k = 0; k < 4; ++k) trace += m[k][k];
  out[get_global_id(0)] = trace;
}
