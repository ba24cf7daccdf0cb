// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A group reads what the next group writes.
// run: global_groups_between 64 16 buffer:256 buffer:16
// report: races 7|9
kernel void global_groups_between(global int* out, global int* sums) {
  const int g = get_group_id(0);
  if (get_local_id(0) == 0) sums[g] = g;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = sums[(g + 1) % 4];
}
