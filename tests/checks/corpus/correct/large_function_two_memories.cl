// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer is one to private or local memory.
// run: large_function_two_memories 64 16 buffer:256 int:1
// options: -cl-std=CL2.0
// functions: large
// report: none
uint work(uint* p, uint x) {
  LARGE(x)
  *p = x;
  return x;
}
kernel void large_function_two_memories(global uint* out, int n) {
  uint x = get_global_id(0), l = get_local_id(0);
  local uint t[16];
  uint a[2];
  uint* p = &t[l];
  if (n) p = a;
  MANY(x += work(p, x))
  out[get_global_id(0)] = n ? x + a[0] : x + t[l];
}
