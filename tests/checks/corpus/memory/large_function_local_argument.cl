// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one writes behind local memory of its kernel.
// run: large_function_local_argument 64 16 buffer:256 local:64
// functions: large
// report: memory 8
uint work(local uint* p, int n, uint x) {
  LARGE(x)
  p[get_local_id(0) + n] = x;
  return x;
}
kernel void large_function_local_argument(global uint* out, local uint* tile) {
  uint x = get_global_id(0);
  MANY(x += work(tile, 1, x))
  out[get_global_id(0)] = x;
}
