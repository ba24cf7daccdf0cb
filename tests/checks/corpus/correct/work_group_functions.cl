// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the work-group with equal arguments.
// run: work_group_functions 64 16 buffer:256 written:256
// options: -cl-std=CL2.0
// report: none
kernel void work_group_functions(global int* out, global const int* in) {
  const int i = get_global_id(0), value = in[i];
  const int sum = work_group_reduce_add(value);
  const int before = work_group_scan_exclusive_add(value);
  const int third = work_group_broadcast(value, 3);
  out[i] = sum - before + third + work_group_any(value > 5) + work_group_all(value > 5);
}
