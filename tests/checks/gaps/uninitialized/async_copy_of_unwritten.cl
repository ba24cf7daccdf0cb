// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous copy brings a buffer without contents into local memory, where a branch depends on it.
// run: async_copy_of_unwritten 16 16 buffer:64 empty:64
// report: uninitialized 10|12
kernel void async_copy_of_unwritten(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in, 16, 0);
  wait_group_events(1, &done);
  int value = 1;
  if (tile[get_local_id(0)] > 0)
    value = 2;
  out[get_global_id(0)] = value;
}
