// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half of a work-group reaches a barrier.
// run: half_of_group 32 16 buffer:128
// report: barriers 10
kernel void half_of_group(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  if (l < 8)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}
