// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function exchanges values without a barrier.
// run: local_in_function 32 16 buffer:128
// report: races 6|7
int exchange(local int* tile, int l, int value) {
  tile[l] = value;
  return tile[l ^ 1];
}
kernel void local_in_function(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = exchange(tile, l, l * l);
}
