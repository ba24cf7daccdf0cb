// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of two dimensions with a halo is loaded by a loop.
// run: stencil_2d_tile 16x16 8x8 buffer:1024 buffer:1024 int:16
// report: none
kernel void stencil_2d_tile(global float* out, global const float* in, int n) {
  local float tile[10][10];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int beginX = get_group_id(0) * 8 - 1, beginY = get_group_id(1) * 8 - 1;
  for (int k = ly * 8 + lx; k < 100; k += 64) {
    const int x = clamp(beginX + k % 10, 0, n - 1), y = clamp(beginY + k / 10, 0, n - 1);
    tile[k / 10][k % 10] = in[y * n + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = tile[ly + 1][lx] + tile[ly + 1][lx + 2] + tile[ly][lx + 1] + tile[ly + 2][lx + 1];
  out[get_global_id(1) * n + get_global_id(0)] = sum - 4 * tile[ly + 1][lx + 1];
}
