// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier orders global memory only, but the data is in local memory.
// run: local_barrier_of_wrong_kind 32 16 buffer:128
// report: races 10|12
kernel void local_barrier_of_wrong_kind(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}
