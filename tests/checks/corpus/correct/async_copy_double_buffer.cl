// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The next tile is copied while the last one is used.
// run: async_copy_double_buffer 16 16 buffer:64 written:256
// report: none
kernel void async_copy_double_buffer(global int* out, global const int* in) {
  local int tiles[2][16];
  const int l = get_local_id(0);
  event_t done[2];
  done[0] = async_work_group_copy(tiles[0], in, 16, 0);
  int sum = 0;
  for (int k = 0; k < 4; ++k) {
    const int now = k & 1, next = 1 - now;
    if (k < 3) done[next] = async_work_group_copy(tiles[next], in + 16 * (k + 1), 16, 0);
    wait_group_events(1, &done[now]);
    sum += tiles[now][15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
