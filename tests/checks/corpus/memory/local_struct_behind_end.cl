// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local array of structures is too short by one.
// run: local_struct_behind_end 16 16 buffer:64
// report: memory 9
typedef struct { int key, value; } Pair;
kernel void local_struct_behind_end(global int* out) {
  local Pair pairs[15];
  const int l = get_local_id(0);
  pairs[l].key = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = pairs[l % 15].key;
}
