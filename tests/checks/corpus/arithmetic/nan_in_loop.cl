// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An iteration divides zero by zero.
// run: nan_in_loop 16 16 buffer:64 int:4
// report: arithmetic 9
kernel void nan_in_loop(global float* out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const float x = k;
    sum += x / (x * 2);
  }
  out[get_global_id(0)] = sum;
}
