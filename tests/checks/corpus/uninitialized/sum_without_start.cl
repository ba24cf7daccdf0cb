// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sum begins with a value that nothing has written.
// run: sum_without_start 16 16 buffer:64 readonly:64
// report: uninitialized 8
kernel void sum_without_start(global float* out, global const float* in) {
  float sum;
  for (int k = 0; k < 16; ++k) sum += in[k];
  out[get_global_id(0)] = sum;
}
