// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop goes through all elements in steps of the global size.
// run: grid_stride_loop 32 8 buffer:400 int:100
// report: none
kernel void grid_stride_loop(global int* a, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] += i;
}
