// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The neighbour of the first work-item is outside of a local array.
// run: local_array_negative 32 16 buffer:128
// report: memory 12
kernel void local_array_negative(global int* out) {
  local int before[16];
  local int tile[16];
  const int l = get_local_id(0);
  before[l] = 1;
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = before[l] + tile[l - 1];
}
