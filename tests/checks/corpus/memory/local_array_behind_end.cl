// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The neighbour of the last work-item is outside of a local array.
// run: local_array_behind_end 32 16 buffer:128
// report: memory 10
kernel void local_array_behind_end(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l + 1];
}
