// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts and sums in 256 bins by atomics: on global memory, and on local memory with the sums over the work-groups by
// atomics on global memory.
#define BINS 256

kernel void clear(global uint *bins) { bins[get_global_id(0)] = 0; }

kernel void count_global(global const uint *restrict in, global uint *bins) {
  atomic_inc(&bins[in[get_global_id(0)] >> 24]);
}

kernel void count_local(global const uint *restrict in, global uint *bins, int each) {
  local uint own[BINS];
  const int i = get_local_id(0);
  own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  in += get_group_id(0) * BINS * each;
  for (int k = 0; k < each; ++k) atomic_inc(&own[in[k * BINS + i] >> 24]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[i], own[i]);
}

kernel void add_floats(global const uint *restrict in, global atomic_float *sums) {
  const uint value = in[get_global_id(0)];
  atomic_fetch_add_explicit(&sums[value >> 24], (float)(value & 7), memory_order_relaxed, memory_scope_device);
}
