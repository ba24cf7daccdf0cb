// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some work-items load the halo of a tile.
// run: stencil_tile_with_halo 64 16 buffer:256 buffer:256
// report: none
kernel void stencil_tile_with_halo(global float* out, global const float* in) {
  local float tile[18];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l + 1] = in[i];
  if (l == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  if (l == 15) tile[17] = i < 63 ? in[i + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
