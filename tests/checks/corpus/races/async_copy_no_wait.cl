// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target of an asynchronous copy is read before anyone waits for it.
// run: async_copy_no_wait 16 16 buffer:64 readonly:64
// report: races 8
kernel void async_copy_no_wait(global int* out, global const int* in) {
  local int tile[16];
  event_t done = async_work_group_copy(tile, in, 16, 0);
  const int value = tile[get_local_id(0)];
  wait_group_events(1, &done);
  out[get_global_id(0)] = value;
}
