// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A private histogram is counted without having been cleared.
// run: table_of_counts 16 16 buffer:64 written:64
// report: uninitialized 9
kernel void table_of_counts(global int* out, global const int* in) {
  int bins[4];
  for (int k = 0; k < 16; ++k) ++bins[in[k] & 3];
  const int i = get_global_id(0);
  out[i] = bins[i & 3];
}
