// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function gets a structure by value, of which its caller has written one member.
// run: large_function_structure 64 16 buffer:256
// functions: large
// report: uninitialized 17
// may: uninitialized 10
typedef struct { uint w, b[5]; } R;
uint weigh(R r, uint x) {
  LARGE(x)
  return x + r.b[x % 5];
}
kernel void large_function_structure(global uint* out) {
  uint x = get_global_id(0);
  R r;
  r.b[0] = 1;
  MANY(x += weigh(r, x))
  out[get_global_id(0)] = x;
}
