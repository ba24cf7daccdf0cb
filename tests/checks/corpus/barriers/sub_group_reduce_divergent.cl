// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item leaves out a reduction of its sub-group.
// options: -cl-std=CL3.0
// run: sub_group_reduce_divergent 32 32 buffer:128
// report: barriers 12
__attribute__((intel_reqd_sub_group_size(8)))
kernel void sub_group_reduce_divergent(global int* out) {
  const int i = get_global_id(0);
  int x = i;
  for (int k = 0; k < 3; ++k)
    if (i != 5)
      x += sub_group_reduce_add(i + k);
  out[i] = x;
}
