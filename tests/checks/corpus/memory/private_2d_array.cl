// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row behind the last one of a private matrix is read.
// run: private_2d_array 16 16 buffer:64 int:4
// report: memory 9
kernel void private_2d_array(global int* out, int row) {
  int matrix[4][4];
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x) matrix[y][x] = x * y;
  out[get_global_id(0)] = matrix[row][get_global_id(0) % 4];
}
