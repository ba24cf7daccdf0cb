// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil reads and writes the same buffer.
// run: global_stencil_in_place 64 16 buffer:256
// report: races 8|9
kernel void global_stencil_in_place(global float* a) {
  const int i = get_global_id(0);
  if (i == 0 || i == 63) return;
  const float left = a[i - 1], right = a[i + 1];
  a[i] = 0.5f * (left + right);
}
