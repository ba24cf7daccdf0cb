// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one gets a null pointer, or a buffer.
// run: large_function_null 64 16 buffer:256 buffer:256 null
// functions: large
// report: none
uint work(global const uint* p, uint x) {
  LARGE(x)
  return p ? x + p[get_global_id(0)] : x;
}
kernel void large_function_null(global uint* out, global const uint* a, global const uint* b) {
  uint x = get_global_id(0);
  MANY(x += work(x & 1 ? a : b, x))
  out[get_global_id(0)] = x;
}
