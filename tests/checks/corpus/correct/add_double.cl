// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are double.
// run: add_double 64 16 buffer:512 buffer:512 buffer:512
// report: none
kernel void add_double(global double* out, global const double* a, global const double* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
