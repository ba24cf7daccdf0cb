// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of an asynchronous copy is written before anyone waits for it.
// run: async_copy_source_overwritten 16 16 buffer:64 buffer:64
// report: races 8
kernel void async_copy_source_overwritten(global int* out, global int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in, 16, 0);
  in[get_local_id(0)] = 3;
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
