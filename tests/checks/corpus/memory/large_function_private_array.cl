// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one reads behind an array of its caller.
// run: large_function_private_array 64 16 buffer:256 int:0
// functions: large
// report: memory 8
uint work(const uint* p, uint x) {
  LARGE(x)
  return x + p[(x & 7) + 1];
}
kernel void large_function_private_array(global uint* out, int n) {
  uint a[8];
  for (int i = 0; i < 8; ++i) a[i] = i + n;
  uint x = get_global_id(0);
  MANY(x += work(a, x))
  out[get_global_id(0)] = x;
}
