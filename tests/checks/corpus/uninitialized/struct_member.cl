// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member of a private structure was not written.
// run: struct_member 16 16 buffer:64
// report: uninitialized 9
typedef struct { int a, b; } Pair;
kernel void struct_member(global int* out) {
  Pair p;
  p.a = get_global_id(0);
  out[get_global_id(0)] = p.a + p.b;
}
