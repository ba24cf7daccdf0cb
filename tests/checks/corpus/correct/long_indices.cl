// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices are of 64 bits.
// run: long_indices 64 16 buffer:256 long:16
// report: none
kernel void long_indices(global int* out, long n) {
  const long i = get_global_id(0);
  out[i] = (int)(i / n * n + i % n);
}
