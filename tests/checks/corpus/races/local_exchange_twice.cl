// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with a barrier is called twice, and the second write may overtake the first read.
// run: local_exchange_twice 32 16 buffer:128
// report: races 6|8
int exchange(local int* tile, int l, int value) {
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[l ^ 1];
}
kernel void local_exchange_twice(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  const int first = exchange(tile, l, l * l);
  out[get_global_id(0)] = first + exchange(tile, l, l + 1);
}
