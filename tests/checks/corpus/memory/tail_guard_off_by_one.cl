// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The guard lets one work-item too many pass.
// run: tail_guard_off_by_one 128 32 buffer:400 int:100
// report: memory 8
kernel void tail_guard_off_by_one(global float* a, int n) {
  const int i = get_global_id(0);
  if (i > n) return;
  a[i] = (float)i;
}
