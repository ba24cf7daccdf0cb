// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sum per work-group: a tree in local memory with a barrier per level.
kernel void reduction(global const int *restrict in, global int *restrict out, local int *scratch) {
  const int lid = get_local_id(0);
  scratch[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
    if (lid < step) scratch[lid] += scratch[lid + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) out[get_group_id(0)] = scratch[0];
}
