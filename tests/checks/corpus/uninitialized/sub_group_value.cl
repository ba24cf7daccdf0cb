// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction of a work-group takes a value that half of the work-items have not written.
// run: sub_group_value 16 16 buffer:64
// options: -cl-std=CL2.0
// report: uninitialized 10|11
kernel void sub_group_value(global int* out) {
  const int l = get_local_id(0);
  int value;
  if (l < 8) value = l;
  const int sum = work_group_reduce_add(value);
  out[get_global_id(0)] = sum;
}
