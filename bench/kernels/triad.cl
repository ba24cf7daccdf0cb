// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// a = b + factor * c
kernel void triad(global float *restrict a, global const float *restrict b,
                  global const float *restrict c, float factor) {
  const size_t i = get_global_id(0);
  a[i] = b[i] + factor * c[i];
}
