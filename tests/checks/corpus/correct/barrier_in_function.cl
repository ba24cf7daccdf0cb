// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function exchanges values with two barriers.
// run: barrier_in_function 64 16 buffer:256
// report: none
int exchange(local int* tile, int l, int value) {
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = tile[l ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  return other;
}
kernel void barrier_in_function(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  out[get_global_id(0)] = exchange(tile, l, l) + exchange(tile, l, 2 * l);
}
