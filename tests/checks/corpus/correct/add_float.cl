// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two buffers are added. Elements are float.
// run: add_float 64 16 buffer:256 buffer:256 buffer:256
// report: none
kernel void add_float(global float* out, global const float* a, global const float* b) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[63 - i];
}
