// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member that was never written is copied and not used.
// run: struct_member_not_used 16 16 buffer:64
// report: none
typedef struct { int a, b; } Pair;
kernel void struct_member_not_used(global int* out) {
  Pair p, q;
  p.a = get_global_id(0);
  q = p;
  Pair r = q;
  r.b = 3;
  out[get_global_id(0)] = r.a + r.b;
}
