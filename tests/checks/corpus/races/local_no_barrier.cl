// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item reads the element of its neighbour without a barrier behind the write.
// run: local_no_barrier 32 16 buffer:128
// report: races 10|11
kernel void local_no_barrier(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  out[get_global_id(0)] = tile[15 - l];
}
