// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that stays one fills an array of its caller, and another one reads it.
// run: large_function_fills_array 64 16 buffer:256
// functions: large
// report: none
void fill(uint* a, uint x) {
  LARGE(x)
  for (int i = 0; i < 4; ++i) a[i] = x + i;
}
uint sum(const uint* a, uint x) {
  LARGE(x)
  return x > 5 ? a[x & 3] : a[0];
}
kernel void large_function_fills_array(global uint* out) {
  uint a[4];
  uint x = get_global_id(0);
  MANY(fill(a, x++))
  MANY(x += sum(a, x))
  out[get_global_id(0)] = x;
}
