// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last work-item of the largest group counted as one behind a barrier.
// run: group_of_8192 8192 8192 buffer:32768
// report: none
kernel void group_of_8192(global int* out) {
  local int sum;
  const size_t i = get_local_id(0);
  if (i == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = sum;
}
