// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Active work-items of a reduction are at a growing distance.
// run: reduction_strided 64 32 buffer:8 written:256
// report: none
kernel void reduction_strided(global int* out, global const int* in) {
  local int tile[32];
  const int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  for (int step = 1; step < 32; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % (2 * step) == 0) tile[l] += tile[l + step];
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
