// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last sub-group has fewer work-items than others, and one sub-group alone calls a function.
// options: -cl-std=CL3.0
// run: sub_group_of_few 40 20 buffer:160
// report: none
kernel void sub_group_of_few(global int* out) {
  const int i = get_global_id(0);
  int x = sub_group_reduce_add(i);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 1) x += sub_group_scan_inclusive_add(i);
  for (uint k = 0; k < get_sub_group_id(); ++k) x += sub_group_any(x == 6);
  out[i] = x;
}
