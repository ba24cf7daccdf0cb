// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction halves the number of work-items that add.
// run: reduction_with_barriers 64 16 buffer:16 written:256
// report: none
kernel void reduction_with_barriers(global int* out, global const int* in) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2) {
    if (l < step) tile[l] += tile[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
