// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one begins a loop over its array with the second element.
// run: large_function_own_array 64 16 buffer:256
// functions: large
// report: uninitialized 10
uint work(int first, uint x) {
  LARGE(x)
  uint a[4];
  for (int i = first; i < 4; ++i) a[i] = i + x;
  if (a[x & 3] > 7) x += x / 5;
  if (x & 4) x = 1;
  return x;
}
kernel void large_function_own_array(global uint* out) {
  uint x = get_global_id(0);
  MANY(if (work(1, x) == 0) x += 2)
}
