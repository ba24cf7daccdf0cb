// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item writes a structure as a whole while its neighbour writes a member.
// run: local_struct_members 16 16 buffer:64
// report: races 10|11
typedef struct { int key, value; } Pair;
kernel void local_struct_members(global int* out) {
  local Pair pairs[16];
  const int l = get_local_id(0);
  const Pair p = {l, 2 * l};
  pairs[l] = p;
  pairs[(l + 1) % 16].value = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = pairs[l].value;
}
