// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of an asynchronous copy differs among work-items.
// run: async_copy_different_arguments 16 16 buffer:64 readonly:1024
// report: barriers 7
kernel void async_copy_different_arguments(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in + get_local_id(0), 16, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
