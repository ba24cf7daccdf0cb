// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The halo of a tile is read, but only its inner part is written.
// run: local_halo_not_written 64 16 buffer:256
// report: uninitialized 10
kernel void local_halo_not_written(global float* out) {
  local float tile[18];
  const int l = get_local_id(0), i = get_global_id(0);
  tile[l + 1] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l] + tile[l + 2];
}
