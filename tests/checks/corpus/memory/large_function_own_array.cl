// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one writes behind an array of its own.
// run: large_function_own_array 64 16 buffer:256 int:0
// functions: large
// report: memory 10
uint work(int n, uint x) {
  LARGE(x)
  uint a[8];
  for (int i = 0; i < 8; ++i) a[i] = i + x;
  a[(x & 7) + n] = 1;
  return x + a[x & 7];
}
kernel void large_function_own_array(global uint* out, int n) {
  uint x = get_global_id(0);
  MANY(x += work(8, x))
  out[get_global_id(0)] = x;
}
