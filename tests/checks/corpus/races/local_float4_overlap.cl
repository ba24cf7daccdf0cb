// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors that begin at each element overlap.
// run: local_float4_overlap 16 16 buffer:64
// report: races 8
kernel void local_float4_overlap(global float* out) {
  local float tile[20];
  const int l = get_local_id(0);
  vstore4((float4)(l), 0, tile + l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l];
}
