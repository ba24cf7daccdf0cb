// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A caller writes an array through pointers that a function returns.
// run: large_function_returns_pointer 64 16 buffer:256
// functions: large
// report: none
uint* pick(uint* p, uint i, uint x) {
  LARGE(x)
  return p + i % 8 + (x == 12345u);
}
kernel void large_function_returns_pointer(global uint* out) {
  uint x = get_global_id(0);
  uint a[10];
  for (int i = 0; i < 8; i++) *pick(a, i, x + i) = i;
  uint s = a[x % 8];
  MANY(s += *pick(a, x, s))
  out[get_global_id(0)] = s;
}
