// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one writes in front of a local variable.
// run: large_function_local_variable 64 16 buffer:256
// functions: large
// report: memory 8
uint work(local uint* p, int n, uint x) {
  LARGE(x)
  p[(int)get_local_id(0) - n] = x;
  return x;
}
kernel void large_function_local_variable(global uint* out) {
  local uint tile[16];
  uint x = get_global_id(0);
  MANY(x += work(tile, 1, x))
  out[get_global_id(0)] = x;
}
