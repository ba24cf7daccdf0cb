// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of iterations until z = z^2 + c leaves the circle with radius 2, at most `limit`.
kernel void mandelbrot(global int *restrict counts, int limit) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float real = -2.0f + 3.0f * x / get_global_size(0);
  const float imaginary = -1.5f + 3.0f * y / get_global_size(1);
  float a = real, b = imaginary;
  int count = 0;
  while (count < limit && a * a + b * b <= 4.0f) {
    const float next = a * a - b * b + real;
    b = 2.0f * a * b + imaginary;
    a = next;
    ++count;
  }
  counts[y * get_global_size(0) + x] = count;
}
