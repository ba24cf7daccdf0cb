// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction stores the sum of each group. Elements are float4.
// run: tree_float4 64 16 buffer:64 buffer:1024
// report: none
kernel void tree_float4(global float4* out, global const float4* in) {
  local float4 tile[16];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step >>= 1) {
    if (l < step) tile[l] += tile[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
