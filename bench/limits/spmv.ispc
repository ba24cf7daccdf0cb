// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A * x, A in compressed rows: the values of a row in the lanes.
static const uniform int kRows = 4096;  // for each task

task void spmvPart(const uniform int starts[], const uniform int columns[], const uniform float values[],
                   const uniform float x[], uniform float y[], uniform int count) {
  const uniform int end = min(count, (uniform int)(taskIndex + 1) * kRows);
  for (uniform int row = taskIndex * kRows; row < end; ++row) {
    float sum = 0;
    foreach (i = starts[row] ... starts[row + 1]) sum += values[i] * x[columns[i]];
    y[row] = reduce_add(sum);
  }
}

export void spmv(const uniform int starts[], const uniform int columns[], const uniform float values[],
                 const uniform float x[], uniform float y[], uniform int count) {
  launch[(count + kRows - 1) / kRows] spmvPart(starts, columns, values, x, y, count);
}
