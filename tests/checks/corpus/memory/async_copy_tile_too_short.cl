// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous copy writes more elements than the local array has.
// run: async_copy_tile_too_short 64 16 buffer:256 readonly:1024
// report: memory 8
// may: uninitialized 10
kernel void async_copy_tile_too_short(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in + 16 * get_group_id(0), 20, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
