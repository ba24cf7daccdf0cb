// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant matrix is read by row and column.
// run: constant_2d 9 - buffer:36
// report: none
constant float filter[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
kernel void constant_2d(global float* out) {
  const int i = get_global_id(0);
  out[i] = filter[i / 3][i % 3];
}
