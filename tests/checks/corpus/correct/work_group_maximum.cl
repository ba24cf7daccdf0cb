// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The maximum of a work-group is known to all.
// run: work_group_maximum 64 16 buffer:256 written:256
// options: -cl-std=CL2.0
// report: none
kernel void work_group_maximum(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = work_group_reduce_max(in[i]) - in[i];
}
