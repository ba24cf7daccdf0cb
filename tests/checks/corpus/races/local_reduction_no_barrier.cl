// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier in the loop of a reduction is missing.
// run: local_reduction_no_barrier 64 32 buffer:8
// report: races 12
// may: races 13
kernel void local_reduction_no_barrier(global int* out) {
  local int tile[32];
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 16; step > 0; step /= 2)
    if (l < step) tile[l] += tile[l + step];
  if (l == 0) out[get_group_id(0)] = tile[0];
}
