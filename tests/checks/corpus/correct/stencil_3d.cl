// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil of seven points with a guard in three dimensions.
// run: stencil_3d 8x8x8 4x4x4 buffer:2048 buffer:2048 int:8
// report: none
kernel void stencil_3d(global float* out, global const float* in, int n) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int i = (z * n + y) * n + x;
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) {
    out[i] = 0;
    return;
  }
  out[i] = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n];
}
