// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices from a buffer lead from node to node until -1.
// run: linked_list 4 4 buffer:16 ints:3,5,-1,2,6,1,-1,0
// report: none
kernel void linked_list(global int* out, global const int* next) {
  int count = 0;
  for (int node = get_global_id(0) + 4; node >= 0 && count < 20; node = next[node]) ++count;
  out[get_global_id(0)] = count;
}
