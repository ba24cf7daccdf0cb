// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of sub-groups in code that all reach.
// run: sub_group_functions 64 32 buffer:256 written:256
// options: -cl-std=CL3.0
// report: none
kernel void sub_group_functions(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = sub_group_reduce_add(in[i]) + sub_group_broadcast(in[i], 0);
}
