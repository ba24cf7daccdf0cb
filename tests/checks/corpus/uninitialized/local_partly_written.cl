// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only half of the work-group writes its element.
// run: local_partly_written 32 16 buffer:128
// report: uninitialized 10
kernel void local_partly_written(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  if (l < 8) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}
