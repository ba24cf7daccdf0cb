// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory has another type behind a barrier.
// run: local_reused_as_other_type 64 16 buffer:256
// report: none
kernel void local_reused_as_other_type(global float* out) {
  local int tile[16];
  local float* floats = (local float*)tile;
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int value = tile[15 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  floats[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = floats[l ^ 3];
}
