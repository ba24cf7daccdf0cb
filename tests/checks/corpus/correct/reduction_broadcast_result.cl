// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items read the result of a reduction behind a barrier.
// run: reduction_broadcast_result 32 16 buffer:128 written:128
// report: none
kernel void reduction_broadcast_result(global int* out, global const int* in) {
  local int tile[16];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step >>= 1) {
    if (l < step) tile[l] = max(tile[l], tile[l + step]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[0] - in[i];
}
