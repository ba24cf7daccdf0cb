// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil clamps its indices.
// run: stencil_clamped 64 16 buffer:256 buffer:256 int:64
// report: none
kernel void stencil_clamped(global float* out, global const float* in, int n) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int k = -3; k <= 3; ++k) sum += in[clamp(i + k, 0, n - 1)];
  out[i] = sum;
}
