// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scan of the work-group is behind a guard that some have left by.
// run: scan_behind_return 32 16 buffer:128 int:25
// options: -cl-std=CL2.0
// report: barriers 9
kernel void scan_behind_return(global int* out, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  out[i] = work_group_scan_inclusive_add(1);
}
