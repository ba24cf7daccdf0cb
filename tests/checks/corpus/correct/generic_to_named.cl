// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic pointer is converted back where it is one to local memory.
// run: generic_to_named 32 16 buffer:128
// options: -cl-std=CL2.0
// report: none
int get(int* p) {
  local int* q = to_local(p);
  return q ? *q : -1;
}
kernel void generic_to_named(global int* out) {
  local int tile[16];
  int value = 5;
  const int l = get_local_id(0);
  tile[l] = l;
  out[get_global_id(0)] = get(tile + l) + get(&value);
}
