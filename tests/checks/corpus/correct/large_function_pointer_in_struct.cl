// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function writes through a pointer in a structure.
// run: large_function_pointer_in_struct 64 16 buffer:256
// functions: large
// report: none
typedef struct { uint* p; } S;
uint work(S* s, uint x) {
  LARGE(x)
  s->p[0] = x;
  return x;
}
kernel void large_function_pointer_in_struct(global uint* out) {
  uint x = get_global_id(0), a[2];
  S s;
  s.p = a;
  MANY(x += work(&s, x))
  out[get_global_id(0)] = a[0];
}
