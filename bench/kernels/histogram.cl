// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the values of each of 256 bins: atomics on local memory, then the sums over the work-groups.
#define BINS 256

kernel void count_bins(global const uint *restrict in, global uint *restrict partial, int each) {
  local uint bins[BINS];
  const int i = get_local_id(0);
  bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  in += get_group_id(0) * BINS * each;
  for (int k = 0; k < each; ++k) atomic_inc(&bins[in[k * BINS + i] >> 24]);
  barrier(CLK_LOCAL_MEM_FENCE);
  partial[get_group_id(0) * BINS + i] = bins[i];
}

kernel void sum_bins(global const uint *restrict partial, global uint *restrict out, int groups) {
  const int bin = get_global_id(0);
  uint sum = 0;
  for (int group = 0; group < groups; ++group) sum += partial[group * BINS + bin];
  out[bin] = sum;
}
