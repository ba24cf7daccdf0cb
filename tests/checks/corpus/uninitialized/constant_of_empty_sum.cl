// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant argument is a buffer that nobody has written, and its sum is stored.
// run: constant_of_empty_sum 16 16 buffer:64 empty:16
// report: uninitialized 8
kernel void constant_of_empty_sum(global int* out, constant int* weights) {
  int sum = 0;
  for (int k = 0; k < 4; ++k) sum += weights[k] & 0xff;
  out[get_global_id(0)] = sum;
}
