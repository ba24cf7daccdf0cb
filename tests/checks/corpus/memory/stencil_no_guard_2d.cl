// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil of five points without a guard reads outside at the upper and lower border only.
// run: stencil_no_guard_2d 16x16 4x4 buffer:1024 readonly:1024 int:16
// report: memory 10
// report: memory 11
kernel void stencil_no_guard_2d(global float* out, global const float* in, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = in[y * width + x];
  if (x > 0 && x < width - 1) sum += in[y * width + x - 1] + in[y * width + x + 1];
  sum += in[(y - 1) * width + x];
  sum += in[(y + 1) * width + x];
  out[y * width + x] = sum;
}
