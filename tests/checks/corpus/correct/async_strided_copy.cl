// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A strided copy brings each third element.
// run: async_strided_copy 16 16 buffer:64 written:184
// report: none
kernel void async_strided_copy(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_strided_copy(tile, in, 16, 3, 0);
  wait_group_events(1, &done);
  out[get_local_id(0)] = tile[get_local_id(0)];
}
