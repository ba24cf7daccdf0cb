// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sum of each element of a cube and its six neighbours, weighted. One plane for each task.
task void stencilPlane(const uniform float from[], uniform float out[], uniform int n) {
  const uniform int z = taskIndex + 1;
  for (uniform int y = 1; y < n - 1; ++y) {
    const uniform float* uniform row = from + (z * n + y) * n;
    uniform float* uniform to = out + (z * n + y) * n;
    foreach (x = 1 ... n - 1) {
      const float sum = row[x - 1] + row[x + 1] + row[x - n] + row[x + n] + row[x - n * n] + row[x + n * n];
      to[x] = 0.1f * sum + 0.4f * row[x];
    }
  }
}

export void stencil(const uniform float from[], uniform float out[], uniform int n) {
  launch[n - 2] stencilPlane(from, out, n);
}
