// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pointer passes through two functions that stay functions.
// run: large_functions_nested 64 16 buffer:256 buffer:64
// functions: large
// report: memory 8
uint inner(global const int* p, uint x) {
  LARGE(x)
  return x + p[16];
}
uint outer(global const int* p, uint x) {
  LARGE(x)
  x += inner(p, x) + inner(p + 1 - 1, x + 1);
  return x;
}
kernel void large_functions_nested(global uint* out, global const int* in) {
  uint x = get_global_id(0);
  MANY(x += outer(in, x))
  out[get_global_id(0)] = x;
}
