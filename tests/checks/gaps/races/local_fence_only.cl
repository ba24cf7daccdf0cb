// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence orders accesses of one work-item, but nobody waits.
// run: local_fence_only 32 16 buffer:128
// report: races 10|12
kernel void local_fence_only(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}
