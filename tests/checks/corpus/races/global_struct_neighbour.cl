// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item sets the link of the structure before, which its owner reads.
// run: global_struct_neighbour 16 16 buffer:128 buffer:64
// report: races 9|10
typedef struct { int value, next; } Node;
kernel void global_struct_neighbour(global Node* nodes, global int* out) {
  const int i = get_global_id(0);
  if (i > 0)
    nodes[i - 1].next = i;
  out[i] = nodes[i].next;
}
