// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of iterations until z = z^2 + c leaves the circle with radius 2, at most `limit`. One row for
// each task.
task void mandelbrotRow(uniform int counts[], uniform int n, uniform int limit) {
  const uniform float imaginary = -1.5f + 3.0f * (uniform float)taskIndex / n;
  foreach (x = 0 ... n) {
    const float real = -2.0f + 3.0f * x / n;
    float a = real, b = imaginary;
    int count = 0;
    // Lanes that have left the circle continue without effect.
    bool inside = true;
    for (uniform int i = 0; i < limit; ++i) {
      const float aa = a * a, bb = b * b;
      inside = inside && aa + bb <= 4.0f;
      if (none(inside)) break;
      count += inside ? 1 : 0;
      b = 2.0f * a * b + imaginary;
      a = aa - bb + real;
    }
    counts[taskIndex * n + x] = count;
  }
}

export void mandelbrot(uniform int counts[], uniform int n, uniform int limit) {
  launch[n] mandelbrotRow(counts, n, limit);
}
