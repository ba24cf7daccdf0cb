// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each call of a function passes null, which it reads.
// run: large_function_only_null 64 16 buffer:256
// functions: large
// report: memory 8
uint work(global const uint* p, uint x) {
  LARGE(x)
  return x + p[x & 3];
}
kernel void large_function_only_null(global uint* out) {
  uint x = get_global_id(0);
  MANY(x += work(0, x))
  out[get_global_id(0)] = x;
}
