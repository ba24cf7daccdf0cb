// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function returns an element of a buffer that nobody has written, which is a copy.
// run: large_function_copies 64 16 buffer:1024 empty:1024
// functions: large
// report: none
uint4 work(global const uint4* p, uint x) {
  LARGE(x)
  return p[x % 4];
}
kernel void large_function_copies(global uint4* out, global const uint4* in) {
  uint x = get_global_id(0);
  uint4 v = 0;
  MANY(v = work(in, x++))
  out[get_global_id(0)] = v;
}
