// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops end after different numbers of iterations.
// run: mandelbrot 16x16 8x8 buffer:1024
// report: none
kernel void mandelbrot(global int* out) {
  const float cx = get_global_id(0) / 8.0f - 1.5f, cy = get_global_id(1) / 8.0f - 1.0f;
  float x = 0, y = 0;
  int k = 0;
  for (; k < 50 && x * x + y * y < 4; ++k) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  out[get_global_id(1) * 16 + get_global_id(0)] = k;
}
