// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A * x, A in compressed rows: one row for each work-item.
kernel void spmv(global const int *restrict rowStarts, global const int *restrict columns,
                 global const float *restrict values, global const float *restrict x,
                 global float *restrict y) {
  const int row = get_global_id(0);
  float sum = 0.0f;
  for (int i = rowStarts[row]; i < rowStarts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
