// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = a * b, row-major n x n, n a multiple of 64: ROWS x 2 vectors of c in registers, a block of b copied to
// consecutive addresses.
#if TARGET_WIDTH == 16
#define ROWS 8
#else
#define ROWS 4
#endif
#define COLUMNS (2 * TARGET_WIDTH)
#define DEPTH 256

static const uniform int kTaskRows = 64;

task void gemmRows(const uniform float a[], const uniform float b[], uniform float c[], uniform int n) {
  uniform float block[DEPTH * COLUMNS];
  const uniform int first = taskIndex * kTaskRows;
  for (uniform int column = 0; column < n; column += COLUMNS)
    for (uniform int start = 0; start < n; start += DEPTH) {
      const uniform int depth = min(n - start, DEPTH);
      for (uniform int k = 0; k < depth; ++k) {
        block[k * COLUMNS + programIndex] = b[(start + k) * n + column + programIndex];
        block[k * COLUMNS + programCount + programIndex] =
            b[(start + k) * n + column + programCount + programIndex];
      }
      for (uniform int row = first; row < first + kTaskRows; row += ROWS) {
        float sums[ROWS][2];
        #pragma unroll
        for (uniform int r = 0; r < ROWS; ++r)
          #pragma unroll
          for (uniform int v = 0; v < 2; ++v)
            sums[r][v] = start ? c[(row + r) * n + column + v * programCount + programIndex] : 0;
        for (uniform int k = 0; k < depth; ++k) {
          const float b0 = block[k * COLUMNS + programIndex];
          const float b1 = block[k * COLUMNS + programCount + programIndex];
          #pragma unroll
          for (uniform int r = 0; r < ROWS; ++r) {
            const uniform float factor = a[(row + r) * n + start + k];
            sums[r][0] += factor * b0;
            sums[r][1] += factor * b1;
          }
        }
        #pragma unroll
        for (uniform int r = 0; r < ROWS; ++r)
          #pragma unroll
          for (uniform int v = 0; v < 2; ++v)
            c[(row + r) * n + column + v * programCount + programIndex] = sums[r][v];
      }
    }
}

export void gemm(const uniform float a[], const uniform float b[], uniform float c[], uniform int n) {
  launch[n / kTaskRows] gemmRows(a, b, c, n);
}
