// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous copy reads more elements than the buffer has behind the last group's begin.
// run: async_copy_source_too_short 64 16 buffer:256 readonly:248
// report: memory 8
// may: uninitialized 10
kernel void async_copy_source_too_short(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in + 16 * get_group_id(0), 16, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
