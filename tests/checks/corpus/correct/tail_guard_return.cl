// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items behind the end return.
// run: tail_guard_return 128 32 buffer:400 int:100
// report: none
kernel void tail_guard_return(global float* a, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  a[i] = i;
}
