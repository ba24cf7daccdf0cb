// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of each element of a cube and its six neighbours, weighted. The border is not written.
kernel void stencil(global const float *restrict in, global float *restrict out, int n) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z == n - 1) return;
  const int at = (z * n + y) * n + x;
  const float sum = in[at - 1] + in[at + 1] + in[at - n] + in[at + n] + in[at - n * n] + in[at + n * n];
  out[at] = 0.1f * sum + 0.4f * in[at];
}
