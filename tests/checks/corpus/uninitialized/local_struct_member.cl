// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One member of structures in local memory was not written.
// run: local_struct_member 16 16 buffer:64
// report: uninitialized 11
typedef struct { int key, value; } Pair;
kernel void local_struct_member(global int* out) {
  local Pair pairs[16];
  const int l = get_local_id(0);
  pairs[l].key = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = pairs[l].value;
}
