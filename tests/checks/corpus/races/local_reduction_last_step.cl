// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of a reduction is read by all without a barrier behind the last step.
// run: local_reduction_last_step 32 16 buffer:128
// report: races 11|13
kernel void local_reduction_last_step(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  for (int step = 8; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) tile[l] += tile[l + step];
  }
  out[get_global_id(0)] = tile[0];
}
