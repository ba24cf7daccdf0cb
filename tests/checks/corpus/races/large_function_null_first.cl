// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function writes local memory, and its first caller passes null.
// run: large_function_null_first 64 16 buffer:256
// functions: large
// report: races 9
// may: benign-races 9
uint work(local uint* p, uint x) {
  LARGE(x)
  if (p) p[(get_local_id(0) + x % 2) % 16] = x;
  return x;
}
kernel void large_function_null_first(global uint* out) {
  local uint t[16];
  uint x = get_global_id(0);
  x += work(0, x);
  MANY(x += work(t, x))
  out[get_global_id(0)] = x;
}
