// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop leaves the last element of a private array unwritten.
// run: array_partly_written 16 16 buffer:64
// report: uninitialized 10
kernel void array_partly_written(global int* out) {
  int values[8];
  for (int k = 0; k < 7; ++k) values[k] = k;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += values[k];
  out[get_global_id(0)] = sum;
}
