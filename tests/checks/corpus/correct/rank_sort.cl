// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each work-item counts how many keys come before its own.
// run: rank_sort 32 8 buffer:128 written:128
// report: none
kernel void rank_sort(global int* out, global const int* in) {
  const int i = get_global_id(0), key = in[i] % 5;
  int rank = 0;
  for (int k = 0; k < 32; ++k) {
    const int other = in[k] % 5;
    rank += other < key || (other == key && k < i);
  }
  out[rank] = in[i];
}
