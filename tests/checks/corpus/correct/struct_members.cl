// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures are read and written by member.
// run: struct_members 16 16 buffer:256
// report: none
typedef struct { int key; float weight; int2 place; } Entry;
kernel void struct_members(global Entry* entries) {
  const int i = get_global_id(0);
  entries[i].key = i;
  entries[i].weight = 0.5f * i;
  entries[i].place = (int2)(i, -i);
}
