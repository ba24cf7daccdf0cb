// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local array has half of the vectors that the work-group writes.
// run: local_float4_behind_end 32 32 buffer:512
// report: memory 8
kernel void local_float4_behind_end(global float4* out) {
  local float4 tile[16];
  const int l = get_local_id(0);
  tile[l] = (float4)(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l & 15];
}
