// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One launch writes a member of structures, and the next one branches on the other.
// run: buffer_struct_member 16 16 empty:128 buffer:64
// run: buffer_struct_member2 16 16 first:0 first:1
// report: uninitialized 11|13
typedef struct { int key, value; } Pair;
kernel void buffer_struct_member(global Pair* pairs, global int* out) { pairs[get_global_id(0)].key = 1; }
kernel void buffer_struct_member2(global const Pair* pairs, global int* out) {
  const int i = get_global_id(0);
  int value = 0;
  if (pairs[i].value == 4)
    value = pairs[i].key;
  out[i] = value;
}
