// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array in program scope has an element for each work-item, and keeps it until the next launch.
// run: program_scope_array 64 16 buffer:256
// run: program_scope_array2 64 16 first:0
// options: -cl-std=CL2.0
// report: none
global int state[64];
kernel void program_scope_array(global int* out) {
  state[get_global_id(0)] = get_global_id(0);
}
kernel void program_scope_array2(global int* out) {
  out[get_global_id(0)] = state[63 - get_global_id(0)];
}
