// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure with an unwritten member is copied twice, and the copy decides a branch.
// run: struct_copied_then_used 16 16 buffer:64
// report: uninitialized 12|14
typedef struct { int a, b; } Pair;
kernel void struct_copied_then_used(global int* out) {
  Pair p, q, r;
  p.a = 1;
  q = p;
  r = q;
  int value = 0;
  if (r.b > 0)
    value = r.a;
  out[get_global_id(0)] = value;
}
