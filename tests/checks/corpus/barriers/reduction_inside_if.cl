// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a reduction is inside of the condition.
// run: reduction_inside_if 32 16 buffer:8
// report: barriers 14
// may: races 17
kernel void reduction_inside_if(global int* out) {
  local int tile[16];
  const int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2) {
    if (l < step) {
      tile[l] += tile[l + step];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
