// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transpose of an n x n matrix, in squares of as many rows as a vector has lanes: log2(lanes) steps of
// shuffles in registers.
#define SIDE TARGET_WIDTH

task void transposeRows(const uniform float from[], uniform float to[], uniform int n) {
  const uniform int row = taskIndex * SIDE;
  for (uniform int column = 0; column < n; column += SIDE) {
    float square[SIDE];
    #pragma unroll
    for (uniform int i = 0; i < SIDE; ++i) square[i] = from[(column + i) * n + row + programIndex];
    #pragma unroll
    for (uniform int step = 1; step < SIDE; step *= 2) {
      // Lanes of the first and, above programCount, of the second row of a pair.
      const int low = programIndex & step ? programCount + programIndex - step : programIndex;
      const int high = programIndex & step ? programCount + programIndex : programIndex + step;
      #pragma unroll
      for (uniform int i = 0; i < SIDE; ++i)
        if (!(i & step)) {
          const float first = square[i], second = square[i + step];
          square[i] = shuffle(first, second, low);
          square[i + step] = shuffle(first, second, high);
        }
    }
    #pragma unroll
    for (uniform int i = 0; i < SIDE; ++i) to[(row + i) * n + column + programIndex] = square[i];
  }
}

export void transpose(const uniform float from[], uniform float to[], uniform int n) {
  launch[n / SIDE] transposeRows(from, to, n);
}
