// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum over a buffer without contents is stored.
// run: buffer_sum 16 16 buffer:64 empty:64
// report: uninitialized 8
kernel void buffer_sum(global float* out, global const float* in) {
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += in[k];
  out[get_global_id(0)] = sum;
}
