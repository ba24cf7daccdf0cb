// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 5 x 5 convolution: four rows of pixels at a time, so that a load serves up to four of them.
#define ROWS 4

task void convolutionRows(const uniform float from[], const uniform float weights[], uniform float out[],
                          uniform int n) {
  const uniform int y = taskIndex * ROWS, stride = n + 4;
  foreach (x = 0 ... n) {
    float sums[ROWS] = {0, 0, 0, 0};
    #pragma unroll
    for (uniform int i = 0; i < ROWS + 4; ++i)
      #pragma unroll
      for (uniform int j = 0; j < 5; ++j) {
        const float pixel = from[(y + i) * stride + x + j];
        #pragma unroll
        for (uniform int r = 0; r < ROWS; ++r)
          if (i - r >= 0 && i - r < 5) sums[r] += weights[5 * (i - r) + j] * pixel;
      }
    #pragma unroll
    for (uniform int r = 0; r < ROWS; ++r) out[(y + r) * n + x] = sums[r];
  }
}

export void convolution(const uniform float from[], const uniform float weights[], uniform float out[],
                        uniform int n) {
  launch[n / ROWS] convolutionRows(from, weights, out, n);
}
