// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that stay functions use local memory, with barriers between the calls.
// run: large_function_barriers 64 16 buffer:256
// functions: large
// report: none
void put(local uint* tile, uint x) {
  LARGE(x)
  tile[get_local_id(0)] = x;
}
uint take(local const uint* tile, uint x) {
  LARGE(x)
  return x + tile[15 - get_local_id(0)];
}
kernel void large_function_barriers(global uint* out) {
  local uint tile[16];
  uint x = get_global_id(0);
  MANY(put(tile, x); barrier(CLK_LOCAL_MEM_FENCE); x += take(tile, x); barrier(CLK_LOCAL_MEM_FENCE))
  out[get_global_id(0)] = x;
}
