// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one reads what a neighbour writes behind no barrier.
// run: large_function_reads_neighbour 64 16 buffer:256
// functions: large
// report: races 9|14
// may: uninitialized 16
uint work(local uint* tile, uint x) {
  LARGE(x)
  return x + tile[(get_local_id(0) + 1) % 16];
}
kernel void large_function_reads_neighbour(global uint* out) {
  local uint tile[16];
  uint x = get_global_id(0);
  tile[get_local_id(0)] = x;
  MANY(x += work(tile, x))
  out[get_global_id(0)] = x;
}
