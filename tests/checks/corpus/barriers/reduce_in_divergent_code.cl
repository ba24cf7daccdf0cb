// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of the work-group is called by half of it.
// run: reduce_in_divergent_code 16 16 buffer:64
// options: -cl-std=CL2.0
// report: barriers 10
kernel void reduce_in_divergent_code(global int* out) {
  const int l = get_local_id(0);
  int value = 0;
  if (l < 8)
    value = work_group_reduce_add(l);
  out[l] = value;
}
