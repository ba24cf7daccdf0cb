// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single work-item waits.
// run: one_work_item 16 16 buffer:64
// report: barriers 9
kernel void one_work_item(global int* out) {
  const int l = get_local_id(0);
  out[l] = l;
  if (l == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
}
