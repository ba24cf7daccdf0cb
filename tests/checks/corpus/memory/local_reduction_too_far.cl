// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first step of a reduction adds elements that the tile does not have.
// run: local_reduction_too_far 32 16 buffer:8 local:64
// report: memory 11
kernel void local_reduction_too_far(global int* out, local int* tile) {
  const int l = get_local_id(0);
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 16; step > 0; step /= 2) {
    int other = 0;
    if (l < step) other = tile[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) tile[l] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
