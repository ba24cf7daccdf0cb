// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product of a matrix and a vector with vload4.
// run: matrix_vector_float4 16 4 buffer:64 buffer:1024 buffer:64
// report: none
kernel void matrix_vector_float4(global float* out, global const float* m, global const float* v) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += dot(vload4(i * 4 + k, m), vload4(k, v));
  out[i] = sum;
}
