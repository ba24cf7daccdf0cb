// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies bring a tile in and out.
// run: async_copy_in_and_out 64 16 buffer:256 written:256
// report: none
kernel void async_copy_in_and_out(global int* out, global const int* in) {
  local int tile[16];
  const int l = get_local_id(0), begin = get_group_id(0) * 16;
  event_t done = async_work_group_copy(tile, in + begin, 16, 0);
  wait_group_events(1, &done);
  tile[l] *= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  done = async_work_group_copy(out + begin, tile, 16, 0);
  wait_group_events(1, &done);
}
