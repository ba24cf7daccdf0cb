// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sparse product reads row ends and columns.
// run: sparse_matrix_vector 4 4 buffer:16 ints:0,2,3,3,6 ints:0,3,1,0,2,3 buffer:24 buffer:16
// report: none
kernel void sparse_matrix_vector(global float* out, global const int* rows, global const int* columns,
              global const float* values, global const float* v) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int k = rows[i]; k < rows[i + 1]; ++k) sum += values[k] * v[columns[k]];
  out[i] = sum;
}
